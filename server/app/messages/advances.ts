// The accounts that changed: after each commit the listeners of this replica are called at once, and the other replicas
// learn of it by one NOTIFY a batch. All of this only saves time: correctness relies on polls.
import { randomUUID } from 'node:crypto';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { pause } from '../../../runtime/pause.ts';
import { openPool } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';

/** An account's newest committed seq. */
export interface Advance {
  accountId: bigint;
  seq: bigint;
  /** True when a text was queued, so that a device may have work. */
  queued: boolean;
  /** A text that the account wants back from the device that holds it. */
  wantedBack?: bigint;
}

type AdvanceListener = (advances: readonly Advance[]) => void;

const channel = 'textrelay_advance';
/** PostgreSQL's limit is 8000 bytes a payload. */
const maxPayloadBytes = 7_900;
/** Least time between two NOTIFYs of this process. */
const notifySpacingMs = 20;
/** How often the listening connection is checked and its LISTEN said again. */
const listenPeriodMs = 1_000;

const encode = ({ accountId, seq, queued, wantedBack }: Advance) =>
  `${accountId.toString(36)}:${seq.toString(36)}${queued ? '!' : ''}${wantedBack === undefined ? '' : `~${wantedBack.toString(36)}`}`;

function decode(text: string): Advance | undefined {
  const match = /^([0-9a-z]{1,13}):([0-9a-z]{1,13})(!?)(?:~([0-9a-z]{1,13}))?$/.exec(text);
  if (!match) return undefined;
  const [, accountId = '', seq = '', mark, wantedBack] = match;
  const advance = { accountId: fromBase36(accountId), seq: fromBase36(seq), queued: mark === '!' };
  return wantedBack === undefined ? advance : { ...advance, wantedBack: fromBase36(wantedBack) };
}

/** Advances with the same name are announced as one. A text that is wanted back has a name of its own. */
const nameOf = ({ accountId, wantedBack }: Advance) => `${accountId}~${wantedBack ?? ''}`;

const fromBase36 = (text: string) =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);

/** Payloads of `origin|text,text...`, each within PostgreSQL's limit. */
function encodePayloads(origin: string, texts: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const text of texts) {
    if (payload !== '' && payload.length + 1 + text.length > maxPayloadBytes) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? `${origin}|${text}` : `${payload},${text}`;
  }
  if (payload !== '') payloads.push(payload);
  return payloads;
}

/** The texts of a payload; none of one of `origin` itself. */
function textsOf(origin: string, payload: string): string[] {
  const bar = payload.indexOf('|');
  return bar < 0 || payload.slice(0, bar) === origin ? [] : payload.slice(bar + 1).split(',');
}

/** The beginning of a word. No advance begins like this, and cores that do not know words skip it. */
const wordMark = '.';

/** What to say to the other replicas: the last one of each name. */
function createOutgoing() {
  const advances = new Map<string, Advance>();
  const words = new Map<string, string>();
  return {
    isEmpty: () => advances.size + words.size === 0,
    add(advance: Advance) {
      const waiting = advances.get(nameOf(advance));
      advances.set(nameOf(advance), {
        ...advance,
        seq: waiting && waiting.seq > advance.seq ? waiting.seq : advance.seq,
        queued: advance.queued || waiting?.queued === true,
      });
    },
    say: (name: string, word: string) => void words.set(name, `${wordMark}${word}`),
    /** Takes all of it out, as texts. */
    take(): string[] {
      const texts = [...[...advances.values()].map(encode), ...words.values()];
      advances.clear();
      words.clear();
      return texts;
    },
  };
}

export interface AdvanceHub {
  /** Resolves once the first LISTEN was answered or failed. From then on what other replicas notify arrives here. */
  listening: Promise<void>;
  /** Announces them everywhere; to be called after the commit. */
  publish(advances: readonly Advance[]): void;
  /** Calls `listener` with every batch from here or elsewhere until the returned function is called. */
  subscribe(listener: AdvanceListener): () => void;
  /**
   * Says a word of letters, digits, `_`, `-` and `.` to the other replicas. Of several with one name, only the last is
   * said.
   */
  say(name: string, word: string): void;
  /** Calls `listener` with what other replicas say. */
  onWord(listener: (word: string) => void): void;
  stop(): Promise<void>;
}

interface HubOptions {
  store: Pick<Store, 'notify'>;
  url: string;
  clock: Clock;
  log: Log;
}

/** Says to the other replicas what is new, in one NOTIFY after the other. */
function startNotifying({ store, clock, log }: HubOptions, origin: string) {
  const outgoing = createOutgoing();
  const stopping = new AbortController();
  let notifying: Promise<void> | undefined;
  const notifyAll = async () => {
    try {
      while (!outgoing.isEmpty()) {
        const payloads = encodePayloads(origin, outgoing.take());
        await store.notify(channel, payloads);
        // Under load the next batches share one NOTIFY; alone, a change is sent at once.
        await pause(clock, notifySpacingMs, stopping.signal);
      }
    } catch {
      // The polls of the other replicas find what this NOTIFY would have brought them.
      log.debug('a notification was lost');
    }
  };
  const begin = () => {
    notifying ??= notifyAll().finally(() => {
      notifying = undefined;
    });
  };
  return {
    add(advances: readonly Advance[]) {
      for (const advance of advances) outgoing.add(advance);
      begin();
    },
    say(name: string, word: string) {
      outgoing.say(name, word);
      begin();
    },
    /** Says what is left. */
    async stop() {
      stopping.abort();
      await notifying;
    },
  };
}

/** Starts announcing and listening. */
export function startAdvanceHub(options: HubOptions): AdvanceHub {
  const { clock, log } = options;
  const origin = randomUUID().slice(0, 8);
  const listeners = new Set<AdvanceListener>();
  const outgoing = startNotifying(options, origin);
  const wordListeners: ((word: string) => void)[] = [];

  const announce = (advances: readonly Advance[]) => {
    if (advances.length > 0) for (const listener of listeners) listener(advances);
  };

  const hear = (payload: string) => {
    const texts = textsOf(origin, payload);
    announce(texts.map(decode).filter((advance) => advance !== undefined));
    for (const text of texts)
      if (text.startsWith(wordMark)) for (const listener of wordListeners) listener(text.slice(1));
  };

  const pool = openPool({
    url: options.url,
    connections: 1,
    deadlineMs: 5_000,
    clock,
    onNotify: hear,
  });
  // A listening connection dies silently. Saying LISTEN again is harmless where it holds and repairs it where not.
  const listen = () =>
    pool.run(`listen ${channel}`, []).then(
      () => undefined,
      () => log.debug('not listening'),
    );
  const listening = listen();
  const cancel: CancelTimer = clock.setInterval(listen, listenPeriodMs);

  return {
    listening,
    publish(advances) {
      announce(advances);
      outgoing.add(advances);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: outgoing.say,
    onWord: (listener) => void wordListeners.push(listener),
    async stop() {
      cancel();
      await outgoing.stop();
      await pool.close();
    },
  };
}

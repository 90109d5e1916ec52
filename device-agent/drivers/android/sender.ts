// Gives each text to the app once and waits until the app says what became of it. The app refuses a name that it knows,
// so a post whose answer was lost is simply made again under the same name: whatever happened to the first, the phone
// sends one text. A new name is taken only after the app failed the old one and certainly did not send it.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { DriverJob, Result } from '../driver.ts';
import type { Exchange } from './http_call.ts';
import type { OpenText, OpenTexts } from './open_texts.ts';
import { partsOnAir } from './parts_on_air.ts';
import { type PhoneApi, readTextStatus, type TextStatus } from './phone_api.ts';
import { readSendError } from './send_error.ts';
import type { Watch } from './watch.ts';

/** The app fails a text itself that it has not begun to send after this. */
const ttlSeconds = 240;
/** A text that still waits at the phone after this is no longer sent. */
const delayedMs = (ttlSeconds + 20) * 1_000;
/** How long one submit looks after its text; the agent's own limit is a little longer. */
export const patienceMs = 290_000;
/** The time between two looks, while the text is young and later. */
const earlyLookMs = 1_000;
const earlyForMs = 20_000;
const lateLookMs = 3_000;

interface SenderOptions {
  api: PhoneApi;
  texts: OpenTexts;
  watch: Watch;
  clock: Clock;
  signal: AbortSignal;
  /** Whether each text names its SIM. */
  choosesSim: boolean;
  /** The submit of this text has ended, but its receipt is still to come. */
  onOpen(text: OpenText): void;
}

/** The state of one submit. */
interface Progress {
  startedMs: number;
  /** When the app was known to have it. */
  knownSinceMs: number | undefined;
  /** Some post, of this run or an earlier one, was not answered: it may still be on its way. */
  unanswered: boolean;
  /** The app may have the text, until a look shows it. */
  doubtful: boolean;
  /** How the newest post was answered. */
  refusal: Refusal | undefined;
}

/** A post that the app did not take. */
interface Refusal {
  retryable: boolean;
  detail: string;
}

/** Submits texts. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #sleepers = new Map<string, () => void>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Whether this text is being submitted. */
  isBusy(id: string): boolean {
    return this.#sleepers.has(id);
  }

  /** The phone has news of this text. */
  ring(id: string): void {
    this.#sleepers.get(id)?.();
  }

  async submit(job: DriverJob): Promise<Result> {
    const { texts, watch, clock } = this.#options;
    const phone = watch.facts?.phone;
    if (phone === undefined) return notNow('the phone is not ready');
    const earlier = texts.find(job);
    if (earlier?.state === 'open' && earlier.phone !== phone) {
      const detail =
        'the app was installed anew, or the phone replaced, before it reported what became of the text';
      return { kind: 'unknown', detail };
    }
    const number = earlier === undefined ? 1 : earlier.number + Number(earlier.state === 'spent');
    const { messageId, attempt, identity } = job;
    const parts = partsOnAir(job);
    const atMs = clock.nowMs();
    const text = texts.open({ messageId, attempt, identity, number, phone, parts, atMs });
    this.#sleepers.set(text.id, () => undefined);
    try {
      const unanswered = earlier?.state === 'open';
      return await this.#bring(job, text, {
        startedMs: atMs,
        knownSinceMs: undefined,
        unanswered,
        doubtful: unanswered,
        refusal: undefined,
      });
    } finally {
      this.#sleepers.delete(text.id);
    }
  }

  async #bring(job: DriverJob, text: OpenText, progress: Progress): Promise<Result> {
    const { api, watch, clock, signal } = this.#options;
    for (;;) {
      if (progress.knownSinceMs === undefined) {
        const refused = this.#takePost(await this.#post(job, text), progress);
        if (refused !== undefined && !signal.aborted) {
          this.#untake(text);
          return refused;
        }
      }
      const looked = await api.message(text.id);
      // The agent stops: what became of the text is found out by the next run.
      if (signal.aborted) return new Promise(() => undefined);
      const ended = this.#takeLook(looked, text, progress);
      if (ended !== undefined) return ended;
      if (clock.nowMs() - progress.startedMs >= patienceMs) {
        this.#options.onOpen(text);
        return { kind: 'unknown', detail: 'the phone did not report in time what became of the text' };
      }
      if (looked.kind !== 'answer') watch.doubt();
      await this.#pause(text.id, clock.nowMs() - progress.startedMs);
      if (signal.aborted) return new Promise(() => undefined);
    }
  }

  #post({ address, body, sim }: DriverJob, { id }: OpenText): Promise<Exchange> {
    const chosen = this.#options.choosesSim ? sim : undefined;
    return this.#options.api.post({ id, text: body, address, sim: chosen, ttlSeconds });
  }

  /** The result that a post gives by itself: only where the text is certainly not at the phone. */
  #takePost(posted: Exchange, progress: Progress): Result | undefined {
    progress.refusal = undefined;
    if (posted.kind === 'no_answer') {
      progress.unanswered = true;
      progress.doubtful = true;
      return undefined;
    }
    if (posted.kind === 'not_sent') {
      this.#options.watch.doubt();
      return progress.doubtful ? undefined : notNow('the phone cannot be reached');
    }
    const { status } = posted;
    const isTaken = status >= 200 && status < 300;
    if (status === 409 || (isTaken && readTextStatus(posted.body) !== undefined)) {
      progress.knownSinceMs = this.#options.clock.nowMs();
      return undefined;
    }
    if (isTaken) {
      // It is not the app's answer: something in between says yes to everything.
      progress.unanswered = true;
      progress.doubtful = true;
      return undefined;
    }
    // A status of the server's own fault may come after the text was stored; a look shows it.
    progress.refusal = refusalOf(status);
    if (status >= 500) progress.doubtful = true;
    if (progress.doubtful) return undefined;
    if (progress.refusal.retryable) this.#options.watch.doubt();
    return rejected(progress.refusal);
  }

  #takeLook(looked: Exchange, text: OpenText, progress: Progress): Result | undefined {
    if (looked.kind !== 'answer') return undefined;
    const { texts, clock } = this.#options;
    if (looked.status === 404) {
      if (progress.knownSinceMs !== undefined) {
        texts.close(text);
        return { kind: 'unknown', detail: 'the app had the text and forgot it: its data was deleted' };
      }
      // Posted again, unless every post was answered, and the last one with a refusal.
      if (progress.unanswered || progress.refusal === undefined) return undefined;
      this.#untake(text);
      return rejected(progress.refusal);
    }
    const status = looked.status === 200 ? readTextStatus(looked.body) : undefined;
    if (status === undefined) return undefined;
    progress.knownSinceMs ??= clock.nowMs();
    return this.#judge(status, text, clock.nowMs() - progress.knownSinceMs);
  }

  #judge(status: TextStatus, text: OpenText, knownForMs: number): Result | undefined {
    const { texts, watch, onOpen } = this.#options;
    switch (status.state) {
      case 'Sent':
      case 'Delivered':
        watch.release();
        onOpen(text);
        return { kind: 'accepted', refs: [text.id] };
      case 'Failed':
        return this.#failed(status, text);
      case 'Processed':
        return undefined;
      case 'Cancelled':
        // The phone's user may have been too late: the real outcome is known within moments.
        if (knownForMs < earlyForMs) return undefined;
        texts.close(text);
        return rejected({ retryable: false, detail: 'the text was cancelled on the phone' });
      case 'Pending': {
        if (knownForMs < delayedMs || !keepsTtl(watch.facts?.version)) return undefined;
        const detail = 'the app holds texts back: look at its limits, delays and working hours';
        watch.hold('other', detail);
        // Under the same name next time, in case the app wakes up late.
        return { kind: 'rejected', code: 'device_failed', detail, retryable: true };
      }
    }
  }

  #failed({ error, wasSent }: TextStatus, text: OpenText): Result {
    const { texts, watch, onOpen } = this.#options;
    const { outcome, code, detail, retryable, problem } = readSendError(error, text.parts, wasSent);
    if (outcome === 'not_delivered') {
      // It was sent, and its receipt has already come.
      onOpen(text);
      return { kind: 'accepted', refs: [text.id] };
    }
    if (outcome === 'unsure') {
      onOpen(text);
      return { kind: 'unknown', detail };
    }
    if (problem !== undefined) watch.hold(problem, detail);
    if (retryable) texts.spend(text);
    else texts.close(text);
    return { kind: 'rejected', code, detail, retryable };
  }

  /** The app never had this try. */
  #untake(text: OpenText): void {
    const { texts } = this.#options;
    if (text.number === 1) texts.close(text);
    else texts.spend({ ...text, number: text.number - 1 });
  }

  /** Until the next look, or until the phone has news. */
  async #pause(id: string, ageMs: number): Promise<void> {
    const { clock, signal } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel: CancelTimer = clock.setTimeout(resolve, ageMs < earlyForMs ? earlyLookMs : lateLookMs);
    this.#sleepers.set(id, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    cancel();
    this.#sleepers.set(id, () => undefined);
  }
}

function refusalOf(status: number): Refusal {
  if (status === 401 || status === 403)
    return { retryable: true, detail: 'the app refuses user name and password' };
  if (status === 400 || status === 413 || status === 422)
    return { retryable: false, detail: `the app refuses the text (HTTP ${status}); is it 1.40 or newer?` };
  return { retryable: true, detail: `the app did not take the text (HTTP ${status})` };
}

/** Versions with `textMessage` keep the time to live; of one that names none nobody knows. */
function keepsTtl(version: string | undefined): boolean {
  const [major = 0, minor = 0] = (version ?? '').replace(/^v/, '').split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 40);
}

function rejected({ retryable, detail }: Refusal): Result {
  return { kind: 'rejected', code: 'device_failed', detail, retryable };
}

/** The phone was not asked for anything for this text. */
function notNow(detail: string): Result {
  return rejected({ retryable: true, detail });
}

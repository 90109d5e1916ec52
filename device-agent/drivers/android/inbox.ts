// Fetches received texts from the app's own list. A webhook only makes it look sooner. The local server cannot delete
// from the list, so a window of it is read again whenever it may have changed; the journal knows which texts it has.
//
// Sources: docs/features/reading-messages.md (GET /inbox, X-Total-Count, limit up to 500, local mode only; contentPreview
// of an SMS is its whole text: IncomingMessagesService.kt). The app's ids are hashes of 32 bits and not unique.
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { DriverInbound, Sink } from '../driver.ts';
import type { OpenTexts } from './open_texts.ts';
import { type PhoneApi, type ReceivedText, readInbox } from './phone_api.ts';

/** The time between two looks that nobody asked for. */
const pollMs = 10_000;
/** Even when the count has not changed: one text may have come while an old one was deleted on the phone. */
const rereadMs = 600_000;
/** A text is stamped by the network, so one that waited there for days comes with an old stamp. */
const windowMs = 5 * 24 * 3_600_000;
/** The window's edge moves in steps of this size, so that the count does not change merely because time passes. */
const edgeStepMs = 24 * 3_600_000;
const pageSize = 100;
/** Most texts read in one look; the newest ones if there are more. */
const maxPages = 100;
/** Most names that are kept of texts that the core has, so that they are not offered each time. */
const maxDone = 20_000;

interface InboxOptions {
  api: PhoneApi;
  texts: OpenTexts;
  sink: Sink;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  isReachable(): boolean;
}

/** The phone's inbox. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #done = new BoundedMap<string, true>(maxDone);
  #known: { fromMs: number; total: number; readAtMs: number } | undefined;
  #cancel: CancelTimer = () => undefined;
  #reading = false;
  #again = false;
  #supported: boolean | undefined;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.setInterval(() => this.look(), pollMs);
    this.look();
  }

  stop(): void {
    this.#cancel();
  }

  /** Whether the app has such a list; undefined until it was asked. */
  get isSupported(): boolean | undefined {
    return this.#supported;
  }

  /** The core has this text. */
  done(inboundId: string): void {
    this.#done.set(inboundId, true);
  }

  /** Something may have come. `certain`: whatever the count says. */
  look(certain = false): void {
    const { signal, isReachable } = this.#options;
    if (certain) this.#known = undefined;
    if (signal.aborted || !isReachable()) return;
    this.#again = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    void this.#look().finally(() => {
      this.#reading = false;
      if (this.#again) this.look();
    });
  }

  async #look(): Promise<void> {
    const { api, texts, clock, signal } = this.#options;
    const phoneNowMs = clock.nowMs() + api.offsetMs;
    // Texts that the phone received before it was paired are not for the account.
    const sinceMs = texts.sinceMs ?? phoneNowMs;
    const edgeMs = Math.floor((phoneNowMs - windowMs) / edgeStepMs) * edgeStepMs;
    const fromMs = Math.max(sinceMs, edgeMs);
    const first = await api.inbox(fromMs, 1, 0);
    if (signal.aborted || first.kind !== 'answer') return;
    if (first.status === 404 || first.status === 405) this.#supported = false;
    if (first.status !== 200) return;
    this.#supported = true;
    if (texts.sinceMs === undefined) texts.sinceMs = sinceMs;
    const nowMs = clock.nowMs();
    const total = first.total ?? -1;
    const known = this.#known;
    const isSame = known !== undefined && known.fromMs === fromMs && known.total === total;
    if (isSame && total >= 0 && nowMs - known.readAtMs < rereadMs) return;
    if (await this.#readAll(fromMs)) this.#known = { fromMs, total, readAtMs: nowMs };
  }

  /** Offers all texts of the window; true when the journal took every one. */
  async #readAll(fromMs: number): Promise<boolean> {
    const { api, signal } = this.#options;
    const found = new Map<string, ReceivedText>();
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await api.inbox(fromMs, pageSize, page * pageSize);
      const rows = answer.kind === 'answer' && answer.status === 200 ? readInbox(answer.body) : undefined;
      if (rows === undefined || signal.aborted) return false;
      for (const row of rows) found.set(nameOfReceived(row), row);
      const length = Array.isArray((answer as { body: unknown }).body)
        ? (answer as { body: unknown[] }).body.length
        : 0;
      if (length < pageSize) break;
    }
    const inOrder = [...found].sort(([, a], [, b]) => a.createdAtMs - b.createdAtMs);
    let whole = true;
    for (const [inboundId, row] of inOrder) {
      if (this.#done.has(inboundId)) continue;
      if ((await this.#offer(inboundId, row)) !== 'stored') whole = false;
      if (signal.aborted) return false;
    }
    return whole;
  }

  #offer(inboundId: string, { sender, text, createdAtMs }: ReceivedText): Promise<'stored' | 'full'> {
    const { api, clock } = this.#options;
    const receivedAtMs = Math.min(clock.nowMs(), createdAtMs - api.offsetMs);
    return offer(this.#options.sink, { inboundId, address: sender, body: text, receivedAtMs });
  }
}

/** The name of a received text: the same each time it is read, another for the same words at another time. */
export function nameOfReceived({ id, sender, text, createdAt, sim }: ReceivedText): string {
  const whole = JSON.stringify([id, Date.parse(createdAt), sender, text, sim ?? 0]);
  return `android-${createHash('sha256').update(whole).digest('base64url').slice(0, 32)}`;
}

/** A journal that fails ends the agent; the text is offered again by the next run. */
export function offer(sink: Sink, text: DriverInbound): Promise<'stored' | 'full'> {
  return sink.inbound(text).catch(() => 'full');
}

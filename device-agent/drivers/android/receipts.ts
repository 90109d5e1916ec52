// Asks the phone what became of the texts that left, until each has a final status or is too old. A webhook only makes it
// ask sooner, so that a forged, repeated, late or lost one changes nothing; what came while the agent was away is found
// the same way.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { DriverReceipt, Sink } from '../driver.ts';
import type { OpenText, OpenTexts } from './open_texts.ts';
import { type PhoneApi, readTextStatus, type TextStatus } from './phone_api.ts';
import { readSendError } from './send_error.ts';

const tickMs = 1_000;
/** Most texts asked about at a time, to spare the phone. */
const maxAtATime = 2;
/** The app says Delivered at the first part's receipt (docs/features/status-tracking.md): the others get this long. */
const partsGraceMs = 120_000;

interface ReceiptsOptions {
  api: PhoneApi;
  texts: OpenTexts;
  sink: Sink;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Whether the phone can be asked now. */
  isReachable(): boolean;
  /** Whether a submit looks after this text itself. */
  isBusy(id: string): boolean;
}

interface Tracked {
  text: OpenText;
  dueMs: number;
  deliveredSinceMs: number | undefined;
  /** The journal knows that it left. */
  isSentKnown?: boolean;
}

/** Brings receipts. */
export class Receipts {
  readonly #options: ReceiptsOptions;
  readonly #tracked = new Map<string, Tracked>();
  readonly #asking = new Set<string>();
  #cancel: CancelTimer = () => undefined;

  constructor(options: ReceiptsOptions) {
    this.#options = options;
  }

  /** Begins with what earlier runs left. */
  start(): void {
    for (const text of this.#options.texts.list()) this.track(text);
    this.#cancel = this.#options.clock.setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    this.#cancel();
  }

  /** There is more to come about this text. */
  track(text: OpenText): void {
    this.#tracked.set(text.id, { text, dueMs: 0, deliveredSinceMs: undefined });
  }

  /** The phone may have news about this text. False when nobody waits for it. */
  ring(id: string): boolean {
    const tracked = this.#tracked.get(id);
    if (tracked === undefined) return false;
    tracked.dueMs = 0;
    this.#tick();
    return true;
  }

  #tick(): void {
    const { clock, isReachable, isBusy, signal } = this.#options;
    if (signal.aborted || !isReachable()) return;
    const nowMs = clock.nowMs();
    for (const tracked of this.#tracked.values()) {
      if (this.#asking.size >= maxAtATime) return;
      const { id } = tracked.text;
      if (tracked.dueMs > nowMs || this.#asking.has(id) || isBusy(id)) continue;
      tracked.dueMs = nowMs + pauseMs(nowMs - tracked.text.atMs);
      this.#asking.add(id);
      void this.#ask(tracked).finally(() => {
        this.#asking.delete(id);
        this.#tick();
      });
    }
  }

  async #ask(tracked: Tracked): Promise<void> {
    const { api, texts, clock, signal } = this.#options;
    const { text } = tracked;
    const looked = await api.message(text.id);
    if (signal.aborted || looked.kind !== 'answer') return;
    if (looked.status === 404) return this.#forget(text);
    const status = looked.status === 200 ? readTextStatus(looked.body) : undefined;
    if (status?.wasSent && !tracked.isSentKnown) {
      tracked.isSentKnown = true;
      await this.#say(() => this.#options.sink.sentLate(text));
    }
    const receipt = status && this.#read(status, tracked);
    if (receipt !== undefined) return this.#deliver(receipt, text);
    texts.prune(clock.nowMs());
    if (texts.find(text)?.id !== text.id) this.#tracked.delete(text.id);
  }

  #read(status: TextStatus, tracked: Tracked): DriverReceipt | undefined {
    const { api, clock } = this.#options;
    const { messageId, attempt, identity, parts } = tracked.text;
    const nowMs = clock.nowMs();
    const match = { by: 'job', messageId, attempt, identity } as const;
    const saidMs = status.sinceMs === undefined ? nowMs : status.sinceMs - api.offsetMs;
    const atMs = Math.min(nowMs, Math.max(tracked.text.atMs, saidMs));
    if (status.state === 'Failed') {
      const { detail } = readSendError(status.error, parts, status.wasSent);
      return { match, outcome: 'failed', atMs, detail };
    }
    if (status.state !== 'Delivered') return undefined;
    tracked.deliveredSinceMs ??= atMs;
    const readyMs = tracked.deliveredSinceMs + partsGraceMs;
    if (parts > 1 && nowMs < readyMs) {
      tracked.dueMs = readyMs;
      return undefined;
    }
    return { match, outcome: 'delivered', atMs };
  }

  async #deliver(receipt: DriverReceipt, text: OpenText): Promise<void> {
    await this.#say(async () => {
      await this.#options.sink.receipt(receipt);
      this.#forget(text);
    });
  }

  async #say(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch {
      // The journal failed and the agent is about to end; the phone is asked again by the next run.
      this.#options.log.warn('what the phone says of a text could not be kept');
    }
  }

  #forget(text: OpenText): void {
    const { texts, signal } = this.#options;
    if (signal.aborted) return;
    // A later try of the same text may be open by now.
    if (texts.find(text)?.id === text.id) texts.close(text);
    this.#tracked.delete(text.id);
  }
}

/** Until the next question about a text of this age. */
function pauseMs(ageMs: number): number {
  if (ageMs < 60_000) return 5_000;
  if (ageMs < 600_000) return 30_000;
  return ageMs < 3_600_000 ? 120_000 : 900_000;
}

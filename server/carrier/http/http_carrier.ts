// A carrier that is reached through requests of HTTP that the operator described: a window of requests, a limit of
// texts a second, and a rest whenever the far end is not well. What is beyond its room is refused at once; nothing
// queues here.
import type { CancelTimer } from '../../clock.ts';
import type {
  CallbackAnswer,
  Carrier,
  CarrierCallback,
  CarrierCaps,
  CarrierContext,
  CarrierHealth,
  CarrierSink,
  Submission,
  SubmitResult,
} from '../carrier.ts';
import { Rest } from '../rest.ts';
import { TokenBucket } from '../token_bucket.ts';
import type { Verdict } from './answer_rules.ts';
import type { FarRequest } from './ask.ts';
import type { CallbackTaker } from './callbacks.ts';
import type { Courier } from './courier.ts';
import type { RequestMaker } from './request_maker.ts';
import { Inexpressible } from './template.ts';

/** After how long a text may be tried again that found no room. */
const noRoomAfterMs = 1_000;
/** How long a stop waits for answers; what is then still under way is unknown. */
const stopBoundMs = 3_000;

export interface HttpCarrierOptions {
  /** Requests under way. */
  window: number;
  /** null: no limit. */
  textsPerSecond: number | null;
  hasReceipts: boolean;
  makeRequest: RequestMaker;
  courier: Courier;
  /** null: it is never called. */
  callbacks: CallbackTaker | null;
}

/** A carrier; it does nothing before `start`. */
export class HttpCarrier implements Carrier {
  readonly caps: CarrierCaps;
  readonly callback?: (callback: CarrierCallback) => Promise<CallbackAnswer>;
  readonly #options: HttpCarrierOptions;
  readonly #context: CarrierContext;
  readonly #bucket: TokenBucket | null;
  readonly #rest: Rest;
  #sink: CarrierSink | undefined;
  #onRoom: () => void = () => {};
  #inFlight = 0;
  #whenIdle: (() => void) | undefined;
  /** After a rest, one text finds out whether the far end is well; the others wait for it. */
  #isTrying = false;
  #trouble: string | undefined;
  #wasFull = true;
  #cancelWake: CancelTimer | null = null;
  #stopped: Promise<void> | undefined;

  constructor(options: HttpCarrierOptions, context: CarrierContext) {
    const { window, hasReceipts, textsPerSecond, callbacks } = options;
    this.#options = options;
    this.#context = context;
    this.#bucket = textsPerSecond === null ? null : new TokenBucket(context.clock, textsPerSecond);
    this.#rest = new Rest(context);
    this.caps = { unit: 'message', receipts: hasReceipts, window };
    if (callbacks !== null) this.callback = (callback) => callbacks.take(callback, this.#sink);
  }

  start(sink: CarrierSink, onRoom: () => void): void {
    this.#sink = sink;
    this.#onRoom = onRoom;
    this.#tellRoom();
  }

  room(): number {
    const room = this.#countRoom();
    if (room === 0) this.#wasFull = true;
    return room;
  }

  async submit(submission: Submission): Promise<SubmitResult> {
    if (this.#countRoom() === 0) return this.#noRoom();
    const nowMs = this.#context.clock.nowMs();
    if (submission.expiresAtMs <= nowMs) return tooLate;
    let request: FarRequest;
    try {
      request = this.#options.makeRequest(submission, nowMs);
    } catch (error) {
      const detail = error instanceof Inexpressible ? error.message : 'the text can not be expressed';
      return { kind: 'rejected', code: 'carrier_failed', detail, retryable: false };
    }
    this.#inFlight++;
    this.#bucket?.take();
    this.room();
    const verdict = await this.#options.courier.carry(request, submission.expiresAtMs);
    this.#inFlight--;
    if (this.#inFlight === 0) this.#whenIdle?.();
    const result = this.#learn(verdict);
    this.#tellRoom();
    return result;
  }

  health(): CarrierHealth {
    if (this.#sink === undefined) return { up: false, detail: 'closed' };
    const sentences = [`${this.#inFlight} requests under way`];
    if (this.#rest.leftMs > 0) sentences.push(`resting for ${Math.ceil(this.#rest.leftMs / 1_000)} s`);
    if (this.#trouble !== undefined) sentences.push(this.#trouble);
    return { up: this.#trouble === undefined, detail: sentences.join('; ') };
  }

  stop(): Promise<void> {
    this.#sink = undefined;
    this.#cancelWake?.();
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenIdle = resolve;
    if (this.#inFlight === 0) resolve();
    const cancel = this.#context.clock.setTimeout(() => this.#options.courier.close(), stopBoundMs);
    await promise;
    cancel();
    this.#options.courier.close();
  }

  #countRoom(): number {
    if (this.#sink === undefined || this.#rest.leftMs > 0) return 0;
    const window = this.#isTrying ? 1 : this.caps.window;
    return Math.max(0, Math.min(window - this.#inFlight, this.#bucket?.available ?? window));
  }

  #noRoom(): SubmitResult {
    this.room();
    const afterMs = Math.max(noRoomAfterMs, this.#rest.leftMs);
    const detail = 'the carrier has no room now';
    return { kind: 'rejected', code: 'carrier_failed', detail, retryable: true, afterMs };
  }

  /** What an answer says of the far end itself. Whatever may pass makes it rest, so that others take over. */
  #learn({ result, restMs }: Verdict): SubmitResult {
    if (restMs === null) {
      this.#rest.ease();
      // An answer that comes during a rest was asked for before it.
      if (this.#rest.leftMs === 0) {
        this.#isTrying = false;
        this.#trouble = undefined;
      }
      return result;
    }
    const afterMs = this.#rest.begin(restMs);
    this.#isTrying = true;
    this.#trouble = result.kind === 'accepted' ? undefined : result.detail;
    return result.kind === 'rejected' && result.retryable ? { ...result, afterMs } : result;
  }

  /** Tells of room where there was none, and looks again when there may be some. */
  #tellRoom(): void {
    // Before the room: a rest that ends between the two would leave nobody to look again.
    const waitMs = Math.max(this.#rest.leftMs, this.#bucket?.waitMs ?? 0);
    if (this.room() > 0) {
      if (!this.#wasFull) return;
      this.#wasFull = false;
      this.#onRoom();
      return;
    }
    if (waitMs === 0 || this.#cancelWake !== null || this.#sink === undefined) return;
    this.#cancelWake = this.#context.clock.setTimeout(() => {
      this.#cancelWake = null;
      this.#tellRoom();
    }, waitMs);
  }
}

/** Whoever holds the text knows how it ends. */
const tooLate: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the text is no longer worth delivering',
  retryable: true,
  afterMs: noRoomAfterMs,
};

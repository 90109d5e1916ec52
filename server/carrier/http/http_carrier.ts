// A carrier that is reached through requests of HTTP that the operator described: a window of requests, a limit of
// texts a second, and a backoff whenever the company has trouble. A submit beyond its capacity is refused at once;
// nothing queues here.

import { SubmitCapacity, tooLate } from '../capacity/submit_capacity.ts';
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
import type { CallbackTaker } from './callbacks/callbacks.ts';
import type { CarrierRequest } from './calls/ask.ts';
import type { Courier } from './calls/courier.ts';
import type { RequestMaker } from './calls/request_maker.ts';
import { Inexpressible } from './calls/request_maker.ts';
import type { Verdict } from './reading/answer_rules.ts';

/** How long a stop waits for answers; what is then still under way is unknown. */
const stopBoundMs = 3_000;

interface HttpCarrierOptions {
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
  readonly #capacity: SubmitCapacity;
  #sink: CarrierSink | undefined;
  #inFlight = 0;
  #whenIdle: (() => void) | undefined;
  /** After a backoff, one text finds out whether the company works again; the others wait for it. */
  #isTrying = false;
  #trouble: string | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: HttpCarrierOptions, context: CarrierContext) {
    const { window, hasReceipts, textsPerSecond, callbacks } = options;
    this.#options = options;
    this.#context = context;
    this.#capacity = new SubmitCapacity({
      context,
      textsPerSecond,
      ownCapacity: () => this.#countCapacity(),
    });
    this.caps = { unit: 'message', receipts: hasReceipts, window };
    if (callbacks !== null) this.callback = (callback) => callbacks.take(callback, this.#sink);
  }

  start(sink: CarrierSink, onCapacity: () => void): void {
    this.#sink = sink;
    this.#capacity.open(onCapacity);
    this.#capacity.announce();
  }

  capacity(): number {
    return this.#capacity.capacity();
  }

  async submit(submission: Submission): Promise<SubmitResult> {
    if (this.#capacity.capacity() === 0) return this.#capacity.refuse();
    const nowMs = this.#context.clock.nowMs();
    if (submission.expiresAtMs <= nowMs) return tooLate;
    let request: CarrierRequest;
    try {
      request = this.#options.makeRequest(submission, nowMs);
    } catch (error) {
      const detail = error instanceof Inexpressible ? error.message : 'the text cannot be expressed';
      return { kind: 'rejected', code: 'carrier_failed', detail, retryable: false };
    }
    this.#inFlight++;
    this.#capacity.take();
    const verdict = await this.#options.courier.carry(request, submission.expiresAtMs);
    this.#inFlight--;
    if (this.#inFlight === 0) this.#whenIdle?.();
    const result = this.#learn(verdict);
    this.#capacity.announce();
    return result;
  }

  health(): CarrierHealth {
    if (this.#sink === undefined) return { up: false, detail: 'closed' };
    const sentences = [`${this.#inFlight} requests under way`];
    if (this.#capacity.backoff.leftMs > 0)
      sentences.push(`backing off for ${Math.ceil(this.#capacity.backoff.leftMs / 1_000)} s`);
    if (this.#trouble !== undefined) sentences.push(this.#trouble);
    return { up: this.#trouble === undefined, detail: sentences.join('; ') };
  }

  stop(): Promise<void> {
    this.#sink = undefined;
    this.#capacity.close();
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

  #countCapacity(): number {
    return (this.#isTrying ? 1 : this.caps.window) - this.#inFlight;
  }

  /**
   * Acts on what an answer says about the company itself. Trouble that may pass begins a backoff, so that other
   * carriers take over.
   */
  #learn({ result, backoffMs }: Verdict): SubmitResult {
    if (backoffMs === null) {
      this.#capacity.backoff.ease();
      // An answer that comes during a backoff was asked for before it.
      if (this.#capacity.backoff.leftMs === 0) {
        this.#isTrying = false;
        this.#trouble = undefined;
      }
      return result;
    }
    const afterMs = this.#capacity.backoff.begin(backoffMs);
    this.#isTrying = true;
    this.#trouble = troubleOf(result);
    return result.kind === 'rejected' && result.retryable ? { ...result, afterMs } : result;
  }
}

/** What the company said of the trouble that began a backoff. */
function troubleOf(result: SubmitResult): string | undefined {
  const said = result.kind === 'divided' ? result.parts.find(({ kind }) => kind !== 'accepted') : result;
  return said && 'detail' in said ? said.detail : undefined;
}

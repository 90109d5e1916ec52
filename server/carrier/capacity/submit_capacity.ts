// How many texts a carrier takes now: by its window, by a limit of texts a second, and by its backoff while the company
// has too much to do. A caller that found no capacity is called when there is some again.
import type { CancelTimer } from '../../../runtime/clock.ts';
import type { CarrierContext, SubmitResult } from '../carrier.ts';
import { Backoff } from './backoff.ts';
import { TokenBucket } from './token_bucket.ts';

/** How long a text that found no capacity waits before the next try. */
export const noCapacityAfterMs = 1_000;

interface SubmitCapacityOptions {
  context: Pick<CarrierContext, 'clock' | 'random'>;
  /** null: no limit. */
  textsPerSecond: number | null;
  /** Submits that could begin now if there were neither limit nor backoff. */
  ownCapacity: () => number;
}

/** The capacity of one carrier: none before `open` and after `close`. */
export class SubmitCapacity {
  readonly backoff: Backoff;
  readonly #options: SubmitCapacityOptions;
  readonly #bucket: TokenBucket | null;
  #onCapacity: (() => void) | undefined;
  /** Whether there has been no capacity since `onCapacity` was last called. */
  #wasFull = true;
  #cancelWake: CancelTimer | null = null;

  constructor(options: SubmitCapacityOptions) {
    const { context, textsPerSecond } = options;
    this.#options = options;
    this.#bucket = textsPerSecond === null ? null : new TokenBucket(context.clock, textsPerSecond);
    this.backoff = new Backoff(context);
  }

  /** From now on there may be capacity; `onCapacity` is called when there is some again. */
  open(onCapacity: () => void): void {
    this.#onCapacity = onCapacity;
  }

  close(): void {
    this.#onCapacity = undefined;
    this.#cancelWake?.();
  }

  /** Submits that may begin now. */
  capacity(): number {
    const count = this.#count();
    if (count === 0) this.#wasFull = true;
    return count;
  }

  /** A submit has begun. */
  take(): void {
    this.#bucket?.take();
    this.capacity();
  }

  /** Calls `onCapacity` if there is some and was none before; otherwise looks again when there may be some. */
  announce(): void {
    // Read before the capacity: if the backoff ended between the two, nobody would look again.
    const waitMs = Math.max(this.backoff.leftMs, this.#bucket?.waitMs ?? 0);
    if (this.capacity() > 0) {
      if (!this.#wasFull) return;
      this.#wasFull = false;
      this.#onCapacity?.();
      return;
    }
    if (waitMs === 0 || this.#cancelWake !== null || this.#onCapacity === undefined) return;
    this.#cancelWake = this.#options.context.clock.setTimeout(() => {
      this.#cancelWake = null;
      this.announce();
    }, waitMs);
  }

  /** What is answered to a submit that finds no capacity. */
  refuse(): SubmitResult {
    const afterMs = Math.max(noCapacityAfterMs, this.backoff.leftMs);
    const detail = 'the carrier has no capacity now';
    return { kind: 'rejected', code: 'carrier_failed', detail, retryable: true, afterMs };
  }

  #count(): number {
    if (this.#onCapacity === undefined || this.backoff.leftMs > 0) return 0;
    return Math.max(
      0,
      Math.min(this.#options.ownCapacity(), this.#bucket?.available ?? Number.POSITIVE_INFINITY),
    );
  }
}

/** What is answered to a text that has expired: whoever holds it knows how it ends. */
export const tooLate: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the text is no longer worth delivering',
  retryable: true,
  afterMs: noCapacityAfterMs,
};

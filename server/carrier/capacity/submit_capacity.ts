// How many texts a carrier takes now: by its window, by a limit of texts a second, and by its backoff while the company
// has too much to do. A caller that found no capacity is called back when there is some.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { CarrierContext, SubmitResult } from '../carrier.ts';

/** Tokens that come back with time. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #perMs: number;
  #tokens: number;
  #atMs: number;

  /** `perSecond` at least 1. */
  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    // A burst of 20 ms keeps claims from being made one by one. The rate limit makes up for what it adds in a second.
    this.#capacity = Math.ceil(perSecond / 50);
    this.#perMs = (perSecond - this.#capacity + 1) / 1_000;
    this.#tokens = this.#capacity;
    this.#atMs = clock.nowMs();
  }

  /** How many may leave now. */
  get available(): number {
    const nowMs = this.#clock.nowMs();
    // A clock that was set back gives nothing and takes nothing.
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#tokens = Math.min(this.#capacity, this.#tokens + passedMs * this.#perMs);
    this.#atMs = nowMs;
    return Math.floor(this.#tokens + rounding);
  }

  /** Takes one token. Call it only when `available`. */
  take(): void {
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  /** How long until one may leave, in milliseconds. */
  get waitMs(): number {
    return this.available > 0 ? 0 : Math.max(1, Math.ceil((1 - rounding - this.#tokens) / this.#perMs));
  }
}

/** Rounding makes sums of fractions fall short of whole numbers by at most this. */
const rounding = 1e-9;

const shortestMs = 1_000;
const longestMs = 60_000;
/** The largest share of itself by which chance makes a backoff longer. */
const jitter = 1 / 4;

/**
 * When submits may go on.
 * From 1 s, twice as long each time up to 60 s, half as long again with each text that is taken, and short again once texts
 * were taken for as long as the backoff had lasted.
 */
export class Backoff {
  readonly #context: Pick<CarrierContext, 'clock' | 'random'>;
  #nextMs = shortestMs;
  #sinceMs = 0;
  #lastsMs = 0;

  constructor(context: Pick<CarrierContext, 'clock' | 'random'>) {
    this.#context = context;
  }

  /** What is left of it, in milliseconds; 0 when it is over. */
  get leftMs(): number {
    const passedMs = this.#context.clock.nowMs() - this.#sinceMs;
    // A clock that was set back would make it last for hours.
    return passedMs < 0 ? 0 : Math.max(0, this.#lastsMs - passedMs);
  }

  /**
   * Begins one, up to a quarter longer by chance. Refusals that come during a backoff belong to it. Returns
   * how long it lasts now, which is at least what the company itself asks for.
   */
  begin(leastMs = 0): number {
    const { clock, random } = this.#context;
    if (this.leftMs === 0) {
      this.#sinceMs = clock.nowMs();
      this.#lastsMs = Math.ceil(this.#nextMs * (1 + random() * jitter));
      this.#nextMs = Math.min(longestMs / (1 + jitter), this.#nextMs * 2);
    }
    this.#lastsMs += Math.max(0, leastMs - this.leftMs);
    return this.leftMs;
  }

  /** A text was taken. */
  ease(): void {
    const isWell = this.#context.clock.nowMs() - this.#sinceMs >= 2 * this.#lastsMs;
    this.#nextMs = isWell ? shortestMs : Math.max(shortestMs, this.#nextMs / 2);
  }
}

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

  /** From now on there may be capacity; `onCapacity` is called when there is some. */
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

  /** Calls `onCapacity` if there is capacity and was none before; otherwise looks again when there may be some. */
  announce(): void {
    // Read before the capacity: if the backoff ended between the two, there would be no further look.
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

  /** The answer to a submit that finds no capacity. */
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

/** The answer to a text that has expired; the caller ends it. */
export const tooLate: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the text is no longer worth delivering',
  retryable: true,
  afterMs: noCapacityAfterMs,
};

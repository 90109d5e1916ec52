// A limit of texts a second: small bursts, and never more than the limit in any one second.
import type { Clock } from '../../../runtime/clock.ts';

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
    // A burst of 20 ms keeps claims from being made one by one. What it adds in a second the rate limit gives back.
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

  /** One leaves; only when `available`. */
  take(): void {
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  /** How long until one may leave, in milliseconds. */
  get waitMs(): number {
    return this.available > 0 ? 0 : Math.max(1, Math.ceil((1 - rounding - this.#tokens) / this.#perMs));
  }
}

/** Sums of fractions fall short of whole numbers by this at most. */
const rounding = 1e-9;

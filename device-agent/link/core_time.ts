// The core's time, by the last Welcome. Deadlines of jobs and stamps of reports are in the core's
// time, so that a phone with a wrong clock neither expires texts early nor delivers them in the future.
import type { Clock } from '../../runtime/clock.ts';

/** If time jumps by this much between two looks, the clock was set, or the machine slept. */
const clockJumpMs = 45_000;
const doubtMs = 5 * 60_000;

/** Translates between this machine's clock and the core's. */
export class CoreTime {
  readonly #clock: Clock;
  readonly #onDoubt: () => void;
  #offsetMs: number;
  #lastLookMs: number | undefined;
  #doubtfulUntilMs = Number.NEGATIVE_INFINITY;

  /**
   * `offsetMs` is what was known last time: the core's time minus this machine's. `onDoubt` is called when the core's
   * time is no longer known, and has to cause the next Welcome.
   */
  constructor(clock: Clock, offsetMs: number, onDoubt: () => void = () => undefined) {
    this.#clock = clock;
    this.#onDoubt = onDoubt;
    this.#offsetMs = offsetMs;
  }

  /** The core's time minus this machine's, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Learns the core's present time, from a Welcome. */
  learn(coreNowMs: number): void {
    this.#offsetMs = Math.round(coreNowMs - this.#clock.nowMs());
    this.#lastLookMs = this.#clock.nowMs();
    this.#doubtfulUntilMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * Whether the clock was set, or the machine slept, so that the core's time is not known before the next Welcome;
   * after five minutes without one the clock is taken as it is. Call it at least every few seconds.
   */
  isDoubtful(): boolean {
    const nowMs = this.#clock.nowMs();
    const movedMs = Math.abs(nowMs - (this.#lastLookMs ?? nowMs));
    this.#lastLookMs = nowMs;
    if (movedMs >= clockJumpMs) {
      this.#doubtfulUntilMs = nowMs + doubtMs;
      this.#onDoubt();
    }
    return nowMs < this.#doubtfulUntilMs;
  }

  /** The core's present time, in milliseconds since the epoch. */
  nowMs(): number {
    return this.#clock.nowMs() + this.#offsetMs;
  }

  /** A moment of the core's time, by this machine's clock. */
  toLocalMs(coreMs: number): number {
    return coreMs - this.#offsetMs;
  }

  /** A moment of this machine's clock, in the core's time. */
  fromLocalMs(localMs: number): number {
    return localMs + this.#offsetMs;
  }
}

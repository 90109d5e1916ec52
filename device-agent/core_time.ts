// The core's time, as far as the last Welcome told it. Deadlines of jobs and stamps of reports are in the core's
// time, so that a phone with a wrong clock neither expires texts early nor delivers them in the future.
import type { Clock } from './clock.ts';

/** Translates between this machine's clock and the core's. */
export class CoreTime {
  readonly #clock: Clock;
  #offsetMs: number;

  /** `offsetMs` is what was known last time: the core's time minus this machine's. */
  constructor(clock: Clock, offsetMs: number) {
    this.#clock = clock;
    this.#offsetMs = offsetMs;
  }

  /** The core's time minus this machine's, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Learns the core's present time, from a Welcome. */
  learn(coreNowMs: number): void {
    this.#offsetMs = Math.round(coreNowMs - this.#clock.nowMs());
  }

  /** The core's present time, in milliseconds since the epoch. */
  nowMs(): number {
    return this.#clock.nowMs() + this.#offsetMs;
  }

  /** A moment of this machine's clock, in the core's time. */
  fromLocalMs(localMs: number): number {
    return localMs + this.#offsetMs;
  }
}

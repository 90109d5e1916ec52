// Runs rounds one after the other. Anything that may give them work wakes them, but not more often than makes sense.
import type { Clock } from '../../runtime/clock.ts';

/** Least time between a round that found nothing and the next one, in milliseconds. */
const emptySpacingMs = 20;

export class Rounds {
  readonly #clock: Clock;
  readonly #round: () => Promise<boolean>;
  #running: Promise<void> | undefined;
  /** Woken while a round was in flight. */
  #isWoken = false;
  /** Something else is to be looked for than the last round did. */
  #isUrgent = false;
  #isStopped = false;
  #foundNothingAtMs = Number.NEGATIVE_INFINITY;
  #cancelWake: (() => void) | undefined;

  /** `round` answers false when there is nothing more to be done before the next wake. It must not throw. */
  constructor(clock: Clock, round: () => Promise<boolean>) {
    this.#clock = clock;
    this.#round = round;
  }

  /** Runs rounds, at once or soon. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#running) {
      this.#isWoken = true;
      return;
    }
    const sinceMs = this.#clock.nowMs() - this.#foundNothingAtMs;
    // A clock that was set back would keep the next round waiting for hours.
    if (!this.#isUrgent && sinceMs >= 0 && sinceMs < emptySpacingMs) {
      this.#cancelWake ??= this.#clock.setTimeout(() => {
        this.#cancelWake = undefined;
        this.wake();
      }, emptySpacingMs - sinceMs);
      return;
    }
    this.#isWoken = false;
    this.#isUrgent = false;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      // Events during the last round may have come too late for it.
      if (this.#isWoken) this.wake();
    });
  }

  /** The same, however little the last round found: there is something else to look for. */
  wakeAtOnce(): void {
    this.#isUrgent = true;
    this.wake();
  }

  /** The round in flight found nothing at all: the next one waits a moment. */
  foundNothing(): void {
    this.#foundNothingAtMs = this.#clock.nowMs();
  }

  /** Begins no round any more; resolves when the one in flight is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelWake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      // Events of one turn of the event loop are handled together.
      await new Promise((resolve) => setImmediate(resolve));
    } while (!this.#isStopped && (await this.#round()));
  }
}

// A wait that can be ended early, for a loop that sleeps most of the time.
import type { Clock } from '../../../runtime/clock.ts';

/** One sleeper. A ring while nobody sleeps is kept for the next sleep. */
export class Alarm {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;
  #rung = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after `ms`, or when it rings; leaves no timer behind. One call at a time. */
  async sleep(ms: number): Promise<void> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = this.#clock.setTimeout(resolve, ms);
      this.#wake = resolve;
      await promise;
      cancel();
      this.#wake = undefined;
    }
    this.#rung = false;
  }

  /** Ends the sleep. */
  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Forgets a ring that nobody took. */
  hush(): void {
    this.#rung = false;
  }
}

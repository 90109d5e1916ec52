// A device that answers, and told a text that nothing at all can be sent now, is left alone for a while: its texts wait,
// and the pause grows each time until one is sent.
import type { Clock } from '../../runtime/clock.ts';
import type { Health, Problem } from './driver.ts';

/** The pause of one device. */
export class Hold {
  readonly #clock: Clock;
  readonly #firstMs: number;
  readonly #lastMs: number;
  #nextMs: number;
  #reason: { problem: Problem; detail: string } | undefined;
  #untilMs = 0;

  /** The first pause, and the longest; each is twice the one before. */
  constructor(clock: Clock, firstMs: number, lastMs: number) {
    this.#clock = clock;
    this.#firstMs = firstMs;
    this.#lastMs = lastMs;
    this.#nextMs = firstMs;
  }

  /** Begins a pause; returns how long it is, in milliseconds. */
  begin(problem: Problem, detail: string): number {
    const holdMs = this.#nextMs;
    this.#nextMs = Math.min(holdMs * 2, this.#lastMs);
    this.#reason = { problem, detail };
    this.#untilMs = this.#clock.nowMs() + holdMs;
    return holdMs;
  }

  /** A text was sent: the pause is over, and the next one short again. */
  release(): void {
    this.#reason = undefined;
    this.#nextMs = this.#firstMs;
  }

  /** Whether a pause lasts. */
  get isOn(): boolean {
    return this.#reason !== undefined && this.#clock.nowMs() < this.#untilMs;
  }

  /** The device's health as it is to be told: what is held back cannot be sent, whatever the device says of itself. */
  over(health: Health): Health {
    return this.isOn && health.problem === undefined ? { ...health, ...this.#reason } : health;
  }
}

// The backoff of a device that answers, but refused a text because nothing at all can be sent now: its texts wait,
// and the pause grows each time until one is sent.
import type { Clock } from '../../runtime/clock.ts';
import type { Health, Problem } from './driver.ts';

/** The backoff of one device. */
export class Backoff {
  readonly #clock: Clock;
  readonly #firstMs: number;
  readonly #lastMs: number;
  #nextMs: number;
  #reason: { problem: Problem; detail: string } | undefined;
  #untilMs = 0;

  /** The first backoff, and the longest; each is twice the one before. */
  constructor(clock: Clock, firstMs: number, lastMs: number) {
    this.#clock = clock;
    this.#firstMs = firstMs;
    this.#lastMs = lastMs;
    this.#nextMs = firstMs;
  }

  /** Begins a backoff; returns how long it is, in milliseconds. */
  begin(problem: Problem, detail: string): number {
    const backoffMs = this.#nextMs;
    this.#nextMs = Math.min(backoffMs * 2, this.#lastMs);
    this.#reason = { problem, detail };
    this.#untilMs = this.#clock.nowMs() + backoffMs;
    return backoffMs;
  }

  /** A text was sent: the backoff has ended, and the next one is short again. */
  release(): void {
    this.#reason = undefined;
    this.#nextMs = this.#firstMs;
  }

  /** Whether a backoff is under way. */
  get isOn(): boolean {
    return this.#reason !== undefined && this.#clock.nowMs() < this.#untilMs;
  }

  /** The health to report: while texts are delayed nothing can be sent, whatever the device says about itself. */
  over(health: Health): Health {
    return this.isOn && health.problem === undefined ? { ...health, ...this.#reason } : health;
  }
}

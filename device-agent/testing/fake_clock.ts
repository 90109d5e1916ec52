// Time that tests move by hand. Timers fire in the order of their moments, at their exact moments.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

interface FakeTimer {
  atMs: number;
  fn: () => void;
  periodMs: number | undefined;
}

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #nowMs = Date.UTC(2026, 0, 1);
  #setByMs = 0;
  readonly #timers = new Set<FakeTimer>();

  nowMs(): number {
    return this.#nowMs;
  }

  /** The time of those whose clock nobody set. */
  trueMs(): number {
    return this.#nowMs - this.#setByMs;
  }

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + delayMs, fn, periodMs: undefined });
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + periodMs, fn, periodMs });
  }

  /** Timers that are set now; none may be left when everything has stopped. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time and fires what is due on the way. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      if (next.periodMs === undefined) this.#timers.delete(next);
      else next.atMs += next.periodMs;
      next.fn();
    }
    this.#nowMs = untilMs;
  }

  /** Sets the clock, forwards or back, as a person or a time server does: timers keep their remaining time. */
  set(byMs: number): void {
    this.#nowMs += byMs;
    this.#setByMs += byMs;
    for (const timer of this.#timers) timer.atMs += byMs;
  }

  #add(timer: FakeTimer): CancelTimer {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #next(untilMs: number): FakeTimer | undefined {
    const due = [...this.#timers].filter((timer) => timer.atMs <= untilMs);
    return due.sort((a, b) => a.atMs - b.atMs)[0];
  }
}

// A clock that stands still until a test moves it, so that no test sleeps.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

interface Timer {
  atMs: number;
  delayMs: number;
  periodMs: number | null;
  fn: () => void;
}

/** Time that only `advance` moves. Timers fire in the order of their times. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(start = '2026-03-10T12:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  readonly nowMs = () => this.#nowMs;

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + delayMs, delayMs, periodMs: null, fn });
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + periodMs, delayMs: periodMs, periodMs, fn });
  }

  /** Timeouts of a length that neither fell due nor were cancelled: how much is under way that has such a deadline. */
  pendingTimeouts(delayMs: number): number {
    return [...this.#timers].filter((timer) => timer.periodMs === null && timer.delayMs === delayMs).length;
  }

  /** Moves the time without firing anything: as a process that slept. */
  jumpTo(instant: string): void {
    this.#nowMs = Date.parse(instant);
  }

  /** Moves the time on and fires what falls due, once each. */
  advance(ms: number): void {
    this.#nowMs += ms;
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => timer.atMs <= this.#nowMs)
        .sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) return;
      if (due.periodMs === null) this.#timers.delete(due);
      else due.atMs = this.#nowMs + due.periodMs;
      due.fn();
    }
  }

  #add(timer: Timer): CancelTimer {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

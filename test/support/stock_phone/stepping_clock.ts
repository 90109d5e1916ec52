// A clock that a test moves, and that knows when its next timer is due: time then passes from one timer to the next, however long
// it is, and what a timer sets off is done before the next one.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';

export class SteppingClock implements Clock {
  readonly #clock: ManualClock;
  readonly #due = new Set<{ atMs: number }>();

  constructor(clock = new ManualClock()) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    const timer = { atMs: this.nowMs() + delayMs };
    this.#due.add(timer);
    const cancel = this.#clock.setTimeout(() => {
      this.#due.delete(timer);
      fn();
    }, delayMs);
    return () => {
      this.#due.delete(timer);
      cancel();
    };
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    let cancel = () => {};
    const again = () => {
      cancel = this.setTimeout(again, periodMs);
      fn();
    };
    cancel = this.setTimeout(again, periodMs);
    return () => cancel();
  }

  /** Moves to the next timer, or by `ms` if none is due before. Returns by how much. */
  step(ms: number): number {
    const nowMs = this.nowMs();
    const nextMs = Math.min(...[...this.#due].map(({ atMs }) => atMs), nowMs + ms);
    const byMs = Math.max(0, nextMs - nowMs);
    this.#clock.advance(byMs);
    return byMs;
  }
}

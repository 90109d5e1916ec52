// A clock that stands still until a test moves it, so that no test sleeps.
import type { CancelTimer, Clock } from '../clock.ts';

interface Timer {
  atMs: number;
  delayMs: number;
  /** Undefined for one that fires once. */
  periodMs: number | undefined;
  fn: () => void;
}

/** Time that only a test moves. Timers fire in the order of their moments. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(start = '2026-03-10T12:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  readonly nowMs = () => this.#nowMs;

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + delayMs, delayMs, periodMs: undefined, fn });
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    return this.#add({ atMs: this.#nowMs + periodMs, delayMs: periodMs, periodMs, fn });
  }

  /** Timers that are set now; none may be left when everything has stopped. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Timeouts of a length that neither fell due nor were cancelled: how much is under way that has such a deadline. */
  pendingTimeouts(delayMs: number): number {
    const isOne = ({ periodMs, delayMs: own }: Timer) => periodMs === undefined && own === delayMs;
    return [...this.#timers].filter(isOne).length;
  }

  /** Lets time pass: every timer fires at its own moment, as often as it falls due. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#nextDue(untilMs); next !== undefined; next = this.#nextDue(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#fire(next);
    }
    this.#nowMs = untilMs;
  }

  /** Lets time pass at once, as for a process that slept: what fell due meanwhile fires afterwards, and only once. */
  leap(ms: number): void {
    this.#nowMs += ms;
    for (let next = this.#nextDue(this.#nowMs); next !== undefined; next = this.#nextDue(this.#nowMs))
      this.#fire(next);
  }

  /** Puts the time elsewhere and fires nothing; timers keep their moments. */
  jumpTo(instant: string): void {
    this.#nowMs = Date.parse(instant);
  }

  /** Sets the clock forwards or back, as a person or a time server does: timers keep their remaining time. */
  set(byMs: number): void {
    this.#nowMs += byMs;
    for (const timer of this.#timers) timer.atMs += byMs;
  }

  #add(timer: Timer): CancelTimer {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #nextDue(untilMs: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.atMs <= untilMs);
    return due.sort((a, b) => a.atMs - b.atMs)[0];
  }

  #fire(timer: Timer): void {
    if (timer.periodMs === undefined) this.#timers.delete(timer);
    // After a leap the next period begins now; on the way there it begins where the last one ended.
    else timer.atMs = this.#nowMs + timer.periodMs;
    timer.fn();
  }
}

// The clock of a simulation. It stands still until the simulation moves it, and only from one timer to the next.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import { projectPlaceOf } from './places.ts';

interface Timer {
  atMs: number;
  /** Undefined for one that fires once. */
  periodMs: number | undefined;
  fn: () => void;
  /** The part that set it. */
  part: PartClock;
  /** Where it was set. */
  setAt: Error;
}

/** A moment at which timers fall due. */
export interface Due {
  atMs: number;
  timers: readonly { fire: () => void }[];
}

/** Those of one part stay in their order; how the parts' stand among each other must not depend on who came first. */
const byPart = (a: Timer, b: Timer) => (a.part.part < b.part.part ? -1 : Number(a.part.part > b.part.part));

export class SimulatedTime {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(start: string) {
    this.#nowMs = Date.parse(start);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** A clock for a part of the service. */
  clockOf(part: string): PartClock {
    return new PartClock(this, part);
  }

  /** The next moment at which timers fall due; undefined where there are none. */
  next(): Due | undefined {
    let atMs = Number.POSITIVE_INFINITY;
    for (const timer of this.#timers) atMs = Math.min(atMs, timer.atMs);
    if (atMs === Number.POSITIVE_INFINITY) return undefined;
    const timers = [...this.#timers].filter((timer) => timer.atMs === atMs).sort(byPart);
    return { atMs, timers: timers.map((timer) => ({ fire: () => this.#fire(timer) })) };
  }

  /** Moves the time on; no timer may be due before. */
  moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  /** Moves the time on as if everything had slept meanwhile: timers keep the time that they have left. */
  leap(byMs: number): void {
    this.#nowMs += byMs;
    for (const timer of this.#timers) timer.atMs += byMs;
  }

  /** The timers that are still set: whose they are, and where they were set. */
  describe(): string[] {
    return [...this.#timers].map(
      ({ part, setAt }) => `${part.part}, ${projectPlaceOf(setAt) ?? 'somewhere'}`,
    );
  }

  add(timer: Timer): CancelTimer {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Forgets the timers of a part. */
  drop(part: PartClock): void {
    for (const timer of this.#timers) if (timer.part === part) this.#timers.delete(timer);
  }

  #fire(timer: Timer): void {
    // Another timer of the same moment may have ended it.
    if (!this.#timers.has(timer)) return;
    if (timer.periodMs === undefined) this.#timers.delete(timer);
    else timer.atMs = this.#nowMs + timer.periodMs;
    timer.fn();
  }
}

/** The clock as one part sees it: it can be wrong, and it ends when the part is killed. */
export class PartClock implements Clock {
  readonly part: string;
  readonly #time: SimulatedTime;
  #wrongByMs = 0;
  #isDead = false;

  constructor(time: SimulatedTime, part: string) {
    this.#time = time;
    this.part = part;
  }

  readonly nowMs = () => this.#time.nowMs() + this.#wrongByMs;

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    return this.#add(fn, delayMs, undefined);
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    return this.#add(fn, periodMs, periodMs);
  }

  /** Sets it wrong, as a person or a time server does: timers keep their remaining time. */
  set(byMs: number): void {
    this.#wrongByMs += byMs;
  }

  /** No timer of it fires any more. */
  kill(): void {
    this.#isDead = true;
    this.#time.drop(this);
  }

  #add(fn: () => void, delayMs: number, periodMs: number | undefined): CancelTimer {
    if (this.#isDead) return () => undefined;
    // As Node's timers: whole milliseconds.
    const atMs = this.#time.nowMs() + Math.trunc(Math.max(0, delayMs));
    return this.#time.add({ atMs, periodMs, fn, part: this, setAt: new Error() });
  }
}

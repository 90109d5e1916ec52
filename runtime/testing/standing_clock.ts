// A clock that stands still, for what only asks what time it is: no timer of it falls due.
import type { CancelTimer, Clock } from '../clock.ts';

const neverDue = (): CancelTimer => () => undefined;

export class StandingClock implements Clock {
  #nowMs: number;

  constructor(start = '2026-03-10T12:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  readonly nowMs = () => this.#nowMs;
  readonly setTimeout = neverDue;
  readonly setInterval = neverDue;

  /** Puts the time elsewhere. */
  jumpTo(instant: string): void {
    this.#nowMs = Date.parse(instant);
  }
}

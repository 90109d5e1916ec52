// The core's time: the database's clock, followed by what passes on this machine, so that neither a wrong nor a stepping
// clock of one replica ends another's texts, and instants of two replicas compare.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

/** One look at the database's clock, between two readings of our own that only runs on. */
export interface TimeSample {
  askedAtMs: number;
  answeredAtMs: number;
  /** Of the database, since the Unix epoch. */
  databaseMs: number;
}

/** How fast the two clocks may drift apart: 200 ppm is more than what quartz does. */
const driftRate = 0.0002;

/** A difference that is believed at once: clocks are slewed, and set right by a second. */
const smallStepMs = 2_000;

/** How long a larger one must last until it is believed: what expires meanwhile would not come back. */
const confirmMs = 10_000;

/** How far a time may lie below one that was given before, and be given again instead, in milliseconds. */
const holdMs = 1_000;

/** The database's time minus ours, and how wrong it may be. */
interface Offset {
  ms: number;
  errorMs: number;
  /** Our reading when it was found. */
  atMs: number;
}

/** A Clock whose time is the database's and whose timers are the machine's. Needs a first sample. */
export class DatabaseClock implements Clock {
  readonly #monotonicMs: () => number;
  readonly #timers: Pick<Clock, 'setTimeout' | 'setInterval'>;
  #offset: Offset;
  #candidate: Offset | undefined;
  #givenMs = 0;

  /** Begins with a sample; `monotonicMs` is what its readings were taken from. */
  constructor(
    first: TimeSample,
    monotonicMs: () => number,
    timers: Pick<Clock, 'setTimeout' | 'setInterval'>,
  ) {
    this.#offset = offsetOf(first);
    this.#monotonicMs = monotonicMs;
    this.#timers = timers;
  }

  nowMs(): number {
    const nowMs = Math.floor(this.#monotonicMs() + this.#offset.ms);
    // Corrections of milliseconds never take time back.
    if (nowMs >= this.#givenMs || this.#givenMs - nowMs > holdMs) this.#givenMs = nowMs;
    return this.#givenMs;
  }

  setTimeout(fn: () => void, delayMs: number): CancelTimer {
    return this.#timers.setTimeout(fn, delayMs);
  }

  setInterval(fn: () => void, periodMs: number): CancelTimer {
    return this.#timers.setInterval(fn, periodMs);
  }

  /**
   * Takes a further sample. Returns by how many milliseconds the database's clock was found to have stepped, when that is
   * more than two seconds and has lasted for ten: from then on it is followed. 0 otherwise.
   */
  take(sample: TimeSample): number {
    const found = offsetOf(sample);
    const knownErrorMs = this.#errorAt(this.#offset, sample.answeredAtMs);
    const differenceMs = found.ms - this.#offset.ms;
    const isExplained = Math.abs(differenceMs) <= knownErrorMs + found.errorMs;
    if (isExplained || Math.abs(differenceMs) <= smallStepMs + found.errorMs) {
      this.#candidate = undefined;
      if (!isExplained || found.errorMs <= knownErrorMs) this.#offset = found;
      return 0;
    }
    const candidate = this.#candidate;
    const isSame = candidate && Math.abs(found.ms - candidate.ms) <= smallStepMs + found.errorMs;
    if (!isSame) this.#candidate = found;
    if (!isSame || sample.answeredAtMs - candidate.atMs < confirmMs) return 0;
    this.#candidate = undefined;
    this.#offset = found;
    return Math.round(differenceMs);
  }

  /** Follows another clock from now on. Returns by how many milliseconds it differs, when that is more than two seconds; else 0. */
  begin(sample: TimeSample): number {
    const found = offsetOf(sample);
    const differenceMs = found.ms - this.#offset.ms;
    this.#offset = found;
    this.#candidate = undefined;
    return Math.abs(differenceMs) > smallStepMs + found.errorMs ? Math.round(differenceMs) : 0;
  }

  #errorAt({ errorMs, atMs }: Offset, nowMs: number): number {
    return errorMs + driftRate * (nowMs - atMs);
  }
}

/** The answer was made somewhere between question and hearing: in the middle, give or take half of it. */
function offsetOf({ askedAtMs, answeredAtMs, databaseMs }: TimeSample): Offset {
  return {
    ms: databaseMs - (askedAtMs + answeredAtMs) / 2,
    errorMs: (answeredAtMs - askedAtMs) / 2,
    atMs: answeredAtMs,
  };
}

// The log of a campaign: what was done to the system, when it began and when it ended. Times are milliseconds since the
// campaign's start, by a clock that no fault touches.
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** One fault that was done. */
export interface DoneFault {
  /** Its place in the plan. */
  number: number;
  kind: string;
  /** The process or line that it struck. */
  victim: string;
  beganMs: number;
  /** Undefined while it lasts. */
  endedMs: number | undefined;
}

/** Something that happened by itself. */
export interface Happening {
  atMs: number;
  what: string;
}

export class Timeline {
  readonly faults: DoneFault[] = [];
  readonly happenings: Happening[] = [];
  readonly skipped: { number: number; kind: string; why: string }[] = [];
  readonly #startMs = performance.now();
  readonly #startEpochMs = Date.now();
  readonly #path: string;
  readonly #say: (line: string) => void;

  /** `path`: a file of JSON lines that grows with it. */
  constructor(path: string, say: (line: string) => void) {
    this.#path = path;
    this.#say = say;
  }

  nowMs(): number {
    return Math.round(performance.now() - this.#startMs);
  }

  /** An instant of the campaign by the machine's own clock, which no fault touches either. */
  epochOf(ms: number): number {
    return this.#startEpochMs + Math.round(ms);
  }

  /** An instant of the machine's own clock as one of the campaign. */
  since(epochMs: number): number {
    return epochMs - this.#startEpochMs;
  }

  begin(number: number, kind: string, victim: string): DoneFault {
    const fault: DoneFault = { number, kind, victim, beganMs: this.nowMs(), endedMs: undefined };
    this.faults.push(fault);
    this.#write({ at: fault.beganMs, begins: kind, number, victim });
    return fault;
  }

  end(fault: DoneFault): void {
    fault.endedMs = this.nowMs();
    this.#write({ at: fault.endedMs, ends: fault.kind, number: fault.number, victim: fault.victim });
  }

  skip(number: number, kind: string, why: string): void {
    this.skipped.push({ number, kind, why });
    this.#write({ at: this.nowMs(), skipped: kind, number, why });
  }

  /** Notes what happened by itself. */
  note(what: string): void {
    const happening = { atMs: this.nowMs(), what };
    this.happenings.push(happening);
    this.#write({ at: happening.atMs, what });
  }

  /** The faults that lasted at some time between two instants. */
  between(fromMs: number, toMs: number): DoneFault[] {
    return this.faults.filter(
      ({ beganMs, endedMs }) => beganMs <= toMs && (endedMs ?? Number.POSITIVE_INFINITY) >= fromMs,
    );
  }

  #write(line: object): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    this.#say(JSON.stringify(line));
  }
}

/** Waits. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

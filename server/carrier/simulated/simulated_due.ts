// What the simulated carrier will report, each at its time. What could not be stored is reported again; at the end all of it
// is reported at once, and then forgotten.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** After this a report that failed is repeated, in milliseconds. */
const repeatAfterMs = 1_000;

/** Reports something; rejects when it is to be reported again. */
type Report = () => Promise<void>;

/** Things that fall due. */
export class DueList {
  readonly #clock: Clock;
  readonly #onFewer: () => void;
  readonly #waiting = new Map<Report, CancelTimer>();
  readonly #reporting = new Set<Promise<void>>();
  #isEnding = false;

  /** `onFewer` is called whenever one is done with. */
  constructor(clock: Clock, onFewer: () => void) {
    this.#clock = clock;
    this.#onFewer = onFewer;
  }

  /** How many are not done with. */
  get size(): number {
    return this.#waiting.size + this.#reporting.size;
  }

  add(report: Report, afterMs: number): void {
    this.#waiting.set(
      report,
      this.#clock.setTimeout(() => this.#fire(report), afterMs),
    );
  }

  /** Reports all that is left, in the order in which it was added, each once more at most. */
  async end(): Promise<void> {
    this.#isEnding = true;
    while (this.size > 0) {
      for (const report of [...this.#waiting.keys()]) this.#fire(report);
      await Promise.all(this.#reporting);
    }
  }

  #fire(report: Report): void {
    this.#waiting.get(report)?.();
    this.#waiting.delete(report);
    const reporting = report().then(
      () => true,
      () => this.#isEnding,
    );
    const done = reporting.then((isDone) => {
      this.#reporting.delete(done);
      if (isDone) this.#onFewer();
      else this.add(report, repeatAfterMs);
    });
    this.#reporting.add(done);
  }
}

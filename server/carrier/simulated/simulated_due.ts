// What the simulated carrier will tell, each at its time. What could not be stored is told again; at the end all of it
// is told at once, and then forgotten.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** After this a telling that failed is repeated, in milliseconds. */
const repeatAfterMs = 1_000;

/** Tells something; rejects when it is to be told again. */
type Tell = () => Promise<void>;

/** Things that fall due. */
export class DueList {
  readonly #clock: Clock;
  readonly #onFewer: () => void;
  readonly #waiting = new Map<Tell, CancelTimer>();
  readonly #telling = new Set<Promise<void>>();
  #isEnding = false;

  /** `onFewer` is called whenever one is done with. */
  constructor(clock: Clock, onFewer: () => void) {
    this.#clock = clock;
    this.#onFewer = onFewer;
  }

  /** How many are not done with. */
  get size(): number {
    return this.#waiting.size + this.#telling.size;
  }

  add(tell: Tell, afterMs: number): void {
    this.#waiting.set(
      tell,
      this.#clock.setTimeout(() => this.#fire(tell), afterMs),
    );
  }

  /** Tells all that is left, in the order in which it was added, each once more at most. */
  async end(): Promise<void> {
    this.#isEnding = true;
    while (this.size > 0) {
      for (const tell of [...this.#waiting.keys()]) this.#fire(tell);
      await Promise.all(this.#telling);
    }
  }

  #fire(tell: Tell): void {
    this.#waiting.get(tell)?.();
    this.#waiting.delete(tell);
    const telling = tell().then(
      () => true,
      () => this.#isEnding,
    );
    const done = telling.then((isDone) => {
      this.#telling.delete(done);
      if (isDone) this.#onFewer();
      else this.add(tell, repeatAfterMs);
    });
    this.#telling.add(done);
  }
}

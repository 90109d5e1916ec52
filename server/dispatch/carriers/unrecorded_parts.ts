// The parts that a carrier has just taken and the database does not know of yet. A receipt that waits for the record is
// applied at once; otherwise it would have to be kept, and settled when the record is there.
import type { Clock } from '../../../runtime/clock.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';

/** How long a receipt waits at most, and how long a part is remembered for one, in milliseconds; a record usually takes a tenth. */
const patienceMs = 250;

interface UnrecordedPart {
  takenAtMs: number;
  /** Ends the waiting of its receipts, in the order in which they came. */
  waiting: (() => void)[];
}

const keyOf = ({ carrier, ref }: PartName) => `${carrier}\n${ref}`;

export class UnrecordedParts {
  readonly #clock: Clock;
  /** The oldest first; what is older than `patienceMs` goes with the next that is taken. */
  readonly #parts = new Map<string, UnrecordedPart>();
  /** The end of this turn of the event loop, once somebody waits for it. */
  #turn: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A carrier took a part, and named it. */
  taken(name: PartName): void {
    const nowMs = this.#clock.nowMs();
    for (const [key, part] of this.#parts) {
      if (Math.abs(nowMs - part.takenAtMs) < patienceMs) break;
      this.#end(key);
    }
    const key = keyOf(name);
    this.#end(key);
    this.#parts.set(key, { takenAtMs: nowMs, waiting: [] });
  }

  /** The outcomes of these parts are durable. */
  recorded(names: readonly PartName[]): void {
    for (const name of names) this.#end(keyOf(name));
  }

  /**
   * Resolves once the part is recorded, or that has taken too long, or there is nothing to wait for. The carrier's answer
   * may have been read in this very turn of the event loop, and is noted by the end of it.
   */
  async recordOf(name: PartName): Promise<void> {
    this.#turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#turn = undefined;
        resolve();
      });
    });
    await this.#turn;
    const key = keyOf(name);
    const part = this.#parts.get(key);
    if (!part) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.setTimeout(() => this.#end(key), patienceMs);
      part.waiting.push(() => {
        cancel();
        resolve();
      });
    });
  }

  #end(key: string): void {
    const part = this.#parts.get(key);
    this.#parts.delete(key);
    for (const end of part?.waiting ?? []) end();
  }
}

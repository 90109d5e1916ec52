// What a running agent's journal needs from time to time: old rows go, and received texts whose parts do not all come are released.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Journal } from '../journal/journal.ts';

const prunePeriodMs = 3_600_000;
/** How often received texts are looked for whose missing parts were waited for long enough. */
const releasePeriodMs = 30_000;
/** Between two passes while there is more to prune. */
const pruneAgainMs = 1_000;

interface UpkeepOptions {
  journal: Journal;
  clock: Clock;
  log: Log;
  /** A received text may be reported. */
  onOwed(): void;
}

/** The upkeep of one journal. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  #isOver = false;
  #cancelPrune: CancelTimer = () => undefined;
  #cancelRelease: CancelTimer = () => undefined;

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#prune();
    this.#cancelRelease = this.#options.clock.setInterval(() => this.#releaseIncomplete(), releasePeriodMs);
  }

  /** Safe twice. */
  stop(): void {
    this.#isOver = true;
    this.#cancelPrune();
    this.#cancelRelease();
  }

  // A failed write has stopped the agent already.
  #prune(): void {
    const { journal, clock } = this.#options;
    journal
      .prune(clock.nowMs())
      .then(({ more }) => {
        if (this.#isOver) return;
        this.#cancelPrune = clock.setTimeout(() => this.#prune(), more ? pruneAgainMs : prunePeriodMs);
      })
      .catch(() => undefined);
  }

  #releaseIncomplete(): void {
    const { journal, clock, log, onOwed } = this.#options;
    journal
      .write(() => journal.inboundParts.releaseStale(clock.nowMs()))
      .then((released) => {
        if (released === 0 || this.#isOver) return;
        log.warn({ released }, 'received texts whose parts did not all come were released');
        onOwed();
      })
      .catch(() => undefined);
  }
}

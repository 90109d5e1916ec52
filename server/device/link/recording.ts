// Follows what a link's frames ask of the database. What could not be stored is tried again for as long as the link is
// open: a database that is away, or an account that somebody has locked, is no reason to cut the agent off, which could
// only repeat the same.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { LinkShare } from './intake_shares.ts';

/** The pause before the second try, in milliseconds; it doubles. */
const firstPauseMs = 500;
const longestPauseMs = 30_000;

export interface RecordingOptions {
  clock: Clock;
  log: Log;
  /** For the log. */
  device: string;
  share: LinkShare;
  /** No more may be read for now. */
  onFull: () => void;
}

/** A frame that is to be stored. */
export interface Recorded {
  /** What the agent repeats it under; a repeat of what is under way is left alone. */
  name: string;
  bytes: number;
  /** Stores it; called again when it fails. Throws at once, the first time, for a frame out of bounds. */
  store: () => Promise<unknown>;
  onStored: () => void;
}

/** What one link has under way. */
export class Recording {
  readonly #options: RecordingOptions;
  readonly #underWay = new Set<string>();
  readonly #pauses = new Set<CancelTimer>();
  #isOver = false;

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  /** Stores a frame. Throws what `store` throws at once. */
  take(recorded: Recorded): void {
    const { name, bytes, store } = recorded;
    if (this.#underWay.has(name)) return;
    const first = store();
    this.#underWay.add(name);
    if (!this.#options.share.take(bytes)) this.#options.onFull();
    this.#follow(recorded, first, firstPauseMs);
  }

  /** The link is gone: what is under way ends, and nothing is tried again. */
  end(): void {
    this.#isOver = true;
    for (const cancel of this.#pauses) cancel();
  }

  #follow(recorded: Recorded, work: Promise<unknown>, pauseMs: number): void {
    const { clock, log, device, share } = this.#options;
    const { name, bytes, store, onStored } = recorded;
    const done = () => {
      this.#underWay.delete(name);
      share.give(bytes);
    };
    work.then(
      () => {
        if (!this.#isOver) onStored();
        done();
      },
      (error: unknown) => {
        if (this.#isOver) return done();
        log.warn({ device, error: (error as Error).name }, 'a report was not stored; it is tried again');
        const cancel = clock.setTimeout(() => {
          this.#pauses.delete(cancel);
          this.#follow(recorded, store(), Math.min(pauseMs * 2, longestPauseMs));
        }, pauseMs);
        this.#pauses.add(cancel);
      },
    );
  }
}

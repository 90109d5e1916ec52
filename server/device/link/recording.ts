// Stores what a link's frames report, and bounds how much of that may be under way. What could not be stored is tried
// again for as long as the link is open: an agent that is cut off could only repeat the same.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';

/** Most frames and octets of one link, and of all links of an account. */
const mostOfLink = { frames: 500, bytes: 512 * 1024 };
const mostOfAccount = { frames: 1_000, bytes: 2 * 1024 * 1024 };

interface Load {
  frames: number;
  bytes: number;
}

interface AccountLoad extends Load {
  /** Links that have stopped reading. */
  readonly stopped: Set<LinkShare>;
  /** Open links, and closed ones that still have work under way. */
  links: Set<LinkShare>;
}

const isFull = (load: Load, most: Load) => load.frames >= most.frames || load.bytes >= most.bytes;
/** It goes on when there is capacity for many frames, not after each one. */
const hasCapacity = (load: Load, most: Load) => load.frames < most.frames / 2 && load.bytes < most.bytes / 2;

/** One link's share. */
export class LinkShare {
  readonly #account: AccountLoad;
  readonly #onCapacity: () => void;
  readonly #onEmpty: () => void;
  readonly #own: Load = { frames: 0, bytes: 0 };
  #isOpen = true;

  constructor(account: AccountLoad, onCapacity: () => void, onEmpty: () => void) {
    this.#account = account;
    this.#onCapacity = onCapacity;
    this.#onEmpty = onEmpty;
    account.links.add(this);
  }

  /** The link has closed; work under way still counts until it is done. */
  close(): void {
    this.#isOpen = false;
    this.#account.stopped.delete(this);
    this.#leave();
  }

  /** Counts a frame. Returns false when no more may be read for now; `onCapacity` is called when it may again. */
  take(bytes: number): boolean {
    for (const load of [this.#own, this.#account]) {
      load.frames++;
      load.bytes += bytes;
    }
    const mayGoOn = !isFull(this.#own, mostOfLink) && !isFull(this.#account, mostOfAccount);
    if (!mayGoOn) this.#account.stopped.add(this);
    return mayGoOn;
  }

  /** A frame is done. */
  give(bytes: number): void {
    for (const load of [this.#own, this.#account]) {
      load.frames--;
      load.bytes -= bytes;
    }
    this.#leave();
    if (!hasCapacity(this.#account, mostOfAccount)) return;
    for (const share of this.#account.stopped) {
      if (!hasCapacity(share.#own, mostOfLink)) continue;
      this.#account.stopped.delete(share);
      share.#onCapacity();
    }
  }

  #leave(): void {
    if (this.#isOpen || this.#own.frames > 0) return;
    this.#account.links.delete(this);
    if (this.#account.links.size === 0) this.#onEmpty();
  }
}

/**
 * The shares of all links of a process. There is a bound on what one link may have on its way to the database, and one
 * for all links of an account. A link that has too much under way is read no further until some of it is done, and no
 * other one waits.
 */
export class IntakeShares {
  readonly #accounts = new Map<bigint, AccountLoad>();

  /** A new link's share. */
  open(accountId: bigint, onCapacity: () => void): LinkShare {
    const account = this.#accounts.get(accountId) ?? {
      frames: 0,
      bytes: 0,
      stopped: new Set(),
      links: new Set(),
    };
    this.#accounts.set(accountId, account);
    return new LinkShare(account, onCapacity, () => this.#accounts.delete(accountId));
  }
}

/** The pause before the second try, in milliseconds; it doubles. */
const firstPauseMs = 500;
const longestPauseMs = 30_000;

interface RecordingOptions {
  clock: Clock;
  log: Log;
  /** For the log. */
  device: string;
  share: LinkShare;
  /** No more may be read for now. */
  onFull: () => void;
}

/** A frame that is to be stored. */
interface Recorded {
  /** The name that the agent repeats it under. A repeat of a frame under way is ignored. */
  name: string;
  bytes: number;
  /** Stores it; called again when it fails. Throws at once, the first time, for a frame out of bounds. */
  store: () => Promise<unknown>;
  onStored: () => void;
}

/** The work of one link that is under way. */
export class Recording {
  readonly #options: RecordingOptions;
  readonly #underWay = new Set<string>();
  readonly #pauses = new Set<CancelTimer>();
  readonly #works = new Set<Promise<unknown>>();
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

  /** Resolves once what is being stored now is stored, or is not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }

  /** The link has closed: work under way ends, and nothing is tried again. */
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
    this.#works.add(work);
    const noted = () => this.#works.delete(work);
    work.then(noted, noted);
    work.then(
      () => {
        if (!this.#isOver) onStored();
        done();
      },
      (error: unknown) => {
        if (this.#isOver) return done();
        // One line says it for all that wait with it: without a database they would be hundreds at each link.
        if (this.#pauses.size === 0)
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

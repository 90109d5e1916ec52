// How much of what devices report may be on its way to the database at a time: so much of one link, so much of all links
// of one account. Whoever has too much under way is read no further until some of it is done, and nobody else waits.

/** Most frames and octets of one link, and of all links of an account. */
const mostOfLink = { frames: 500, bytes: 512 * 1024 };
const mostOfAccount = { frames: 1_000, bytes: 2 * 1024 * 1024 };

interface Load {
  frames: number;
  bytes: number;
}

interface AccountLoad extends Load {
  /** Links that were asked to stop. */
  readonly stopped: Set<LinkShare>;
  /** Open links, and those of which something is under way still. */
  links: Set<LinkShare>;
}

const isFull = (load: Load, most: Load) => load.frames >= most.frames || load.bytes >= most.bytes;
/** Not after each frame, but when there is capacity for many. */
const hasCapacity = (load: Load, most: Load) => load.frames < most.frames / 2 && load.bytes < most.bytes / 2;

/** One link's part. */
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

  /** The link is gone; what is under way counts until it is done with. */
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

  /** A frame is done with. */
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

/** The shares of all links of a process. */
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

// Turns of work that takes a gateway and a core far longer than an ordinary request. Whoever asked for much of it at a time would have
// both for themselves, so that while others are served an owner has one piece of it under way, and between two of them as much time is
// left to others as its share says.
import type { FastifyRequest } from 'fastify';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** Others are there if one of them was answered this recently, in milliseconds. */
const presentMs = 1_000;
/** A piece of work that took no longer is an ordinary one: no pause follows it. In milliseconds. */
const ordinaryMs = 3;
/** The longest pause: what waited for a core that was away was no burden to others. In milliseconds. */
export const mostPauseMs = 2_000;
/** How long a piece of work waits for its turn, in milliseconds. */
export const turnWaitMs = 15_000;

/** The sender of a request, as far as it is known. */
export interface Owner {
  /** The name of its share: its account's, its session's, or that of all unknown senders at its route. */
  share: string;
  /** The account that it acts for, which for a session is what it says; empty for an unknown sender. */
  account: string;
}

/** What a session says of its account is not judged yet, so that its share is its own. */
export function ownerOf({
  caller,
  session,
  routeOptions,
}: Pick<FastifyRequest, 'caller' | 'session' | 'routeOptions'>): Owner {
  const accountId = caller?.case === 'accountId' ? caller.value : session?.accountId;
  const account = accountId === undefined ? '' : String(accountId);
  if (caller?.case === 'accountId') return { share: account, account };
  return { share: session?.secret ?? routeOptions.url ?? '', account };
}

/** Knows whether other accounts are served besides one. */
export class ServedOwners {
  readonly #clock: Clock;
  /** The last two accounts that were served. */
  #last = { account: '', atMs: Number.NEGATIVE_INFINITY };
  #before = this.#last;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that a request of an account was answered. Unknown senders are nobody whom others have to make way for. */
  note(account: string): void {
    if (account === '') return;
    if (account !== this.#last.account) this.#before = this.#last;
    this.#last = { account, atMs: this.#clock.nowMs() };
  }

  /** Whether a request of another account was answered just now. */
  hasOthers(account: string): boolean {
    const other = this.#last.account === account ? this.#before : this.#last;
    return this.#clock.nowMs() - other.atMs < presentMs;
  }
}

interface TurnsOptions {
  clock: Clock;
  served: ServedOwners;
  /** How many pieces an owner has under way while there are no others. */
  alone: number;
  /** How long an owner pauses after a piece while there are others, as a multiple of the time that it took. */
  pauseShare: number;
  /** Most pieces of one owner that wait. */
  waiting: number;
}

/** The turns of what takes long whatever its body is. */
export const createTurns = (clock: Clock, served: ServedOwners) => ({
  /** Of groups of the texts of a batch: half of the time is left to others. */
  batches: new OwnersTurns({ clock, served, alone: 16, pauseShare: 1, waiting: 1_000 }),
  /** Of reads that look at many rows: three quarters are. */
  reads: new OwnersTurns({ clock, served, alone: 4, pauseShare: 3, waiting: 32 }),
});
export type Turns = ReturnType<typeof createTurns>;

interface Waiting {
  begin: () => void;
  cancelWait: CancelTimer;
}

interface Share {
  account: string;
  waiting: Set<Waiting>;
  underWay: number;
  cancelPause: CancelTimer | undefined;
}

export class OwnersTurns {
  readonly #options: TurnsOptions;
  readonly #shares = new Map<string, Share>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Calls `begin` once when it is the turn of a piece of work, perhaps at once, or `refuse` when too many wait or the wait is over.
   * Returns what ends it, to be called when it is done or gone: safe twice.
   */
  enter({ share: name, account }: Owner, begin: () => void, refuse: () => void): () => void {
    const { clock, waiting } = this.#options;
    const share = this.#shares.get(name) ?? {
      ...{ account, waiting: new Set(), underWay: 0, cancelPause: undefined },
    };
    this.#shares.set(name, share);
    share.account = account;
    if (share.waiting.size >= waiting) {
      refuse();
      return () => {};
    }
    let begunMs: number | undefined;
    let isOver = false;
    const entry: Waiting = {
      begin: () => {
        begunMs = clock.nowMs();
        begin();
      },
      cancelWait: clock.setTimeout(() => {
        share.waiting.delete(entry);
        refuse();
      }, turnWaitMs),
    };
    share.waiting.add(entry);
    this.#next(name, share);
    return () => {
      if (isOver) return;
      isOver = true;
      entry.cancelWait();
      share.waiting.delete(entry);
      if (begunMs !== undefined) this.#ended(name, share, clock.nowMs() - begunMs);
      this.#next(name, share);
    };
  }

  /** Does `work` when it is its turn. Rejects with what `refusal` makes when too many wait or the wait is over. */
  run<Out>(owner: Owner, work: () => Promise<Out>, refusal: () => Error): Promise<Out> {
    return new Promise<Out>((resolve, reject) => {
      const end = this.enter(
        owner,
        // The end is known once this has returned.
        () => queueMicrotask(() => work().then(resolve, reject).finally(end)),
        () => reject(refusal()),
      );
    });
  }

  #ended(name: string, share: Share, tookMs: number): void {
    const { clock, served, pauseShare } = this.#options;
    share.underWay--;
    if (share.cancelPause || tookMs <= ordinaryMs || !served.hasOthers(share.account)) return;
    share.cancelPause = clock.setTimeout(
      () => {
        share.cancelPause = undefined;
        this.#next(name, share);
      },
      Math.min(pauseShare * tookMs, mostPauseMs),
    );
  }

  #next(name: string, share: Share): void {
    const { served, alone } = this.#options;
    for (const entry of share.waiting) {
      const most = served.hasOthers(share.account) ? 1 : alone;
      if (share.cancelPause || share.underWay >= most) return;
      share.waiting.delete(entry);
      entry.cancelWait();
      share.underWay++;
      entry.begin();
    }
    if (share.underWay === 0 && !share.cancelPause) this.#shares.delete(name);
  }
}

// Turns of work that takes a gateway and a core far longer than an ordinary request. Whoever asked for much of it at a time would have
// both for themselves, so that while others are served an owner has one piece of it under way, and between two of them as much time is
// left to others as its share says.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** Others are there if one of them was answered this recently, in milliseconds. */
const presentMs = 1_000;
/** A piece of work that took no longer is an ordinary one: no pause follows it. In milliseconds. */
const ordinaryMs = 3;
/** The longest pause: what waited for a core that was away was no burden to others. In milliseconds. */
export const mostPauseMs = 2_000;
/** How long a piece of work waits for its turn, in milliseconds. */
export const turnWaitMs = 15_000;

/** Knows whether others are served besides an owner. */
export class ServedOwners {
  readonly #clock: Clock;
  /** The owners of the last two answers that were not of one owner. */
  #last = { owner: '', atMs: Number.NEGATIVE_INFINITY };
  #before = this.#last;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes whose request was answered. */
  note(owner: string): void {
    if (owner !== this.#last.owner) this.#before = this.#last;
    this.#last = { owner, atMs: this.#clock.nowMs() };
  }

  /** Whether a request of another than `owner` was answered just now. */
  hasOthers(owner: string): boolean {
    const other = this.#last.owner === owner ? this.#before : this.#last;
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

interface Owner {
  waiting: Set<Waiting>;
  underWay: number;
  cancelPause: CancelTimer | undefined;
}

export class OwnersTurns {
  readonly #options: TurnsOptions;
  readonly #owners = new Map<string, Owner>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Calls `begin` once when it is the turn of a piece of work, perhaps at once, or `refuse` when too many wait or the wait is over.
   * Returns what ends it, to be called when it is done or gone: safe twice.
   */
  enter(name: string, begin: () => void, refuse: () => void): () => void {
    const { clock, waiting } = this.#options;
    const owner = this.#owners.get(name) ?? { waiting: new Set(), underWay: 0, cancelPause: undefined };
    this.#owners.set(name, owner);
    if (owner.waiting.size >= waiting) {
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
        owner.waiting.delete(entry);
        refuse();
      }, turnWaitMs),
    };
    owner.waiting.add(entry);
    this.#next(name, owner);
    return () => {
      if (isOver) return;
      isOver = true;
      entry.cancelWait();
      owner.waiting.delete(entry);
      if (begunMs !== undefined) this.#ended(name, owner, clock.nowMs() - begunMs);
      this.#next(name, owner);
    };
  }

  /** Does `work` when it is its turn. Rejects with what `refusal` makes when too many wait or the wait is over. */
  run<Out>(name: string, work: () => Promise<Out>, refusal: () => Error): Promise<Out> {
    return new Promise<Out>((resolve, reject) => {
      const end = this.enter(
        name,
        // The end is known once this has returned.
        () => queueMicrotask(() => work().then(resolve, reject).finally(end)),
        () => reject(refusal()),
      );
    });
  }

  #ended(name: string, owner: Owner, tookMs: number): void {
    const { clock, served, pauseShare } = this.#options;
    owner.underWay--;
    if (owner.cancelPause || tookMs <= ordinaryMs || !served.hasOthers(name)) return;
    owner.cancelPause = clock.setTimeout(
      () => {
        owner.cancelPause = undefined;
        this.#next(name, owner);
      },
      Math.min(pauseShare * tookMs, mostPauseMs),
    );
  }

  #next(name: string, owner: Owner): void {
    const { served, alone } = this.#options;
    for (const entry of owner.waiting) {
      const most = served.hasOthers(name) ? 1 : alone;
      if (owner.cancelPause || owner.underWay >= most) return;
      owner.waiting.delete(entry);
      entry.cancelWait();
      owner.underWay++;
      entry.begin();
    }
    if (owner.underWay === 0 && !owner.cancelPause) this.#owners.delete(name);
  }
}

// Turns of large bodies. To read one, to check it and to do what it asks takes a gateway and a core far longer than an ordinary
// request: whoever sends many of them at a time would have both for themselves. So an account has one of them in work at a time, and
// between two of them as much time is left to others as keeps its share of the time to a quarter, while there are others.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** Up to this many bytes a body is an ordinary one: it takes no turn, and is parsed whatever its shape. */
export const ordinaryBytes = 64 * 1024;

/** How long an owner's large bodies rest after one, as a multiple of the time that it took. */
const restShare = 3;
/** Others are there if one of them was answered this recently, in milliseconds. */
const presentMs = 1_000;
/** Most requests of one owner that wait for their turn, and how long they do, in milliseconds. */
export const largeBounds = { waiting: 32, waitMs: 15_000 };

interface Waiting {
  begin: () => void;
  refuse: () => void;
  cancelWait: CancelTimer;
}

interface Owner {
  waiting: Set<Waiting>;
  isAtWork: boolean;
  cancelRest: CancelTimer | undefined;
}

export class LargeBodies {
  readonly #clock: Clock;
  readonly #owners = new Map<string, Owner>();
  /** The owners of the last two answers that were not of one owner. */
  #served = { owner: '', atMs: Number.NEGATIVE_INFINITY };
  #servedBefore = this.#served;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes whose request was answered. */
  note(owner: string): void {
    if (owner !== this.#served.owner) this.#servedBefore = this.#served;
    this.#served = { owner, atMs: this.#clock.nowMs() };
  }

  /**
   * Calls `begin` once when it is the body's turn, perhaps at once, or `refuse` when too many wait or the wait is over. Returns what
   * ends it, to be called when its request is answered or gone: safe twice.
   */
  enter(name: string, begin: () => void, refuse: () => void): () => void {
    const owner = this.#owners.get(name) ?? { waiting: new Set(), isAtWork: false, cancelRest: undefined };
    this.#owners.set(name, owner);
    if (owner.waiting.size >= largeBounds.waiting) {
      refuse();
      return () => {};
    }
    let begunMs: number | undefined;
    let isOver = false;
    const entry: Waiting = {
      begin: () => {
        begunMs = this.#clock.nowMs();
        begin();
      },
      refuse,
      cancelWait: this.#clock.setTimeout(() => {
        owner.waiting.delete(entry);
        refuse();
      }, largeBounds.waitMs),
    };
    owner.waiting.add(entry);
    this.#next(name, owner);
    return () => {
      if (isOver) return;
      isOver = true;
      entry.cancelWait();
      owner.waiting.delete(entry);
      if (begunMs !== undefined) this.#rest(name, owner, this.#clock.nowMs() - begunMs);
      else this.#forget(name, owner);
    };
  }

  #rest(name: string, owner: Owner, tookMs: number): void {
    owner.isAtWork = false;
    const restMs = this.#hasOthers(name) ? restShare * Math.max(0, tookMs) : 0;
    if (restMs > 0)
      owner.cancelRest = this.#clock.setTimeout(() => {
        owner.cancelRest = undefined;
        this.#next(name, owner);
      }, restMs);
    this.#next(name, owner);
  }

  #next(name: string, owner: Owner): void {
    if (owner.isAtWork || owner.cancelRest) return;
    const [entry] = owner.waiting;
    if (!entry) return this.#forget(name, owner);
    owner.waiting.delete(entry);
    entry.cancelWait();
    owner.isAtWork = true;
    entry.begin();
  }

  #forget(name: string, owner: Owner): void {
    if (!owner.isAtWork && !owner.cancelRest && owner.waiting.size === 0) this.#owners.delete(name);
  }

  #hasOthers(name: string): boolean {
    const other = this.#served.owner === name ? this.#servedBefore : this.#served;
    return this.#clock.nowMs() - other.atMs < presentMs;
  }
}

// How many requests may be under way in this process. Endpoints that answer quickly and those that are slow or failing have
// slots of their own, which accounts share. A request has its quick slot for a second: then it moves to a slow one, or ends
// where its account has its share of those already.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

/**
 * Places that accounts share: each account gets another one as long as it has fewer than are left free. One alone may have
 * half of them; of n accounts that want all they can get, each has one in n + 1.
 */
export class Share {
  readonly #places: number;
  readonly #held = new Map<bigint, number>();
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Places that are left. */
  get free(): number {
    return Math.max(this.#places - this.#taken, 0);
  }

  /** The accounts that have any. */
  get holders(): Iterable<bigint> {
    return this.#held.keys();
  }

  heldBy(accountId: bigint): number {
    return this.#held.get(accountId) ?? 0;
  }

  /** Whether the account may have another one. */
  isOpenTo(accountId: bigint): boolean {
    return this.heldBy(accountId) < this.free;
  }

  /** Takes one; the caller looked whether it may. */
  take(accountId: bigint): void {
    this.#taken += 1;
    this.#held.set(accountId, this.heldBy(accountId) + 1);
  }

  leave(accountId: bigint): void {
    const left = this.heldBy(accountId) - 1;
    this.#taken -= 1;
    if (left > 0) this.#held.set(accountId, left);
    else this.#held.delete(accountId);
  }
}

/** Most requests under way to endpoints that answer quickly. */
export const quickSlots = 64;
/** Most to those that are slow or failing. */
export const slowSlots = 192;
/** From then on a request is a slow one, in milliseconds. */
const slowAfterMs = 1_000;

/** The two kinds of slots. */
export const slotKinds = ['quick', 'slow'] as const;
export type SlotKind = (typeof slotKinds)[number];

/** A slot that is taken. */
export interface Slot {
  /** A request begins. `putOff` is called when it has lasted too long for a quick slot and there is no slow one for it. */
  begin(putOff: () => void): void;
  /** It has ended. */
  end(): void;
  /** Gives the slot back. */
  leave(): void;
}

/** The slots that an account holds. */
interface HeldSlots {
  accountId: bigint;
  quick: number;
  slow: number;
}

export class Slots {
  readonly #clock: Clock;
  readonly #onFree: (kind: SlotKind) => void;
  readonly quick = new Share(quickSlots);
  readonly slow = new Share(slowSlots);
  /** Requests that are to move once no slots are given out. */
  readonly #moves = new Set<() => void>();
  #isGivingOut = false;

  /** `onFree` is called whenever one becomes free. */
  constructor(clock: Clock, onFree: (kind: SlotKind) => void) {
    this.#clock = clock;
    this.#onFree = onFree;
  }

  /** The slots of each account that holds any. */
  held(): HeldSlots[] {
    const accountIds = new Set([...this.quick.holders, ...this.slow.holders]);
    return [...accountIds].map((accountId) => ({
      accountId,
      quick: this.quick.heldBy(accountId),
      slow: this.slow.heldBy(accountId),
    }));
  }

  /**
   * Gives out what is free: `give` takes it before it resolves. Until then no request moves to a slow slot, which would
   * have two owners.
   */
  async giveOut(give: () => Promise<void>): Promise<void> {
    this.#isGivingOut = true;
    try {
      await give();
    } finally {
      this.#isGivingOut = false;
      const moves = [...this.#moves];
      this.#moves.clear();
      for (const move of moves) move();
    }
  }

  /** Takes a slot; the caller looked whether the account may have one. */
  take(accountId: bigint, isSlow: boolean): Slot {
    let kind: SlotKind = isSlow ? 'slow' : 'quick';
    let cancel: CancelTimer | undefined;
    this[kind].take(accountId);
    const moveOr = (putOff: () => void) => {
      if (kind === 'slow') return;
      if (this.#isGivingOut) {
        const move = () => moveOr(putOff);
        this.#moves.add(move);
        cancel = () => void this.#moves.delete(move);
        return;
      }
      if (!this.slow.isOpenTo(accountId)) {
        putOff();
        return;
      }
      this.quick.leave(accountId);
      this.slow.take(accountId);
      kind = 'slow';
      this.#onFree('quick');
    };
    return {
      begin: (putOff) => {
        cancel = this.#clock.setTimeout(() => moveOr(putOff), slowAfterMs);
      },
      end: () => cancel?.(),
      leave: () => {
        cancel?.();
        this[kind].leave(accountId);
        this.#onFree(kind);
      },
    };
  }
}

// How many requests may be under way in this process. Quick endpoints and those that are slow or failing have slots of their
// own; a request that turns out to be slow moves from the one kind to the other, so that endpoints that hang, however many
// they are, leave the quick slots to those that answer.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

/** Most requests under way to endpoints that answer quickly. */
const quickSlots = 64;
/** Most to those that are slow or failing. */
const slowSlots = 192;
/** From then on a request is a slow one, in milliseconds. */
const slowAfterMs = 1_000;

/** A slot that is taken. */
export interface Slot {
  /** A request begins. */
  begin(): void;
  /** It has ended. */
  end(): void;
  /** Gives the slot back. */
  leave(): void;
}

export class Slots {
  readonly #clock: Clock;
  readonly #onFree: () => void;
  #quick = 0;
  #slow = 0;

  /** `onFree` is called whenever one becomes free. */
  constructor(clock: Clock, onFree: () => void) {
    this.#clock = clock;
    this.#onFree = onFree;
  }

  /** Slots that are free. */
  get free(): { quick: number; slow: number } {
    return { quick: Math.max(quickSlots - this.#quick, 0), slow: Math.max(slowSlots - this.#slow, 0) };
  }

  /** Takes a slot; the caller looked whether one is free. */
  take(isSlow: boolean): Slot {
    let isOfSlow = isSlow;
    let cancel: CancelTimer | undefined;
    this.#count(isOfSlow, 1);
    const move = () => {
      // Where no slow slot is free it stays: the number of all requests has a bound as well.
      if (isOfSlow || this.free.slow === 0) return;
      this.#count(false, -1);
      this.#count(true, 1);
      isOfSlow = true;
      this.#onFree();
    };
    return {
      begin: () => {
        cancel = this.#clock.setTimeout(move, slowAfterMs);
      },
      end: () => cancel?.(),
      leave: () => {
        cancel?.();
        this.#count(isOfSlow, -1);
        this.#onFree();
      },
    };
  }

  #count(isSlow: boolean, change: number): void {
    if (isSlow) this.#slow += change;
    else this.#quick += change;
  }
}

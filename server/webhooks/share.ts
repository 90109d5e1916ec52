// Places that accounts share: each account gets another one as long as it has fewer than are left free. One alone may have
// half of them, of n accounts that want all they can get each has one in n + 1, and there is a place for whoever comes next
// as long as fewer accounts than there are places want one.

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

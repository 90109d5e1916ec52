// What a process remembers because it helps, and may forget without harm: counts of wrong keys, addresses that failed, texts
// that were said to be sent. Most of its names come from outside, so that there is no end of them.

/** A map of so many entries at most: a further one takes the place of the one that was set longest ago. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  /** In the order in which they were set. */
  readonly #entries = new Map<Key, Value>();

  /** `most`: entries at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Sets an entry, which is the newest from now on. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest as Key);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Entries in the order in which they were set. An entry may be deleted meanwhile. */
  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}

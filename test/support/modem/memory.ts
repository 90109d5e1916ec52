// A memory for texts, as on a SIM: numbered places, a size, and a state for each text.

/** As TS 27.005 3.1 counts them: received unread and read, stored unsent and sent. */
export type StoredState = 0 | 1 | 2 | 3;

export interface Stored {
  index: number;
  state: StoredState;
  /** With the SMSC in front. */
  hex: string;
}

/** Places from 1 on. */
export class MessageMemory {
  readonly size: number;
  readonly #slots = new Map<number, Stored>();

  constructor(size: number) {
    this.size = size;
  }

  get used(): number {
    return this.#slots.size;
  }

  get isFull(): boolean {
    return this.used >= this.size;
  }

  /** Takes the first free place; null when there is none. */
  add(hex: string, state: StoredState): Stored | null {
    for (let index = 1; index <= this.size; index += 1) {
      if (this.#slots.has(index)) continue;
      const stored = { index, state, hex };
      this.#slots.set(index, stored);
      return stored;
    }
    return null;
  }

  find(index: number): Stored | undefined {
    return this.#slots.get(index);
  }

  delete(index: number): boolean {
    return this.#slots.delete(index);
  }

  /** Every text, in the order of its place. */
  list(): Stored[] {
    return [...this.#slots.values()].sort((a, b) => a.index - b.index);
  }
}

// Chance that repeats: every choice of a campaign is drawn from its seed. Each use has a stream of its own, named for it,
// so that what one of them draws, and when, changes nothing for the others.
import { createHash } from 'node:crypto';

/** A stream of random numbers. */
export class Seeded {
  readonly #seed: string;
  #state: Uint32Array;

  constructor(seed: string, name = '') {
    this.#seed = `${seed}/${name}`;
    const digest = createHash('sha256').update(this.#seed).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** Makes a stream of its own for a use. */
  stream(name: string): Seeded {
    return new Seeded(this.#seed, name);
  }

  /** Draws a number from 0 to below 1 (sfc32). */
  next(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const sum = (((a + b) | 0) + d) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    state[3] = (d + 1) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** Draws a number from `least` to below `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Draws a whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** True with this chance. */
  chance(likelihood: number): boolean {
    return this.next() < likelihood;
  }

  /** Draws one of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

// Lets things happen at a few moments only, and all things of one moment at once: what they ask for is done by few statements, in
// an order that the seed draws.
import type { Clock } from '../../../runtime/clock.ts';
import type { Seeded } from '../../support/seeded.ts';

export class Steps {
  /** Milliseconds from one moment to the next. */
  readonly stepMs: number;
  readonly #chance: Seeded;
  readonly #due = new Map<number, (() => void)[]>();
  #step = 0;

  constructor({ clock, chance, stepMs }: { clock: Clock; chance: Seeded; stepMs: number }) {
    this.stepMs = stepMs;
    this.#chance = chance;
    clock.setInterval(() => this.#next(), stepMs);
  }

  /** Does something so many steps from now, at the soonest in the next one. */
  after(steps: number, work: () => void): void {
    const at = this.#step + Math.max(1, steps);
    const due = this.#due.get(at);
    if (due) due.push(work);
    else this.#due.set(at, [work]);
  }

  /** Resolves so many steps from now. */
  pause(steps: number): Promise<void> {
    return new Promise((resolve) => this.after(steps, resolve));
  }

  #next(): void {
    this.#step++;
    const due = this.#due.get(this.#step) ?? [];
    this.#due.delete(this.#step);
    for (let left = due.length; left > 0; left--) {
      const at = this.#chance.below(left);
      const work = due[at] as () => void;
      due[at] = due[left - 1] as () => void;
      work();
    }
  }
}

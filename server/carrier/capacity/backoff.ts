// The backoff of a carrier whose company has too much to do: from 1 s, twice as long each time up to 60 s, half as
// long again with each text that is taken, and short again once texts were taken for as long as the backoff had lasted.
import type { CarrierContext } from '../carrier.ts';

const shortestMs = 1_000;
const longestMs = 60_000;
/** Most by which chance makes a backoff longer, of itself. */
const jitter = 1 / 4;

/** When submits may go on. */
export class Backoff {
  readonly #context: Pick<CarrierContext, 'clock' | 'random'>;
  #nextMs = shortestMs;
  #sinceMs = 0;
  #lastsMs = 0;

  constructor(context: Pick<CarrierContext, 'clock' | 'random'>) {
    this.#context = context;
  }

  /** What is left of it, in milliseconds; 0 when it is over. */
  get leftMs(): number {
    const passedMs = this.#context.clock.nowMs() - this.#sinceMs;
    // A clock that was set back would make it last for hours.
    return passedMs < 0 ? 0 : Math.max(0, this.#lastsMs - passedMs);
  }

  /**
   * Begins one, up to a quarter longer by chance. Refusals that come during a backoff belong to it. Returns
   * how long it lasts now, which is at least what the company itself asks for.
   */
  begin(leastMs = 0): number {
    const { clock, random } = this.#context;
    if (this.leftMs === 0) {
      this.#sinceMs = clock.nowMs();
      this.#lastsMs = Math.ceil(this.#nextMs * (1 + random() * jitter));
      this.#nextMs = Math.min(longestMs / (1 + jitter), this.#nextMs * 2);
    }
    this.#lastsMs += Math.max(0, leastMs - this.leftMs);
    return this.leftMs;
  }

  /** A text was taken. */
  ease(): void {
    const isWell = this.#context.clock.nowMs() - this.#sinceMs >= 2 * this.#lastsMs;
    this.#nextMs = isWell ? shortestMs : Math.max(shortestMs, this.#nextMs / 2);
  }
}

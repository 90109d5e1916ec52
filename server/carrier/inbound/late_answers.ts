// Arrivals on one connection whose answer the carrier may not have taken: refused ones, and those whose answer came, or
// still comes, so late that the carrier has given it up. The same words on the same connection are then a repeat, each
// arrival once; in any other case they are the same words written twice.
import type { Clock } from '../../../runtime/clock.ts';

/** An answer after so long is late, in milliseconds: above what storing takes, below what any carrier waits. */
const lateMs = 3_000;
/** Most that are remembered: the oldest go. */
const maxRemembered = 10_000;

/** An arrival that may come again. */
interface Remembered<T> {
  /** Its name in the database. */
  arrival: string;
  startedAtMs: number;
  /** What came of it, or will; undefined when it was refused. */
  outcome: Promise<T> | undefined;
  /** Null while it is not answered. */
  endedAtMs: number | null;
}

export class LateAnswers<T> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  /** By what makes arrivals the same, the oldest first. */
  readonly #byKey = new Map<string, Remembered<T>[]>();

  constructor(clock: Clock, keptMs: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  /** The arrival that this one repeats, which is repeated no second time; undefined for a new text. */
  repeat(key: string): { arrival: string; outcome: Promise<T> | undefined } | undefined {
    const nowMs = this.#clock.nowMs();
    const known = this.#byKey.get(key);
    const found = known?.find(({ startedAtMs, outcome, endedAtMs }) => {
      if (endedAtMs === null) return nowMs - startedAtMs >= lateMs;
      const isLate = outcome === undefined || endedAtMs - startedAtMs >= lateMs;
      return isLate && Math.abs(nowMs - endedAtMs) < this.#keptMs;
    });
    if (known === undefined || found === undefined) return undefined;
    this.#forget(key, found);
    // Whoever repeats it is answered with it, and may give up in turn.
    const { outcome, endedAtMs } = found;
    if (outcome !== undefined && endedAtMs === null)
      this.#watch(key, { ...found, startedAtMs: nowMs }, outcome);
    return found;
  }

  /** Follows an arrival until it is answered. Returns whether that came late; throws what its outcome throws. */
  async follow(key: string, arrival: string, startedAtMs: number, outcome: Promise<T>): Promise<boolean> {
    this.#watch(key, { arrival, startedAtMs, outcome, endedAtMs: null }, outcome);
    await outcome;
    return this.#clock.nowMs() - startedAtMs >= lateMs;
  }

  /** Drops what is older than any repeat. */
  prune(): void {
    const nowMs = this.#clock.nowMs();
    for (const [key, known] of this.#byKey)
      for (const each of known)
        if (each.endedAtMs !== null && Math.abs(nowMs - each.endedAtMs) >= this.#keptMs)
          this.#forget(key, each);
  }

  #watch(key: string, remembered: Remembered<T>, outcome: Promise<T>): void {
    const known = this.#byKey.get(key);
    if (known) known.push(remembered);
    else this.#byKey.set(key, [remembered]);
    if (this.#byKey.size > maxRemembered) {
      const [oldest] = this.#byKey.keys();
      this.#byKey.delete(oldest as string);
    }
    outcome.then(
      () => {
        remembered.endedAtMs = this.#clock.nowMs();
        if (remembered.endedAtMs - remembered.startedAtMs < lateMs) this.#forget(key, remembered);
      },
      () => {
        remembered.endedAtMs = this.#clock.nowMs();
        remembered.outcome = undefined;
      },
    );
  }

  #forget(key: string, remembered: Remembered<T>): void {
    const left = this.#byKey.get(key)?.filter((each) => each !== remembered) ?? [];
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }
}

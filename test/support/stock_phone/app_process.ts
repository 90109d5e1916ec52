// One life of the app's process. Once it is dead, nothing that it had begun goes on: its waits never end, its timers and its
// connections are gone. What is on disk stays.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** Places in the app's work at which a test can let the process die. */
export type KillPoint =
  | 'list read'
  | 'text stored'
  | 'before hand-over'
  | 'handed over'
  | 'state written'
  | 'state about to be reported'
  | 'event arrived'
  | 'received text noted'
  | 'webhook answered';

/** What a dead process waits for. */
export const never = new Promise<never>(() => undefined);

export class AppProcess {
  readonly clock: Clock;
  readonly #ends = new AbortController();
  readonly #timers = new Set<CancelTimer>();
  readonly #reach: (point: KillPoint, what: string) => boolean;

  /** `reach` is asked at each point and says whether the process dies there. */
  constructor(clock: Clock, reach: (point: KillPoint, what: string) => boolean) {
    this.clock = clock;
    this.#reach = reach;
  }

  get isDead(): boolean {
    return this.#ends.signal.aborted;
  }

  /** Aborts when it dies. */
  get signal(): AbortSignal {
    return this.#ends.signal;
  }

  /** Nothing of it happens any more. */
  die(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#ends.abort();
  }

  /** A timer that dies with it. */
  after(ms: number, fn: () => void): CancelTimer {
    const cancel = this.clock.setTimeout(() => {
      this.#timers.delete(cancel);
      fn();
    }, ms);
    this.#timers.add(cancel);
    return () => {
      cancel();
      this.#timers.delete(cancel);
    };
  }

  /** The same, until it is dead; from then on it never settles. */
  async live<T>(work: Promise<T>): Promise<T> {
    try {
      const value = await work;
      return this.isDead ? never : value;
    } catch (error) {
      if (this.isDead) return never;
      throw error;
    }
  }

  /** Waits unless `signal` aborts first; then throws its reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return this.live(
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const cancel = this.after(ms, resolve);
        signal?.addEventListener('abort', () => {
          cancel();
          reject(signal.reason);
        });
      }),
    );
  }

  /** A place where the process may die; says whether it does. Then `never` is what comes next. */
  diesAt(point: KillPoint, what: string): boolean {
    if (!this.isDead && this.#reach(point, what)) this.die();
    return this.isDead;
  }

  /** The same for a place where the app waits anyway: it never goes on from there if it dies. */
  async point(point: KillPoint, what: string): Promise<void> {
    if (this.diesAt(point, what)) return never;
  }
}

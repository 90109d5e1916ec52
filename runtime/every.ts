// Work that is done again and again, never twice at the same time.
import type { CancelTimer, Clock } from './clock.ts';

interface EveryOptions {
  clock: Clock;
  periodMs: number;
  /**
   * One round; undefined when there is nothing to do. While a round is still under way, the next one that is due is
   * left out.
   */
  work: () => Promise<unknown> | undefined;
  /** Called when a round failed; the next one comes all the same. */
  onError?: (error: unknown) => void;
}

/** Work that is under way. */
export interface Every {
  /** Begins a round now, unless one is under way; resolves when that one has ended, and never rejects. */
  now(): Promise<void>;
  /** Begins no further round and waits for the one under way. Safe twice. */
  stop(): Promise<void>;
}

/** Does `work` every `periodMs`, the first time after one period. */
export function every({ clock, periodMs, work, onError = () => undefined }: EveryOptions): Every {
  let round: Promise<void> | undefined;
  let isStopped = false;
  const now = (): Promise<void> => {
    if (isStopped || round) return round ?? Promise.resolve();
    let begun: Promise<unknown> | undefined;
    try {
      begun = work();
    } catch (error) {
      onError(error);
    }
    round = begun
      ?.then(() => undefined, onError)
      .finally(() => {
        round = undefined;
      });
    return round ?? Promise.resolve();
  };
  const cancel: CancelTimer = clock.setInterval(() => void now(), periodMs);
  return {
    now,
    async stop() {
      isStopped = true;
      cancel();
      await round;
    },
  };
}

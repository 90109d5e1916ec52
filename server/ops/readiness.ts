// Whether this process can serve: the database answers and it is not stopping.

import type { Clock } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';

const periodMs = 1_000;

/** The state that health checks report. */
export interface Readiness {
  isReady(): boolean;
  /** Resolves at the next change, or when the signal aborts. */
  nextChange(signal: AbortSignal): Promise<void>;
  /** Not ready from now on. */
  drain(): void;
  stop(): void;
}

/** Starts asking `probe` once a second; a rejection means not ready. */
export function watchReadiness(clock: Clock, probe: () => Promise<void>): Readiness {
  let ready = true;
  let draining = false;
  const waiters = new Set<() => void>();

  const set = (value: boolean) => {
    if (ready === value) return;
    ready = value;
    for (const wake of waiters) wake();
  };
  const probes = every({
    clock,
    periodMs,
    work: async () => {
      await probe();
      set(!draining);
    },
    onError: () => set(false),
  });

  return {
    isReady: () => ready,
    nextChange: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiters.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiters.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
    drain() {
      draining = true;
      set(false);
    },
    stop: () => void probes.stop(),
  };
}

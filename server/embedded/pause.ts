// Waiting, in a way that a stop can cut short.
import type { Clock } from '../clock.ts';

/** Resolves after `delayMs`, or as soon as `signal` aborts. Never rejects: look at the signal afterwards. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.setTimeout(done, delayMs);
    signal?.addEventListener('abort', done);
  });
}

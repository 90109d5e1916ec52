// Waits by an injected clock; a stop can cut the wait short.
import type { Clock } from './clock.ts';

/** Resolves after `delayMs`, or as soon as `signal` aborts. Never rejects: look at the signal afterwards. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimeout(end, delayMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Resolves once `work` has ended, well or not, or after `mostMs`; nothing of the wait is left. Never rejects. */
export async function atMost(clock: Clock, mostMs: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  work.then(end, end);
  await pause(clock, mostMs, ended.signal);
}

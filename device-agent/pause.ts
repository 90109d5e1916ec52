// Waiting, by the agent's clock.
import type { Clock } from './clock.ts';

/** Resolves after that time, or at once when the agent stops. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimeout(end, delayMs);
    signal.addEventListener('abort', end, { once: true });
  });
}

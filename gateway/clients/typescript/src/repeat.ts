// When a request is repeated, and how long is waited before.
import type { Clock } from './clock.ts';
import { ApiError, ConnectionError, UnansweredError } from './errors.ts';

export interface Patience {
  /** Seconds after which no further attempt is begun. */
  patienceSeconds: number;
  /** Most seconds between two attempts. A longer Retry-After is not waited for: the request ends. */
  longestWaitSeconds: number;
}

const firstWaitSeconds = 0.2;

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is Error {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  if (code === 'unavailable' || code === 'rate_limited' || status === 408) return true;
  return code === 'unknown' && [429, 502, 503, 504].includes(status);
}

/** Whether what was refused was certainly not done. */
const isRefused = (error: Error) => error instanceof ApiError && error.status === 429;

/** Seconds before the next attempt: twice as long each time, by chance a little less; never before Retry-After. */
export function waitBefore(attempt: number, error: Error, longest: number, random: number): number {
  const grown = Math.min(longest, firstWaitSeconds * 2 ** Math.min(attempt, 10)) * (0.5 + random / 2);
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(grown, asked);
}

/**
 * Repeats what passes until it is answered. When patience ends it throws the refusal, where nothing but refusals was answered,
 * and else UnansweredError. It throws every other error at once.
 */
export async function repeat<T>(
  work: () => Promise<T>,
  { patienceSeconds, longestWaitSeconds }: Patience,
  clock: Clock,
  { signal, clientRef }: { signal?: AbortSignal | undefined; clientRef?: string | undefined } = {},
): Promise<T> {
  const endMs = clock.nowMs() + patienceSeconds * 1000;
  let isKnown = true;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      isKnown &&= isRefused(error);
      const seconds = waitBefore(attempt, error, longestWaitSeconds, clock.random());
      if (seconds > longestWaitSeconds || clock.nowMs() + seconds * 1000 > endMs)
        throw isKnown ? error : new UnansweredError(error, clientRef);
      await clock.sleep(seconds * 1000, signal);
      signal?.throwIfAborted();
    }
  }
}

// The step after an attempt: when an endpoint is tried again, and when it is given up.
import { backoffMs } from '../../runtime/backoff.ts';
import { failingForMs } from '../domain/subscriptions/event.ts';
import type { DisabledReason } from '../store/subscriptions/webhooks.ts';
import type { EndpointAnswer } from './endpoint_client.ts';

const backoff = { firstMs: 5_000, longestMs: 24 * 3_600_000, jitter: 0.5 };
/** The shortest pause after an answer by which an endpoint says that it is too much, in milliseconds. */
const throttledMs = 30_000;
const throttling: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** An answer that took longer makes an endpoint one of the slow ones, in milliseconds. */
const slowMs = 1_000;

/** How an endpoint stands. */
export interface Standing {
  failures: number;
  failingSinceMs: number | null;
  isSlow: boolean;
  nextAttemptAtMs: number | null;
  disabledReason: DisabledReason | null;
}

/** The pause that a Retry-After asks for: seconds, or a date. */
function askedMs(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const atMs = Date.parse(retryAfter);
  return Number.isNaN(atMs) ? 0 : Math.max(atMs - nowMs, 0);
}

/** How an endpoint stands whose request was ended because it was too slow for the slots that its account may have. */
export const putOff = (of: Pick<Standing, 'failures' | 'failingSinceMs'>): Standing => ({
  ...{ failures: of.failures, failingSinceMs: of.failingSinceMs },
  ...{ isSlow: true, nextAttemptAtMs: null, disabledReason: null },
});

/** How an endpoint stands once something was passed over that did not go to it: as if it had not been. */
export const passedOver: Standing = {
  ...{ failures: 0, failingSinceMs: null, isSlow: true, nextAttemptAtMs: null, disabledReason: null },
};

/** How an endpoint stands whose text could not be brought to an address of the text's own: that never disables it. */
export const afterCallback = (standing: Standing, nextAttemptAtMs: number): Standing => ({
  ...standing,
  ...{ nextAttemptAtMs, disabledReason: null },
});

/** How an endpoint stands after an answer. */
export function standingAfter(
  { failures, failingSinceMs }: Pick<Standing, 'failures' | 'failingSinceMs'>,
  { status, error, tookMs, retryAfter }: Pick<EndpointAnswer, 'status' | 'error' | 'tookMs' | 'retryAfter'>,
  nowMs: number,
  random: () => number,
): Standing {
  if (error === null)
    return {
      failures: 0,
      failingSinceMs: null,
      isSlow: tookMs > slowMs,
      nextAttemptAtMs: null,
      disabledReason: null,
    };
  const sinceMs = failingSinceMs ?? nowMs;
  const pauseMs = Math.max(
    backoffMs(failures + 1, { ...backoff, random }),
    throttling.has(status ?? 0) ? throttledMs : 0,
    askedMs(retryAfter, nowMs),
  );
  const isGivenUp = nowMs - sinceMs >= failingForMs;
  return {
    failures: failures + 1,
    failingSinceMs: sinceMs,
    isSlow: true,
    nextAttemptAtMs: nowMs + Math.min(pauseMs, backoff.longestMs),
    disabledReason: status === 410 ? 'gone' : isGivenUp ? 'failing' : null,
  };
}

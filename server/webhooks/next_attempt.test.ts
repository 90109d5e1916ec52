// When endpoints are tried again, and when they are given up.
import { expect, test } from 'vitest';
import { standingAfter } from './next_attempt.ts';

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const fresh = { failures: 0, failingSinceMs: null };
const answer = (status: number | null, retryAfter?: string) => ({
  ...{ status, error: status === 200 ? null : 'no', answer: '', tookMs: 10, retryAfter },
});
const pauseAfter = (failures: number, given = answer(500), random = () => 0) =>
  (standingAfter({ failures, failingSinceMs: nowMs }, given, nowMs, random).nextAttemptAtMs ?? 0) - nowMs;

test('a failing endpoint is tried after 5 seconds, twice as late each time, a day at most', () => {
  expect([0, 1, 2, 3].map((failures) => pauseAfter(failures))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(pauseAfter(0, answer(500), () => 0.9)).toBe(7_250);
  expect(pauseAfter(40, answer(500), () => 0.99)).toBeLessThanOrEqual(86_400_000);
  expect(pauseAfter(40)).toBeGreaterThan(50_000_000);
});

test('429, 502, 503 and 504 wait longer, and as long as Retry-After says, in seconds or as a date', () => {
  for (const status of [429, 502, 503, 504]) expect(pauseAfter(0, answer(status))).toBe(30_000);
  expect(pauseAfter(0, answer(429, '120'))).toBe(120_000);
  expect(pauseAfter(0, answer(503, 'Tue, 10 Mar 2026 12:05:00 GMT'))).toBe(300_000);
  expect(pauseAfter(0, answer(503, '999999999'))).toBe(86_400_000);
  expect(pauseAfter(0, answer(503, 'soon'))).toBe(30_000);
});

test('what fails for 5 days is given up, not a moment sooner; 410 at once; a success begins anew', () => {
  const after = (sinceMs: number) =>
    standingAfter({ failures: 9, failingSinceMs: nowMs - sinceMs }, answer(null), nowMs, () => 0);
  const days = 5 * 86_400_000;
  expect([after(days - 1).disabledReason, after(days).disabledReason]).toEqual([null, 'failing']);
  expect(standingAfter(fresh, answer(410), nowMs, () => 0).disabledReason).toBe('gone');
  const taken = standingAfter({ failures: 9, failingSinceMs: 1 }, answer(200), nowMs, () => 0);
  expect(taken).toEqual({ ...fresh, isSlow: false, nextAttemptAtMs: null, disabledReason: null });
});

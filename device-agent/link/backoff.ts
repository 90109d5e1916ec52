// How long to wait before the next connection. Full jitter, so that a thousand agents do not come back at once.
import type { SessionEnd } from './session.ts';

const firstCeilingMs = 500;
/** After an outage of any length the last of many agents tries within this. */
const lastCeilingMs = 20_000;
/** Floors that a jitter of nearly zero must not undercut. */
const shortestMs = 20;

/** After these the same answer is certain for a while; waits are long, and half of each is jitter. */
const longWaitMs: Partial<Record<SessionEnd['kind'], number>> = {
  superseded: 60_000,
  exhausted: 60_000,
  version: 10 * 60_000,
};

/**
 * Milliseconds to wait. `failures` counts connections in a row that did not last, from 0 on; `random` gives [0, 1).
 * Ordinary ends: up to 0.5 s first, doubling up to 20 s.
 */
export function waitBeforeRetryMs(kind: SessionEnd['kind'], failures: number, random: () => number): number {
  const long = longWaitMs[kind];
  if (long !== undefined) return long / 2 + random() * (long / 2);
  const ceilingMs = Math.min(lastCeilingMs, firstCeilingMs * 2 ** Math.min(failures, 16));
  return Math.max(shortestMs, random() * ceilingMs);
}

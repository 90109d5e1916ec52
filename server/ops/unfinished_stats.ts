// Stats that cost a query, kept for the metrics: counted seldom, one count at a time, and never waited
// for longer than a scraper waits. Until the next count is there, the last ones are given.
import type { Clock } from '../../runtime/clock.ts';
import { atMost } from '../../runtime/pause.ts';

/** Unfinished texts that metrics count at most: more are as bad. */
export const mostCounted = 10_000;
/** Between two counts. */
const periodMs = 10_000;
/** How long an answer waits for a count. */
const patienceMs = 1_000;

interface StatsOptions {
  clock: Clock;
  /** Counts the stats and passes them on; may fail, which leaves them as they were. */
  count: () => Promise<void>;
}

/** Returns a function that brings the stats up to date, as far as it can without delay. Never throws. */
export function createStats({ clock, count }: StatsOptions): () => Promise<void> {
  let counting: Promise<void> | undefined;
  let nextMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!counting && clock.nowMs() >= nextMs) {
      nextMs = clock.nowMs() + periodMs;
      counting = count()
        .catch(() => {})
        .finally(() => {
          counting = undefined;
        });
    }
    if (counting) await atMost(clock, patienceMs, counting);
  };
}

// Steps of a long work beside sends: after each there is a rest of four times as long as it took, so that sends are hardly slower.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';

/** How many times as long as a step took the rest after it is. */
const restTimes = 4;

/** Repeats a step until it has no more to do, or `signal` aborts; returns how many rows it was. */
export async function repeatGently(
  clock: Clock,
  signal: AbortSignal,
  step: () => Promise<{ rows: number; hasMore: boolean }>,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const begunMs = clock.nowMs();
    const { rows, hasMore } = await step();
    total += rows;
    if (!hasMore) break;
    const tookMs = clock.nowMs() - begunMs;
    if (tookMs > 0) await pause(clock, restTimes * tookMs, signal);
  }
  return total;
}

// Steps of a long task beside sends: after each step there is a pause of four times as long as it took, so that sends
// are hardly slower.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';

/** The pause after a step, as a multiple of the time that it took. */
const restTimes = 4;

/** Repeats a step until it has nothing more to do, or `signal` aborts; returns how many rows it changed. */
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

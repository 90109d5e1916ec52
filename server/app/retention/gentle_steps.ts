// Steps of a long task beside sends: after each step there is a pause of four times as long as it took, so that sends
// are hardly slower.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';

/** The pause after a step, as a multiple of the time that it took. */
const restTimes = 4;

/** Repeats a step until it has nothing more to do, or `signal` aborts; returns how many rows it changed, and its last outcome. */
export async function repeatGently<Outcome extends { rows: number; hasMore: boolean }>(
  clock: Clock,
  signal: AbortSignal,
  step: () => Promise<Outcome>,
): Promise<{ total: number; last: Outcome | undefined }> {
  let total = 0;
  let last: Outcome | undefined;
  while (!signal.aborted) {
    const begunMs = clock.nowMs();
    last = await step();
    total += last.rows;
    if (!last.hasMore) break;
    const tookMs = clock.nowMs() - begunMs;
    if (tookMs > 0) await pause(clock, restTimes * tookMs, signal);
  }
  return { total, last };
}

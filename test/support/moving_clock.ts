// Lets a clock that stands still run on while something is under way.
import type { ManualClock } from '../../runtime/testing/manual_clock.ts';

/**
 * Moves the time by `stepMs` after each `pace` until `work` has settled. Answers what it came to. `pace` is a question
 * to the database that the work waits for, so that on a busy machine the time runs as slowly as the work.
 */
export async function whileTimePasses<T>(
  clock: ManualClock,
  stepMs: number,
  pace: () => Promise<unknown>,
  work: Promise<T>,
): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  while (!isSettled) {
    await pace();
    clock.advance(stepMs);
  }
  return settled;
}

// Lets a clock that stands still run on while something is under way.
import type { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { turn, until } from '../../runtime/testing/until.ts';

/** How long a core waits for the answer to a statement, in milliseconds of its clock. */
export const statementDeadlineMs = 5_000;

/** Resolves once no core with this clock waits for the database, so that moving the time on ends no statement. */
export async function untilCalm(clock: ManualClock): Promise<void> {
  await until('no statement is under way', async () => {
    for (let quietTurns = 0; quietTurns < 3; quietTurns++) {
      if (clock.pendingTimeouts(statementDeadlineMs) > 0) return false;
      await turn();
    }
    return true;
  });
}

/**
 * Moves the time by `stepMs` after each `letPass` until `work` has settled. Returns what it came to. `letPass` is a question
 * to the database that the work waits for, so that on a busy machine the time runs as slowly as the work.
 */
export async function whileTimePasses<T>(
  clock: ManualClock,
  stepMs: number,
  letPass: () => Promise<unknown>,
  work: Promise<T>,
): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  while (!isSettled) {
    await letPass();
    clock.advance(stepMs);
  }
  return settled;
}

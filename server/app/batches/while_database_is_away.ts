// Repeats statements that the database did not answer.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';

/** A pause between two tries while the database is away, in milliseconds. */
export const repeatPauseMs = 150;

/**
 * Runs a statement again while the database is away, for at most `repeatForMs`. Only for work that is the same when
 * done twice: what was not answered may have been committed.
 */
export async function whileDatabaseIsAway<Out>(
  clock: Clock,
  repeatForMs: number,
  work: () => Promise<Out>,
): Promise<Out> {
  const deadlineMs = clock.nowMs() + repeatForMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || clock.nowMs() >= deadlineMs) throw error;
      await pause(clock, repeatPauseMs);
    }
  }
}

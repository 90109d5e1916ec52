// Statements that wrote what another one wrote at the same moment.
import { StatementFailed } from './driver.ts';

/** Another statement wrote the same unique key first, and neither saw the other (SQLSTATE 23505); this one was rolled back. */
export const isClash = (error: unknown): boolean =>
  error instanceof StatementFailed && error.sqlState === '23505';

/** Runs a statement again after a clash, `times` at most: now it sees what the other one wrote. */
export async function repeatOnClash<T>(run: () => Promise<T>, times = 1): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || !isClash(error)) throw error;
    }
  }
}

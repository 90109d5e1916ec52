import { StatementFailed } from '../postgres/driver.ts';

/** Runs a statement once more where another one wrote the same e-mail address meanwhile: now it sees that one. */
export async function repeatOnClash<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StatementFailed && error.sqlState === '23505')) throw error;
    return run();
  }
}

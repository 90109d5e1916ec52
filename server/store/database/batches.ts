// Runs the batch statements, and keeps their plans fit for the size of what they read.
import { isLockTimeout, type Pool } from './driver.ts';

/** Runs one statement. Throws DatabaseUnavailable or StatementFailed. */
type Runs = Pick<Pool, 'run'>;

/** Where batch statements run. */
export interface Batches extends Runs {
  /** Runs a statement that may leave rows out, without those that others have locked. */
  skippingLocked: Runs;
  /** The same once a lock was not given soon: whoever asks need not know which rows are locked. */
  pastLocks: Runs;
  /** Called with rows that were added to the message table. */
  countRows(rows: number): void;
  /** The same in another pool: what is counted here counts there. */
  over(pool: Pool): Batches;
}

/** Runs after a lock that was not given: one row that is locked for ever costs the others no wait at each run. */
const unwaitingRuns = 4;

const skipLocked = (statement: string) => statement.replaceAll(/for update( of \w+)?/g, '$& skip locked');

/**
 * A batch statement is planned once for all batches: planning each anew costs as much as running it. A plan made
 * while the tables are small reads them whole, and would cost more with every text until statistics are next
 * collected. So a statement gets a new name, and with it a new plan, each time this process has written four times
 * as many texts as before: about fifteen plans in its life.
 */
export function createBatches(pool: Pool): Batches {
  let written = 0;
  let epoch = 0;
  /** How many runs of a statement wait for no lock, because one waited in vain a moment ago. */
  const unwaiting = new Map<string, number>();
  const countRows = (rows: number) => {
    written += rows;
    epoch = Math.floor(Math.log2(1 + written) / 2);
  };
  const over = (used: Pool): Batches => {
    const run: Runs['run'] = (statement, params) => used.run(`${statement}\n-- plan ${epoch}`, params);
    const skippingLocked: Runs = { run: (statement, params) => run(skipLocked(statement), params) };
    const pastLocks: Runs = {
      async run(statement, params) {
        const left = unwaiting.get(statement) ?? 0;
        if (left === 0) {
          try {
            return await run(statement, params);
          } catch (error) {
            if (!isLockTimeout(error)) throw error;
            unwaiting.set(statement, unwaitingRuns);
          }
        } else unwaiting.set(statement, left - 1);
        return skippingLocked.run(statement, params);
      },
    };
    return { run, skippingLocked, pastLocks, countRows, over };
  };
  return over(pool);
}

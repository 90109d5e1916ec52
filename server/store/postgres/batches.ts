// Where batch statements run, and how their plans stay fit for the size of what they read.
import type { Pool } from './driver.ts';

/** Where batch statements run. */
export interface Batches extends Pick<Pool, 'run'> {
  /** Called with rows that were added to the message table. */
  countRows(rows: number): void;
}

/**
 * A batch statement is planned once for all batches: planning each anew costs as much as running it. A plan made
 * while the tables are small reads them whole, and would cost more with every text until statistics are next
 * collected. So `pools` forget their plans each time this process has written four times as many texts as before: about
 * fifteen times in its life.
 */
export function createBatches(batches: Pool, pools: readonly Pool[]): Batches {
  let written = 0;
  let next = 4;
  return {
    run: (statement, params) => batches.run(statement, params),
    countRows(rows) {
      written += rows;
      if (written < next) return;
      while (next <= written) next *= 4;
      for (const pool of pools) pool.forgetPlans();
    },
  };
}

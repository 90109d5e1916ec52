// Runs the batch statements, and keeps their plans fit for the size of what they read.
import type { Param, Pool, Row } from './driver.ts';

/** Where batch statements run. */
export interface Batches {
  run(statement: string, params: Param[]): Promise<Row[]>;
  /** Told of rows that were added to the message table. */
  countRows(rows: number): void;
  /** The same in another pool: what is counted here counts there. */
  over(pool: Pool): Batches;
}

/**
 * A batch statement is planned once for all batches: planning each anew costs as much as running it. A plan made
 * while the tables are small reads them whole, and would cost more with every text until statistics are next
 * collected. So a statement gets a new name, and with it a new plan, each time this process has written four times
 * as many texts as before: about fifteen plans in its life.
 */
export function createBatches(pool: Pool): Batches {
  let written = 0;
  let epoch = 0;
  const countRows = (rows: number) => {
    written += rows;
    epoch = Math.floor(Math.log2(1 + written) / 2);
  };
  const over = (used: Pool): Batches => ({
    run: (statement, params) => used.run(`${statement}\n-- plan ${epoch}`, params),
    countRows,
    over,
  });
  return over(pool);
}

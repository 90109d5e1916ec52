// How much of the database a read of the store looks at: the pages of tables and indexes, as PostgreSQL counts them.
import type { Database } from '../../server/store/database/database.ts';
import type { Pool } from '../../server/store/database/driver.ts';
import { createStore, type Store } from '../../server/store/store.ts';

type Explained = [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];

/** Runs reads of a store and returns how many pages their statements looked at; a page counts each time. */
export async function buffersOf(
  { database }: { database: Database },
  read: (store: Store) => Promise<unknown>,
): Promise<number> {
  let looked = 0;
  const reads: Pool = {
    ...database.reads,
    async run(text, params) {
      const [row] = await database.reads.run(`explain (analyze, buffers, format json) ${text}`, params);
      const [[{ Plan: plan }]] = row as [Explained];
      looked += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return database.reads.run(text, params);
    },
  };
  await read(createStore({ ...database, reads }));
  return looked;
}

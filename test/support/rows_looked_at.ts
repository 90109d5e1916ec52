// How many rows of tables and indexes a read of the store looks at, as PostgreSQL counts them.
import type { Database } from '../../server/store/postgres/database.ts';
import type { Pool } from '../../server/store/postgres/driver.ts';
import { createStore, type Store } from '../../server/store/store.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function rowsOf(plan: Plan): number {
  const found = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Relation Name'] === undefined ? 0 : found * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}

/** Runs reads of a store and returns how many rows their statements looked at; a row counts each time. */
export async function rowsLookedAt(
  { database }: { database: Database },
  read: (store: Store) => Promise<unknown>,
): Promise<number> {
  let looked = 0;
  const reads: Pool = {
    ...database.reads,
    async run(text, params) {
      const [row] = await database.reads.run(`explain (analyze, format json) ${text}`, params);
      const [[{ Plan: plan }]] = row as [[{ Plan: Plan }]];
      looked += rowsOf(plan);
      return database.reads.run(text, params);
    },
  };
  await read(createStore({ ...database, reads, stats: reads }));
  return looked;
}

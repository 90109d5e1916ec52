// Says when a table is written, by triggers of the test's own, so that a test that waits for a row asks only when there may be one.
import type { openInspector } from './database.ts';

const channel = 'written_tables';

export interface WrittenTables {
  /** Resolves with the first answer of `probe` that is neither false nor undefined: it is asked now, and after each write. */
  until<T>(probe: () => Promise<T>): Promise<Exclude<T, false | undefined>>;
}

/** Watches tables of a database until the inspector is ended. Whoever writes them then must hold no lock of them now. */
export async function watchTables(
  sql: ReturnType<typeof openInspector>,
  ...tables: string[]
): Promise<WrittenTables> {
  let writes = 0;
  const waiting = new Set<() => void>();
  await sql.listen(channel, () => {
    writes++;
    for (const wake of waiting) wake();
    waiting.clear();
  });
  await sql`create or replace function tell_of_write() returns trigger language plpgsql as
    $$ begin perform pg_notify('written_tables', ''); return null; end $$`;
  for (const table of tables)
    await sql`create trigger tell_of_write after insert or update or delete on ${sql(table)}
      for each statement execute function tell_of_write()`;
  return {
    async until(probe) {
      for (;;) {
        const before = writes;
        const found = await probe();
        if (found !== false && found !== undefined) return found as never;
        if (writes === before) await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
}

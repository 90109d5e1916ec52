// A row that somebody else has locked: a transaction of a test's own that holds it until the test lets go.
import postgres from 'postgres';
import { until } from '../../runtime/testing/until.ts';

export interface HeldRow {
  /** Resolves once so many statements wait for a lock. */
  waiters(count: number): Promise<void>;
  /** Lets go. */
  release(): Promise<void>;
}

/** Resolves once so many statements of a database wait for a lock. PostgreSQL notifies nobody of it, so that it is asked again and again. */
export async function waitersForLocks(sql: Pick<postgres.Sql, 'unsafe'>, count: number): Promise<void> {
  await until(`${count} statements wait for a lock`, async () => {
    const [row] = await sql.unsafe(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return row?.n >= count;
  });
}

/** Locks the rows of a table that have these values, for as long as the test wants. */
export async function holdRow(
  url: string,
  table: 'account' | 'rate_window' | 'device' | 'webhook',
  values: Record<string, bigint | Buffer | string>,
): Promise<HeldRow> {
  const sql = postgres(url, { max: 2, onnotice: () => {}, types: { bigint: postgres.BigInt } });
  const holder = await sql.reserve();
  await holder`begin`;
  const matches = Object.entries(values).map(
    ([column, value], index) => holder`${index > 0 ? holder`and` : holder``} ${holder(column)} = ${value}`,
  );
  const rows = await holder`select from ${holder(table)} where ${matches} for update`;
  if (rows.count === 0) throw new Error(`no such row of ${table}`);
  return {
    waiters: (count) => waitersForLocks(sql, count),
    async release() {
      await holder`rollback`;
      holder.release();
      await sql.end();
    },
  };
}

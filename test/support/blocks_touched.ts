// How many blocks a statement touches, counted by PostgreSQL: a bound of what it costs that no machine's speed moves.
import type { Param, Row } from '../../server/store/postgres/driver.ts';
import type { openInspector } from './database.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Runs whatever `use` runs in the pool that it is given, and answers the blocks that it touched. */
export async function blocksTouched(
  inspect: ReturnType<typeof openInspector>,
  use: (pool: { run(statement: string, params: readonly Param[]): Promise<Row[]> }) => Promise<unknown>,
): Promise<number> {
  let blocks = 0;
  await use({
    async run(statement, params) {
      const explained = `explain (analyze, buffers, format json) ${statement}`;
      const [row] = await inspect.unsafe(explained, params as string[]);
      const { Plan: plan } = (row as unknown as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return [];
    },
    // The plan is no result of the statement, which says so.
  }).catch(() => {});
  return blocks;
}

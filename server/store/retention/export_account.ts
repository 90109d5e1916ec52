// The rows of an account as JSON, a page of one table at a time in order of its key, so that no page costs more than its rows. What
// opens something (keys, tokens, secrets of webhooks) is left out.
import type { Database } from '../postgres/database.ts';
import { int4, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type AccountTable, accountTables } from './account_tables.ts';

/** A row, and its place in its table. */
interface ExportedRow {
  row: string;
  /** A JSON array of texts. */
  place: string;
}

interface Page {
  after: string | null;
  most: number;
}

const gives = { row: text, place: text };

const rowOf = ({ secrets }: Pick<AccountTable, 'secrets'>) =>
  `(to_jsonb(t)${secrets.map((column) => ` - '${column}'`).join('')})::text as "row"`;

/** Makes what reads a page: the first one, or the one after a place. */
function pagesOf(table: Pick<AccountTable, 'key' | 'secrets'>, from: (accountId: string) => string) {
  const { key } = table;
  const columns = key.map(({ name }) => `t.${name}`);
  const place = `jsonb_build_array(${columns.map((column) => `${column}::text`).join(', ')})::text as place`;
  const order = columns.length > 0 ? `order by ${columns.join(', ')}` : '';
  const first = statement({
    takes: { accountId: int8, most: int4 },
    gives,
    text: ({ accountId, most }) =>
      `select ${rowOf(table)}, ${place} from ${from(accountId)} ${order} limit ${most}`,
  });
  if (key.length === 0) return { first, next: undefined };
  const next = statement({
    takes: { accountId: int8, most: int4, after: text },
    gives,
    text: ({ accountId, most, after }) => {
      const values = key.map(({ type }, nth) => `(${after}::jsonb->>${nth})::${type}`);
      return `select ${rowOf(table)}, ${place} from ${from(accountId)} and (${columns.join(', ')}) > (${values.join(', ')}) ${order} limit ${most}`;
    },
  });
  return { first, next };
}

const users = `select p.id, p.name, p.email, m.role, m.joined_at from membership m join app_user p on p.id = m.user_id`;

const pages = new Map([
  ['account', pagesOf({ key: [], secrets: [] }, (accountId) => `account t where t.id = ${accountId}`)],
  [
    'user',
    pagesOf(
      { key: [{ name: 'id', type: 'bigint' }], secrets: [] },
      (accountId) => `(${users} where m.account_id = ${accountId}) t where true`,
    ),
  ],
  ...accountTables.map(
    (table) =>
      [
        table.name,
        pagesOf(table, (accountId) => `${table.name} t where t.account_id = ${accountId}`),
      ] as const,
  ),
]);

/** What an export has, in its order. */
export const exportedTables: readonly string[] = [...pages.keys()];

export const prepareExport = ({ reads }: Database) => ({
  /** Up to `most` rows of an account in a table, after a place. Throws StatementFailed of class 22 for a place that is none. */
  async listExported(table: string, accountId: bigint, { after, most }: Page): Promise<ExportedRow[]> {
    const { first, next } = pages.get(table) as ReturnType<typeof pagesOf>;
    if (after === null) return first.run(reads, { accountId, most });
    return next ? next.run(reads, { accountId, most, after }) : [];
  },
});

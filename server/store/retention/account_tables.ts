// Every table with rows of accounts, as erasing and exporting an account walk over them. A table with a column `account_id` is one
// of them by itself.
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { tables } from '../schema/tables.ts';

/** A table of accounts' rows. */
export interface AccountTable {
  name: string;
  /** The columns that name a row within its account, in order, with their types. */
  key: readonly { name: string; type: string }[];
  /** Columns with secrets: they never leave the database. */
  secrets: readonly string[];
}

/** Kept when an account is erased, as the proof that it was. */
export const outlivesAccount = 'erasure';

const secretColumns = new Set(['hash', 'token_hash', 'code_hash', 'secret', 'previous_secret']);

function describe(table: PgTable): AccountTable | undefined {
  const { name, columns, primaryKeys } = getTableConfig(table);
  if (!columns.some((column) => column.name === 'account_id')) return undefined;
  const keyNames = primaryKeys[0]?.columns.map((column) => column.name);
  const typeOf = new Map(columns.map((column) => [column.name, column.getSQLType()]));
  const keys = keyNames ?? columns.filter(({ primary }) => primary).map((column) => column.name);
  return {
    name,
    key: keys
      .filter((column) => column !== 'account_id')
      .map((column) => ({ name: column, type: typeOf.get(column) ?? 'text' })),
    secrets: columns.map((column) => column.name).filter((column) => secretColumns.has(column)),
  };
}

/** In the order of their names. */
export const accountTables: readonly AccountTable[] = tables
  .flatMap((table) => describe(table) ?? [])
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));

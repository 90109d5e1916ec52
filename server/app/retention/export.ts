// All that is kept of an account, page by page: whoever reads it needs memory for one page.
import { StatementFailed } from '../../store/postgres/driver.ts';
import { exportedTables } from '../../store/retention/export_account.ts';
import type { Store } from '../../store/store.ts';
import { readCursor, writeCursor, wrongCursor } from '../pages.ts';
import { findAccount } from '../plans/plan_rules.ts';

/** Rows of a page, at most, and characters after which no further table is begun. */
const mostRows = 200;
const enough = 128 * 1024;

interface ExportPage {
  /** Each a JSON object without a line feed: {"table": ..., "row": ...}. */
  lines: string[];
  nextCursor: string | undefined;
}

export type ExportAccount = ReturnType<typeof createExport>;

function readPlace(cursor: string | undefined): { table: number; after: string | null } {
  if (cursor === undefined) return { table: 0, after: null };
  const [name, after] = readCursor(cursor);
  const table = exportedTables.indexOf(String(name));
  if (table < 0 || (after !== undefined && typeof after !== 'string')) throw wrongCursor();
  return { table, after: after ?? null };
}

/** A place that was made up is not a value of its column. */
const isNoPlace = (error: unknown) => error instanceof StatementFailed && error.sqlState?.startsWith('22');

/** Makes what reads a page. Throws `not_found` for an unknown account, and `invalid_request` for a wrong cursor. */
export const createExport =
  (store: Pick<Store, 'findAccount' | 'listExported'>, most = mostRows) =>
  async (accountId: bigint, cursor: string | undefined): Promise<ExportPage> => {
    const place = readPlace(cursor);
    await findAccount(store, accountId);
    const lines: string[] = [];
    let characters = 0;
    let { after } = place;
    for (let table = place.table; table < exportedTables.length; table++, after = null) {
      const name = exportedTables[table] as string;
      if (characters >= enough || lines.length >= most) return { lines, nextCursor: writeCursor([name]) };
      const rows = await store.listExported(name, accountId, { after, most }).catch((error: unknown) => {
        throw isNoPlace(error) ? wrongCursor() : error;
      });
      for (const { row } of rows) {
        const line = `{"table":"${name}","row":${row}}`;
        characters += line.length;
        lines.push(line);
      }
      const last = rows.at(-1);
      if (last && rows.length === most) return { lines, nextCursor: writeCursor([name, last.place]) };
    }
    return { lines, nextCursor: undefined };
  };

// Pages of the operator's lists, by the last row seen.

import { entriesOf } from '../../domain/page_size.ts';

const pageSize = { most: 500, usual: 100 };

/** What a request says about its page: 1 to 500 rows, 100 when 0, after the row `cursor`. */
interface PageRequest {
  limit: number;
  cursor: bigint | undefined;
}

/**
 * Reads a page; `last` is its last row when there is another page. One row more is asked for, to know whether there
 * is.
 */
export async function readPage<Row>(
  limit: number,
  list: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; last: Row | undefined }> {
  const wanted = entriesOf(limit, pageSize);
  const found = await list(wanted + 1);
  const rows = found.slice(0, wanted);
  return { rows, last: found.length > wanted ? rows.at(-1) : undefined };
}

/** Reads a page of rows that have ids. */
export async function pageOf<Row extends { id: bigint }>(
  { limit, cursor }: PageRequest,
  list: (after: bigint, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: bigint | undefined }> {
  const { rows, last } = await readPage(limit, (most) => list(cursor ?? 0n, most));
  return { rows, nextCursor: last?.id };
}

// Pages of the operator's lists, by the last id seen.

const defaultPage = 100;
const maxPage = 500;

/** What a request says about its page: 1 to 500 rows, 100 when 0, after the row `cursor`. */
export interface PageRequest {
  limit: number;
  cursor: bigint | undefined;
}

/** Reads a page. One row more is asked for, to know whether there is another page. */
export async function pageOf<Row extends { id: bigint }>(
  { limit, cursor }: PageRequest,
  list: (after: bigint, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: bigint | undefined }> {
  const wanted = Math.min(limit === 0 ? defaultPage : limit, maxPage);
  const found = await list(cursor ?? 0n, wanted + 1);
  const rows = found.slice(0, wanted);
  return { rows, nextCursor: found.length > wanted ? rows.at(-1)?.id : undefined };
}

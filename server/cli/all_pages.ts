// A list as commands show it: whole, whatever pages it comes in.

/** Most rows of a page, as the core answers them. */
export const pageRows = 500;

/** Reads page after page; returns the rows of all. */
export async function allPages<Row, Cursor>(
  read: (cursor: Cursor | undefined) => Promise<{ rows: readonly Row[]; nextCursor: Cursor | undefined }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: Cursor | undefined;
  do {
    const page = await read(cursor);
    all.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

// Pages of lists and batches of requests: how long they are, and the cursors that lead from one page to the next.
import { invalidRequest, wrongLength } from '../errors.ts';

/** Most entries of a page, and how many there are unless the request says. */
interface PageSize {
  most: number;
  usual: number;
}

const listSize: PageSize = { most: 500, usual: 100 };

/** How many entries a page has that is asked for with `limit`; 0 means the default. */
export const entriesOf = (limit: number, { most, usual }: PageSize = listSize): number =>
  Math.min(limit === 0 ? usual : limit, most);

const maxSearchLength = 100;

/** The words of a search: a part of a name, or an id. Throws `invalid_request` for one that is too long. */
export function readSearch(search: string): { part: string | null; id: bigint | null } {
  if (search.length > maxSearchLength || !isStorable(search)) throw wrongLength('search', 0, maxSearchLength);
  const id = /^[1-9]\d{0,17}$/.test(search) ? BigInt(search) : null;
  return { part: search === '' ? null : search, id };
}

/** Throws `invalid_request` for a batch that is empty or too large. */
export function checkBatch(field: string, length: number, most: number): void {
  if (length < 1 || length > most) throw invalidRequest(`${field} must have 1 to ${most} entries`);
}

export const wrongCursor = () => invalidRequest('cursor must be a next_cursor of an earlier answer');

/** Whether PostgreSQL stores a text as it is. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** A cursor that holds a row's place: whole numbers and texts. */
export const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place in a cursor; its texts can be stored. Throws `invalid_request` for a cursor that was not made here. */
export function readCursor(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.every((value) => typeof value !== 'string' || isStorable(value)))
      return place;
  } catch {
    // It is no JSON.
  }
  throw wrongCursor();
}

/**
 * Cuts a page out of rows, of which one more than `most` was read; `last` is the page's last row if there is another
 * page.
 */
export function cutPage<Row>(found: readonly Row[], most: number): { rows: Row[]; last: Row | undefined } {
  const rows = found.slice(0, most);
  return { rows, last: found.length > most ? rows.at(-1) : undefined };
}

/** Reads a page of 1 to 500 rows, 100 when `limit` is 0. */
export async function readPage<Row>(limit: number, list: (most: number) => Promise<Row[]>) {
  const most = entriesOf(limit);
  return cutPage(await list(most + 1), most);
}

/** Reads a page of rows that have ids, after the row `cursor`. */
export async function pageOf<Row extends { id: bigint }>(
  { limit, cursor }: { limit: number; cursor?: bigint },
  list: (after: bigint, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: bigint | undefined }> {
  const { rows, last } = await readPage(limit, (most) => list(cursor ?? 0n, most));
  return { rows, nextCursor: last?.id };
}

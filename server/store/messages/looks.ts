// Pages for keys that may read only some texts. A page looks at a bounded number of rows, however few of them the key may read: it may be
// short or empty, and yet say where to go on. The last row that was looked at is read as well, for its place alone.
import { bool, sqlNamesOf } from '../postgres/kinds.ts';
import { messageFields } from './message_fields.ts';
import { mayRead, ofText } from './readable.ts';

/** What a row `p` of such a page says besides. */
export const ofLook = {
  /** The key may read it. */
  isAsked: bool('coalesce(p.is_asked, false)'),
  /** The page looked at as many rows as it may. */
  isEnough: bool('coalesce(p.is_enough, false)'),
  /** It is the last row that was looked at. */
  isLast: bool('coalesce(p.is_last, false)'),
};

/** The columns that `firstOctets` carries along for it. */
export const lookColumns = ', w.is_asked, w.is_enough';

/** `found` has a message's columns, and the further columns `more`; at most `looks` rows in the order of `order`. */
export function lookedAt(
  found: string,
  { order, keyHash, looks, most }: { order: string; keyHash: string; looks: string; most: string },
  more = '',
): string {
  const columns = (of: string) => `${sqlNamesOf(messageFields, of)}${more.replaceAll('$', of)}`;
  return `select ${columns('m')}, m.is_asked, m.nth = ${looks} as is_enough from (
      select ${columns('m')}, ${mayRead(keyHash, ofText('m'))} as is_asked, row_number() over way as nth,
        lead(m.id) over way is null as is_end
      from (${found}) m window way as (order by ${order})
    ) m where m.is_asked or m.is_end order by ${order} limit ${most}`;
}

/** The rows of a page of `limit` that the key may read, its last row whether it may or not, and whether there are more. */
export function readLook<Row extends { isAsked: boolean; isEnough: boolean; isLast: boolean }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | undefined; hasMore: boolean } {
  const read = rows.slice(0, limit);
  const last = read.at(-1);
  const hasMore = last !== undefined && (!last.isLast || last.isEnough);
  return { page: read.filter(({ isAsked }) => isAsked), last, hasMore };
}

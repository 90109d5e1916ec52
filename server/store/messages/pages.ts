// Pages of texts, bounded in rows and in octets. The rest stays in the database, so that no process needs memory for
// more than a page.
import { bool, columnsOf, sqlNamesOf } from '../postgres/kinds.ts';
import { group } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';

/** The rows of a page, and whether there are more. */
interface PageOf<Row> {
  messages: Row[];
  hasMore: boolean;
}

/** Texts of a page. */
export type MessagePage = PageOf<Message>;

/** The fields of a row of `firstOctets`, called `p`. */
export const ofPage = { message: group(columnsOf(messageFields, 'p')), isLast: bool('p.is_last') };

/** A page of `limit` rows of `firstOctets`, of which one more was asked for, in their order. */
export function readPage<Row>(
  rows: readonly { message: Row; isLast: boolean }[],
  limit: number,
): PageOf<Row> {
  const page = rows.slice(0, limit);
  return { messages: page.map(({ message }) => message), hasMore: page.at(-1)?.isLast === false };
}

/** The size of a text in an answer besides its words, in octets. */
const frameOctets = 256;

// The length of a text that is stored out of line is known without fetching it.
const octetsOf = (of: string) =>
  `(${frameOctets} + octet_length(${of}.body) + coalesce(octet_length(${of}.error), 0))`;

/**
 * The first rows of `found` that together take at most `octets`, and always the first one; `is_last` is true for the
 * last row of `found`. `found` has a message's columns, and the further columns `more`.
 */
export const firstOctets = (found: string, order: 'asc' | 'desc', octets: string, more = ''): string => `
  select ${sqlNamesOf(messageFields, 'w')}${more}, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum(${octetsOf('f')}) over page as taken, row_number() over page as place
    from (${found}) f window page as (order by f.${order === 'asc' ? 'seq' : 'id'} ${order} rows unbounded preceding)
  ) w where w.taken <= ${octets} or w.place = 1`;

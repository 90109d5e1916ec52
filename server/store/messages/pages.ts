// Pages of texts, bounded in rows and in octets. What does not fit is left in the database, so that neither a page's
// reader nor anybody beside it is in need of memory for more than a page.
import { bool, columnsOf, sqlNamesOf } from '../postgres/kinds.ts';
import { group } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';

/** What a page holds, and whether more is there. */
export interface PageOf<Row> {
  messages: Row[];
  hasMore: boolean;
}

/** Texts of a page. */
export type MessagePage = PageOf<Message>;

/** What a row of `firstOctets`, called `p`, gives. */
export const ofPage = { message: group(columnsOf(messageFields, 'p')), isLast: bool('p.is_last') };

/** A page of `limit` rows of `firstOctets`, of which one more was asked for, in their order. */
export function readPage<Row>(
  rows: readonly { message: Row; isLast: boolean }[],
  limit: number,
): PageOf<Row> {
  const page = rows.slice(0, limit);
  return { messages: page.map(({ message }) => message), hasMore: page.at(-1)?.isLast === false };
}

/** What a text takes in an answer besides the words of people, in octets. */
const frameOctets = 256;

// The length of a text that is stored out of line is known without fetching it.
const octetsOf = (of: string) =>
  `(${frameOctets} + octet_length(${of}.body) + coalesce(octet_length(${of}.error), 0))`;

/**
 * The first rows of `found` that together take at most `octets`, and always the first of all; each with `is_last`,
 * true for the last row of `found`. `found` has a message's columns, and what else is wanted of them as `more`.
 */
export const firstOctets = (found: string, order: 'asc' | 'desc', octets: string, more = ''): string => `
  select ${sqlNamesOf(messageFields, 'w')}${more}, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum(${octetsOf('f')}) over page as taken, row_number() over page as place
    from (${found}) f window page as (order by f.${order === 'asc' ? 'seq' : 'id'} ${order} rows unbounded preceding)
  ) w where w.taken <= ${octets} or w.place = 1`;

// Pages of texts, bounded in rows and in octets. What does not fit is left in the database, so that neither a page's
// reader nor anybody beside it is in need of memory for more than a page.
import type { Message } from '../domain/message.ts';
import type { Row } from './driver.ts';

/** Texts of a page, and whether more is there. */
export interface MessagePage {
  messages: Message[];
  hasMore: boolean;
}

const names = [
  ...['account_id', 'id', 'seq', 'direction', 'address', 'address_norm', 'body', 'status', 'route', 'error'],
  ...['created_at', 'sent_at', 'delivered_at', 'segments', 'encoding', 'client_ref'],
];

/** A message's columns of the table or subquery `of`, in the order in which `readMessage` takes them. */
export const messageColumnsOf = (of: string): string => names.map((name) => `${of}.${name}`).join(', ');

/** How many they are, and so where a row's other columns begin. */
export const messageColumnCount = names.length;

const instant = (text: unknown) => Date.parse(text as string);
const instantOrNull = (text: unknown) => (text === null ? null : instant(text));

/** A message from its columns, which begin at `row[from]`. */
export function readMessage(row: Row, from = 0): Message {
  return {
    accountId: row[from] as bigint,
    id: row[from + 1] as bigint,
    seq: row[from + 2] as bigint,
    direction: row[from + 3] as Message['direction'],
    address: row[from + 4] as string,
    addressNorm: row[from + 5] as string,
    body: row[from + 6] as string,
    status: row[from + 7] as Message['status'],
    route: row[from + 8] as Message['route'],
    error: row[from + 9] as string | null,
    createdAtMs: instant(row[from + 10]),
    sentAtMs: instantOrNull(row[from + 11]),
    deliveredAtMs: instantOrNull(row[from + 12]),
    segments: row[from + 13] as number,
    encoding: row[from + 14] as Message['encoding'],
    clientRef: row[from + 15] as string | null,
  };
}

/** A page of `limit` rows of `firstOctets`, of which one more was asked for, in their order. */
export function readPage(rows: readonly Row[], limit: number, from = 0): MessagePage {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: page.map((row) => readMessage(row, from)),
    hasMore: last !== undefined && last.at(-1) === false,
  };
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
  select ${messageColumnsOf('w')}${more}, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum(${octetsOf('f')}) over page as taken, row_number() over page as place
    from (${found}) f window page as (order by f.${order === 'asc' ? 'seq' : 'id'} ${order} rows unbounded preceding)
  ) w where w.taken <= ${octets} or w.place = 1`;

// Conversations, read from the maintained table: as programs list them, and as a person sees them, with unread texts
// and a search by the beginning of a number.

import { lookColumns, lookedAt, ofLook, readLook } from '../messages/looks.ts';
import { type Message, messageFields } from '../messages/message_fields.ts';
import { firstOctets, ofPage, readPage } from '../messages/pages.ts';
import type { Database } from '../postgres/database.ts';
import { bool, columnsOf, count, int4, int8, sqlNamesOf, text, textArray } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { isDone, newestReceived, stateOf } from './thread_states.ts';

/** A conversation with its newest text. */
export interface Thread {
  address: string;
  addressNorm: string;
  messageCount: bigint;
  lastMessage: Message;
}

/** A page of conversations, and whether there are more. */
interface ThreadPage<Row = Thread> {
  threads: Row[];
  hasMore: boolean;
}

/** The newest texts below a page among which its conversations are looked for one by one. */
export const mostLookedAt = 256;

/**
 * The newest `most` conversations of an account below the text `before`. Among its newest texts it takes those that are
 * the newest of their conversation: if many conversations take turns, nearly each is, and no more are read than the
 * page has. If there are not enough, the rest comes by the index for it, and is sorted. Limits and lateral joins keep
 * the planner from reading conversations in any other way.
 */
const newestThreads = (
  columns: string,
  { accountId, before, most }: { accountId: string; before: string; most: string },
) => {
  const looked = `select w.id, w.address_norm from message w
    where w.account_id = ${accountId} and w.id < ${before} order by w.id desc limit ${mostLookedAt}`;
  return `select ${sqlNamesOf(messageFields, 'm')}, ${columns} from (
    with turns as materialized (
      select n.* from (${looked}) w cross join lateral (
        select * from thread n
        where n.account_id = ${accountId} and n.address_norm = w.address_norm and n.last_message_id = w.id limit 1
      ) n order by w.id desc limit ${most}
    ), oldest as (
      select min(w.id) as id from (${looked}) w where (select count(*) from turns) < ${most}
    )
    select * from turns
    union all (
      select o.* from thread o
      where o.account_id = ${accountId} and o.newest_block <= (select id from oldest) / 1024
        and o.last_message_id < (select id from oldest)
      order by o.newest_block desc, o.last_message_id desc limit ${most}
    )
    order by last_message_id desc limit ${most}
  ) t cross join lateral (
    select * from message m where m.account_id = ${accountId} and m.id = t.last_message_id limit 1
  ) m order by t.last_message_id desc`;
};

const listThreads = statement({
  takes: { accountId: int8, before: int8, most: int4, octets: count },
  gives: { ...ofPage, address: text('p.thread_address'), messageCount: int8('p.message_count') },
  text: ({ accountId, before, most, octets, row }) => `
select ${row} from (
  ${firstOctets(
    newestThreads('t.address as thread_address, t.message_count', { accountId, before, most }),
    'desc',
    octets,
    ', w.thread_address, w.message_count',
  )}
) p order by p.id desc`,
});

/** Most conversations that a page looks at for a key that may not read all. */
const mostAsked = 500;

const listReadable = statement({
  takes: { accountId: int8, before: int8, most: int4, octets: count, keyHash: text, looks: count },
  gives: {
    ...{ message: ofPage.message, ...ofLook },
    ...{ address: text('p.thread_address'), messageCount: int8('p.message_count') },
  },
  text: ({ accountId, before, most, octets, keyHash, looks, row }) => `
select ${row} from (
  ${firstOctets(
    lookedAt(
      newestThreads('t.address as thread_address, t.message_count', { accountId, before, most: looks }),
      { order: 'm.id desc', keyHash, looks, most },
      ', $.thread_address, $.message_count',
    ),
    'desc',
    octets,
    `, w.thread_address, w.message_count${lookColumns}`,
  )}
) p order by p.id desc`,
});

/** A conversation as a person sees it. */
export interface UnreadThread extends Thread {
  /** Received texts that the person has not read. */
  unread: number;
  /** The member who looks after it; null for nobody. */
  assigneeId: bigint | null;
  /** It was marked done, and nothing has come or failed since. */
  isDone: boolean;
  /** Its newest text was received, and it is not done. */
  isWaiting: boolean;
}

/** The person who reads, and the account. */
export interface Reader {
  accountId: bigint;
  userId: bigint;
}

/** Most unread texts of a conversation that are counted. */
export const mostUnread = 100;

const seen = {
  address: text('p.thread_address'),
  messageCount: int8('p.message_count'),
  unread: int4('p.unread'),
  assigneeId: int8.orNull('p.assignee_id'),
  isDone: bool('p.is_done'),
  isWaiting: bool('p.is_waiting'),
};

/** A row of `seenBy`, called `p`, that is not one of a bounded page. */
export const seenRow = { ...seen, message: group(columnsOf(messageFields, 'p')) };

/** The columns of a thread `t` that `seenBy` needs beside those of its newest text. */
export const ofThread = 't.address as thread_address, t.message_count, t.address_norm as thread_norm';

/**
 * The rows of `page` with what a person sees of them. Unread texts are counted only for these rows, by the index of received
 * texts. The limits keep the planner from reading all that the person has ever read.
 */
export const seenBy = (page: string, { accountId, userId }: { accountId: string; userId: string }) => `
  select p.*, case when p.id <= coalesce(r.last_message_id, 0) then 0 else u.unread end as unread, s.assignee_id,
    p.direction = 'in' and p.seq > coalesce(s.done_seq, 0) as is_waiting,
    ${isDone} as is_done
  from (${page}) p
  left join lateral (
    select last_message_id from thread_read
    where account_id = ${accountId} and user_id = ${userId} and address_norm = p.thread_norm limit 1
  ) r on true
  left join lateral (
    select count(*)::int4 as unread from (
      select from message m
      where m.account_id = ${accountId} and m.address_norm = p.thread_norm and m.direction = 'in'
        and m.id > coalesce(r.last_message_id, 0)
      limit ${mostUnread}
    ) n
  ) u on p.id > coalesce(r.last_message_id, 0)
  left join lateral (${stateOf(accountId, 'p.thread_norm')}) s on true
  left join lateral (${newestReceived(accountId, 'p.thread_norm')}) i on true`;

const carried = ', w.thread_address, w.message_count, w.thread_norm';

const listUnread = statement({
  takes: { accountId: int8, userId: int8, before: int8, most: int4, octets: count },
  gives: { ...ofPage, ...seen },
  text: ({ accountId, userId, before, most, octets, row }) => `
select ${row} from (${seenBy(
    firstOctets(newestThreads(ofThread, { accountId, before, most }), 'desc', octets, carried),
    { accountId, userId },
  )}
) p order by p.id desc`,
});

// A letter stands after every digit in any language's order, so that a range of the key holds all numbers with that
// beginning. The few others in between are filtered after the range was cut: in the same query the planner would expect
// next to no rows, read the whole range and sort. No beginning is the beginning of another.
const findUnread = statement({
  takes: { accountId: int8, userId: int8, beginnings: textArray, after: text, most: int4 },
  gives: seenRow,
  text: ({ accountId, userId, beginnings, after, most, row }) => `
select ${row} from (${seenBy(
    `select ${sqlNamesOf(messageFields, 'm')}, ${ofThread} from (
      select f.* from unnest(${beginnings}) as b (beginning) cross join lateral (
        select t.address, t.address_norm, t.message_count, t.last_message_id from thread t
        where t.account_id = ${accountId} and t.address_norm >= b.beginning and t.address_norm < b.beginning || 'a'
          and t.address_norm > ${after}
        order by t.address_norm limit 2 * ${most}
      ) f where starts_with(f.address_norm, b.beginning) order by f.address_norm limit ${most}
    ) t join message m on m.account_id = ${accountId} and m.id = t.last_message_id`,
    { accountId, userId },
  )}
) p order by p.thread_norm limit ${most}`,
});

const markRead = statement({
  takes: { accountId: int8, userId: int8, addressNorm: text, lastMessageId: int8 },
  gives: { addressNorm: text },
  text: ({ accountId, userId, addressNorm, lastMessageId, row }) => `
insert into thread_read as r (account_id, user_id, address_norm, last_message_id)
select t.account_id, ${userId}, t.address_norm, least(t.last_message_id, ${lastMessageId})
from thread t where t.account_id = ${accountId} and t.address_norm = ${addressNorm}
on conflict (account_id, user_id, address_norm) do update set
  last_message_id = greatest(r.last_message_id, excluded.last_message_id)
returning ${row}`,
});

/** A row as a conversation. */
export const toThread = ({ message, ...rest }: RowOf<typeof seenRow>): UnreadThread => ({
  address: rest.address,
  messageCount: rest.messageCount,
  unread: rest.unread,
  assigneeId: rest.assigneeId,
  isDone: rest.isDone,
  isWaiting: rest.isWaiting,
  addressNorm: message.addressNorm,
  lastMessage: message,
});

const toPlain = ({
  address,
  messageCount,
  message,
}: {
  address: string;
  messageCount: bigint;
  message: Message;
}): Thread => ({ address, addressNorm: message.addressNorm, messageCount, lastMessage: message });

interface ReadableThreads {
  limit: number;
  octets: number;
  /** SHA-256 in hex. */
  keyHash: string;
  /** For tests. */
  looks?: number;
}

export const prepareThreads = ({ reads, writes }: Database) => ({
  /**
   * Up to `limit` conversations whose newest text has an id below `before`, newest first, that take up to `octets`; at
   * least one if there is one.
   */
  async listThreads(accountId: bigint, before: bigint, limit: number, octets: number): Promise<ThreadPage> {
    const rows = await listThreads.run(reads, { accountId, before, most: limit + 1, octets });
    return { threads: rows.slice(0, limit).map(toPlain), hasMore: readPage(rows, limit).hasMore };
  },

  /** The same for a key that may not read all; `next` is where the next page begins, undefined for none. */
  async listReadableThreads(
    accountId: bigint,
    before: bigint,
    { limit, octets, keyHash, looks = mostAsked }: ReadableThreads,
  ): Promise<{ threads: Thread[]; next: bigint | undefined }> {
    const asked = { accountId, before, most: limit + 1, octets, keyHash, looks };
    const { page, last, hasMore } = readLook(await listReadable.run(reads, asked), limit);
    return { threads: page.map(toPlain), next: hasMore ? last?.message.id : undefined };
  },

  /**
   * Up to `limit` conversations whose newest text has an id below `before`, newest first, that take up to `octets`; at
   * least one if there is one.
   */
  async listUnreadThreads({ accountId, userId }: Reader, before: bigint, limit: number, octets: number) {
    const rows = await listUnread.run(reads, { accountId, userId, before, most: limit + 1, octets });
    return { threads: rows.slice(0, limit).map(toThread), hasMore: readPage(rows, limit).hasMore };
  },

  /** Up to `limit` conversations after the number `after` that begin with one of some texts, in order of number. */
  async findUnreadThreads(
    { accountId, userId }: Reader,
    beginnings: readonly string[],
    after: string,
    limit: number,
  ): Promise<ThreadPage<UnreadThread>> {
    const rows = await findUnread.run(reads, { accountId, userId, beginnings, after, most: limit + 1 });
    return { threads: rows.slice(0, limit).map(toThread), hasMore: rows.length > limit };
  },

  /** Notes that a person has read a conversation up to a text; never back. Returns false for an unknown one. */
  markRead: ({ accountId, userId }: Reader, addressNorm: string, lastMessageId: bigint) =>
    markRead.any(writes, { accountId, userId, addressNorm, lastMessageId }),
});

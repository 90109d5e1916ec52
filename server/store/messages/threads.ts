// Reads of conversations, from the maintained table.
import type { Database } from '../postgres/database.ts';
import { count, int4, int8, sqlNamesOf, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';
import { firstOctets, ofPage, readPage } from './pages.ts';

/** A conversation with its newest text. */
export interface Thread {
  address: string;
  addressNorm: string;
  messageCount: bigint;
  lastMessage: Message;
}

/** Conversations of a page, and whether more are there. */
interface ThreadPage {
  threads: Thread[];
  hasMore: boolean;
}

/** The newest texts below a page among which its conversations are looked for one by one. */
export const mostLookedAt = 256;

/**
 * The newest `most` conversations of an account below the text `before`. Among its newest texts those are taken that are
 * the newest of their conversation: where many conversations take turns, that is nearly each, and no more are read than
 * the page has. Where there were not enough, the rest comes by the index that is kept for it, and is sorted. Limits and
 * lateral joins keep the planner from reading conversations in any other way.
 */
export const newestThreads = (
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

const list = statement({
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

/** Prepares the reads of conversations. */
export function prepareThreadReads({ reads }: Database) {
  return {
    /**
     * Up to `limit` conversations whose newest text has an id below `before`, newest first; as many as take up to
     * `octets`, and at least one where there is one.
     */
    async listThreads(accountId: bigint, before: bigint, limit: number, octets: number): Promise<ThreadPage> {
      const rows = await list.run(reads, { accountId, before, most: limit + 1, octets });
      const threads = rows.slice(0, limit).map(({ address, messageCount, message }) => {
        return { address, addressNorm: message.addressNorm, messageCount, lastMessage: message };
      });
      return { threads, hasMore: readPage(rows, limit).hasMore };
    },
  };
}

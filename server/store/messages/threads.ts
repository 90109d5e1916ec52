// Reads of conversations, from the maintained table.
import type { Database } from '../database/database.ts';
import { count, int4, int8, sqlNamesOf, text } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';
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

/** The newest `most` conversations of an account below the text `before`, by the index that is kept for it. */
export const newestThreads = (
  columns: string,
  { accountId, before, most }: { accountId: string; before: string; most: string },
) => `select ${sqlNamesOf(messageFields, 'm')}, ${columns}
    from thread t join message m on m.account_id = t.account_id and m.id = t.last_message_id
    where t.account_id = ${accountId} and t.newest_block <= ${before} / 1024 and t.last_message_id < ${before}
    order by t.newest_block desc, t.last_message_id desc limit ${most}`;

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

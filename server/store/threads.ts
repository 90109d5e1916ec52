// Reads of conversations, from the maintained table.
import type { Message } from '../domain/message.ts';
import type { Database } from './database.ts';
import { firstOctets, messageColumnCount, messageColumnsOf, readPage } from './pages.ts';

/** A conversation with its newest text. */
export interface Thread {
  address: string;
  addressNorm: string;
  messageCount: bigint;
  lastMessage: Message;
}

/** Conversations of a page, and whether more are there. */
export interface ThreadPage {
  threads: Thread[];
  hasMore: boolean;
}

const page = `
select * from (
  ${firstOctets(
    `select ${messageColumnsOf('m')}, t.address as thread_address, t.message_count
    from thread t join message m on m.account_id = t.account_id and m.id = t.last_message_id
    where t.account_id = $1::int8 and t.newest_block <= $2::int8 / 1024 and t.last_message_id < $2::int8
    order by t.newest_block desc, t.last_message_id desc limit $3::int4`,
    'desc',
    '$4::int8',
    ', w.thread_address, w.message_count',
  )}
) p order by p.id desc`;

/** Prepares the reads of conversations. */
export function prepareThreadReads({ reads }: Database) {
  return {
    /**
     * Up to `limit` conversations whose newest text has an id below `before`, newest first; as many as take up to
     * `octets`, and at least one where there is one.
     */
    async listThreads(accountId: bigint, before: bigint, limit: number, octets: number): Promise<ThreadPage> {
      const rows = await reads.run(page, [accountId, before, limit + 1, octets]);
      const { messages, hasMore } = readPage(rows, limit);
      const threads = messages.map((lastMessage, index) => {
        const row = rows[index] as readonly unknown[];
        return {
          address: row[messageColumnCount] as string,
          addressNorm: lastMessage.addressNorm,
          messageCount: row[messageColumnCount + 1] as bigint,
          lastMessage,
        };
      });
      return { threads, hasMore };
    },
  };
}

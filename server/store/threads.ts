// Reads of conversations, from the maintained table.
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Message } from '../domain/message.ts';
import type { Database } from './database.ts';
import { messageColumns, toMessage } from './read_messages.ts';
import { message, thread } from './schema.ts';

/** A conversation with its newest text. */
export interface Thread {
  address: string;
  addressNorm: string;
  messageCount: bigint;
  lastMessage: Message;
}

/** Prepares the reads of conversations. */
export function prepareThreadReads({ read }: Database) {
  const page = read
    .select({
      address: thread.address,
      addressNorm: thread.addressNorm,
      messageCount: thread.messageCount,
      lastMessage: messageColumns,
    })
    .from(thread)
    .innerJoin(message, and(eq(message.accountId, thread.accountId), eq(message.id, thread.lastMessageId)))
    .where(
      and(
        eq(thread.accountId, sql.placeholder('accountId')),
        lte(thread.newestBlock, sql`${sql.placeholder('before')}::int8 / 1024`),
        lt(thread.lastMessageId, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(thread.newestBlock), desc(thread.lastMessageId))
    .limit(sql.placeholder('limit'))
    .prepare('list_threads');

  return {
    /** Up to `limit` conversations whose newest text has an id below `before`, newest first. */
    async listThreads(accountId: bigint, before: bigint, limit: number): Promise<Thread[]> {
      const rows = await page.execute({ accountId, before, limit });
      return rows.map((row) => ({ ...row, lastMessage: toMessage(row.lastMessage) }));
    },
  };
}

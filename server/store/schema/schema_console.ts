// The console's own tables: what each person has read, and how many texts there were each day. Nothing is written to
// them when a text is sent or received.
import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** How far a person has read a conversation. No foreign keys: a row that nobody asks for any more does no harm. */
export const threadRead = pgTable(
  'thread_read',
  {
    accountId: int8('account_id').notNull(),
    personId: int8('person_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    lastMessageId: int8('last_message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.personId, t.addressNorm] })],
);

/** Texts of one UTC day among one block of an account's texts, as they stood when they were counted: see day_counts.ts. */
export const dayCount = pgTable(
  'day_count',
  {
    accountId: int8('account_id').notNull(),
    /** A text's id divided by the size of a block. */
    idBlock: int8('id_block').notNull(),
    day: date('day').notNull(),
    /** Accepted to be sent that day, whatever became of them. */
    sent: integer('sent').notNull(),
    /** Of those, delivered. */
    delivered: integer('delivered').notNull(),
    /** Of those, failed. */
    failed: integer('failed').notNull(),
    received: integer('received').notNull(),
    /** The block was full and all its texts were finished: its counts stay. */
    isSettled: boolean('is_settled').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.idBlock, t.day] })],
);

// The tables of stats: how many texts there were each day, by what became of them. Nothing is written to them when a text is
// sent or received.
import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** Read and written by cores of before 0004 alone, which may run beside newer ones: the next migration drops it. */
export const dayCount = pgTable(
  'day_count',
  {
    accountId: int8('account_id').notNull(),
    idBlock: int8('id_block').notNull(),
    day: date('day').notNull(),
    sent: integer('sent').notNull(),
    delivered: integer('delivered').notNull(),
    failed: integer('failed').notNull(),
    received: integer('received').notNull(),
    isSettled: boolean('is_settled').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.idBlock, t.day] })],
);

const outcomeColumns = {
  /** By the account's clock. */
  day: date('day').notNull(),
  /** See count_texts.ts. */
  outcome: text('outcome').notNull(),
  /** The device that they left or came by; 0 for none. */
  deviceId: int8('device_id').notNull(),
  /** The carrier that they left or came by; empty for none. */
  carrier: text('carrier').notNull(),
};

/** The texts of one day and outcome among one block of an account's texts, as they stood when the block was counted. */
export const statsBlock = pgTable(
  'stats_block',
  {
    accountId: int8('account_id').notNull(),
    /** A text's id divided by the size of a block. */
    idBlock: int8('id_block').notNull(),
    ...outcomeColumns,
    texts: integer('texts').notNull(),
    /** How many of them are replies. */
    replies: integer('replies').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.idBlock, t.day, t.outcome, t.deviceId, t.carrier] })],
);

/** The sums of the blocks: a page reads them alone. */
export const statsDay = pgTable(
  'stats_day',
  {
    accountId: int8('account_id').notNull(),
    ...outcomeColumns,
    texts: int8('texts').notNull(),
    /** How many of them are replies. */
    replies: int8('replies').notNull().default(sql`0`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.outcome, t.deviceId, t.carrier] })],
);

/** How far the texts of an account are counted. Its row's lock orders those who count. */
export const statsCount = pgTable('stats_count', {
  accountId: int8('account_id').primaryKey(),
  version: int8('version').notNull(),
  /** The version that a core made which counts replies as well: where it is another one, an older core has counted since. */
  withReplies: int8('with_replies').notNull().default(sql`0`),
  /** The zone of the days. */
  zone: text('zone').notNull(),
  /** Every change up to this seq is counted. */
  seq: int8('seq').notNull(),
  /** Smaller blocks were never counted. */
  lowBlock: int8('low_block').notNull(),
  /** The last day of the smallest block that was. */
  lowDay: date('low_day'),
});

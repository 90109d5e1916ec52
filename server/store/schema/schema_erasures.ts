// What was erased on request, and what is being erased.
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** A request to erase a recipient of an account, or all of it. It stays, also when the account is gone; whom it named does not. */
export const erasure = pgTable(
  'erasure',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    /** The recipient in every form, until it is erased; null for the whole account. */
    addresses: text('addresses').array(),
    /** What it is about: recipient or account. */
    kind: text('kind').notNull(),
    /** The newest text of the account when it was asked for: what came later is not erased. */
    lastMessageId: int8('last_message_id').notNull(),
    /** The person who asked; null for the operator's command line. */
    userId: int8('user_id'),
    /** Who asked, in words that outlive the person's own row. */
    askedBy: text('asked_by').notNull(),
    /** What its asker wrote of it, as the number of a ticket. */
    note: text('note').notNull(),
    askedAt: instant('asked_at').notNull(),
    doneAt: instant('done_at'),
    /** The row of a broadcast that was looked at last. */
    broadcastCursor: int8('broadcast_cursor').notNull().default(sql`0`),
    recipientCursor: integer('recipient_cursor').notNull().default(0),
    /** The steps that found nothing left, since texts were last erased by it. */
    cleared: text('cleared').array().notNull().default(sql`'{}'`),
    /** Rows that were deleted or emptied, by table. */
    erased: jsonb('erased').$type<Record<string, number>>().notNull().default(sql`'{}'::jsonb`),
    /** What still names the recipient, and stays: the opt-out, and settings of the account by their names. */
    retained: jsonb('retained')
      .$type<{ table: string; name: string }[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('erasure_open').on(t.askedAt).where(sql`done_at is null`),
    // Texts to an account's recipients are looked up by it before they leave.
    index('erasure_open_of_account').on(t.accountId).where(sql`done_at is null`),
  ],
);

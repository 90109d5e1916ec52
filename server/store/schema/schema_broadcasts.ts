// The tables of broadcasts: many texts that leave by one template. No foreign keys, as message: nothing is ever written to
// them when a text is sent or reported.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** A broadcast of an account. Its row's lock orders what happens to it; its account's is not taken for that. */
export const broadcast = pgTable(
  'broadcast',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    name: text('name').notNull(),
    /** Its own idempotency key; null without one. */
    clientRef: text('client_ref'),
    /** Its rows' source: see BroadcastSource. */
    source: text('source').notNull(),
    /** The broadcast whose failed rows it has; null for any other. */
    failedOf: int8('failed_of'),
    template: text('template').notNull(),
    /** Its state: see BroadcastState. */
    state: text('state').notNull(),
    /** The code of the refusal that paused it; null while it is not paused, and where a person did. */
    pauseReason: text('pause_reason'),
    /** No row leaves before; null for at once. */
    sendAt: instant('send_at'),
    /** What each of its texts asks for. */
    route: text('route'),
    sender: text('sender'),
    isUrgent: boolean('is_urgent').notNull(),
    /** How many rows it has, how many of them became texts, and how many were refused. */
    recipientCount: integer('recipient_count').notNull().default(0),
    acceptedCount: integer('accepted_count').notNull().default(0),
    refusedCount: integer('refused_count').notNull().default(0),
    /** What had become of its texts when they were last counted. */
    deliveredCount: integer('delivered_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    cancelledCount: integer('cancelled_count').notNull().default(0),
    repliedCount: integer('replied_count').notNull().default(0),
    countedAt: instant('counted_at'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** Counts claims: a core whose claim has an older number has been superseded. */
    claim: int8('claim').notNull().default(sql`0`),
    /** The last row that a core took to send. */
    takenRecipient: integer('taken_recipient').notNull().default(0),
    /** A core sends rows of it until then; null where none does. */
    claimedUntil: instant('claimed_until'),
    /** The texts of the rows up to this one were cancelled with it; null where none are to be. */
    cancelledRecipient: integer('cancelled_recipient'),
    /** When the words of its rows were removed, and when its rows were, because they are not kept longer. */
    wordsRemovedAt: instant('words_removed_at'),
    recipientsRemovedAt: instant('recipients_removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('broadcast_client_ref').on(t.accountId, t.clientRef).where(sql`client_ref is not null`),
    index('broadcast_open').on(t.accountId, t.id).where(sql`state in ('draft', 'running', 'paused')`),
    index('broadcast_running').on(t.accountId, t.id).where(sql`state = 'running'`),
    index('broadcast_cancelling').on(t.accountId, t.id).where(sql`cancelled_recipient is not null`),
    index('broadcast_draft').on(t.createdAt).where(sql`state = 'draft'`),
  ],
);

/** A recipient of a broadcast, with the finished text. */
export const broadcastRecipient = pgTable(
  'broadcast_recipient',
  {
    accountId: int8('account_id').notNull(),
    broadcastId: int8('broadcast_id').notNull(),
    /** Its number in the file, from 1; the text's client_ref is made of it. */
    number: integer('number').notNull(),
    /** As it was given, and in E.164; the latter is null where it cannot be read. */
    address: text('address').notNull(),
    addressNorm: text('address_norm'),
    body: text('body').notNull(),
    /** The row's own instant; null for none. */
    sendAt: instant('send_at'),
    /** waiting, sent (its text was accepted) or refused. */
    state: text('state').notNull(),
    /** The code and the words of the refusal. */
    code: text('code'),
    reason: text('reason'),
    messageId: int8('message_id'),
    /** The account's newest erasure when the row was put, 0 for none: a later one erases the row. */
    afterErasure: int8('after_erasure').notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.broadcastId, t.number] }),
    index('broadcast_recipient_waiting')
      .on(t.accountId, t.broadcastId, t.number)
      .where(sql`state = 'waiting'`),
    index('broadcast_recipient_sent').on(t.accountId, t.broadcastId, t.number).where(sql`state = 'sent'`),
  ],
);

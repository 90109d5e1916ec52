// The table of incoming webhooks.
import { boolean, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** An incoming webhook of an account: what it makes of other programs' calls. No foreign keys, as message. */
export const incomingWebhook = pgTable(
  'incoming_webhook',
  {
    accountId: int8('account_id').notNull(),
    name: text('name').notNull(),
    /** Its slot among the account's incoming webhooks, from 1 to the most that an account may have. */
    slot: smallint('slot').notNull(),
    template: text('template').notNull(),
    /** As E.164; empty where the body names them at `recipientsField`. */
    recipients: text('recipients').array().notNull(),
    recipientsField: text('recipients_field'),
    /** The template of what names an event; empty for none. */
    eventId: text('event_id').notNull(),
    textsPerHour: integer('texts_per_hour').notNull(),
    /** What its texts ask for. */
    sender: text('sender'),
    isUrgent: boolean('is_urgent').notNull(),
    /** Kept as it is: every signature is computed from it. Null where callers bring keys alone. */
    secret: text('secret'),
    /** The account key for which signed calls send. */
    keyId: int8('key_id'),
    createdAt: instant('created_at').notNull(),
    /** The start of the UTC hour that is counted, and the texts in it; what is older counts as nothing used. */
    hour: instant('hour'),
    usedHour: integer('used_hour'),
    lastUsedAt: instant('last_used_at'),
    /** When a call was last refused, and the code. */
    lastRefusedAt: instant('last_refused_at'),
    lastRefusal: text('last_refusal'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.name] }),
    uniqueIndex('incoming_webhook_slot').on(t.accountId, t.slot),
  ],
);

// How long an account's texts are kept, how far the deletion has come, and what is left of texts that were deleted. No foreign
// keys, as message: no send reads or locks any of it but the names of deleted texts.
import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { messageRoute, messageStatus } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

/** Made when an account is given a rule of its own, or has something to delete. Its row's lock orders those who delete. */
export const retention = pgTable('retention', {
  accountId: int8('account_id').primaryKey(),
  /** Days that texts, their words and the logs of deliveries are kept; null for as the configuration says, 0 for ever. */
  textsDays: integer('texts_days'),
  wordsDays: integer('words_days'),
  logsDays: integer('logs_days'),
  /** Texts below were looked at: what was final and old enough is deleted. */
  textsCursor: int8('texts_cursor').notNull().default(sql`0`),
  /** The smallest id below that stayed; null for none. It is looked at again from `textsAgainAt` on. */
  textsLeft: int8('texts_left'),
  textsAgainAt: instant('texts_again_at'),
  /** The same of the words. */
  wordsCursor: int8('words_cursor').notNull().default(sql`0`),
  wordsLeft: int8('words_left'),
  wordsAgainAt: instant('words_again_at'),
  /** The greatest seq of a deleted text: a reader from before it may miss some. */
  deletedSeq: int8('deleted_seq').notNull().default(sql`0`),
});

/**
 * What is left of a deleted text: the name that it may come by once more, and what a repeat is answered with. Kept for ever, as
 * a client_ref is one text for ever.
 */
export const deletedText = pgTable(
  'deleted_text',
  {
    accountId: int8('account_id').notNull(),
    /** A hash of its client_ref, or of its device's name for it: see deleted_texts.ts. */
    name: uuid('name').notNull(),
    id: int8('id').notNull(),
    seq: int8('seq').notNull(),
    status: messageStatus('status').notNull(),
    route: messageRoute('route').notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.name] })],
);

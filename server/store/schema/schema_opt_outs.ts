// The people who want no texts of an account, and the account's answers to them. Rows are written under their account's
// row lock.
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

/** A recipient to whom the account sends nothing. */
export const optOut = pgTable(
  'opt_out',
  {
    accountId: int8('account_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    /** From then on nothing is accepted for the recipient. */
    since: instant('since').notNull(),
    /** Its source: see optOutSources. */
    source: text('source').notNull(),
    /** The text that said so; null when it was none. */
    messageId: int8('message_id'),
    /** Texts that were accepted before may still wait: see end_waiting.ts. */
    endsWaiting: boolean('ends_waiting').notNull(),
    /** Set by a stop that somebody else may have written: see readNumber. */
    isAssumed: boolean('is_assumed').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.addressNorm] }),
    index('opt_out_newest').on(t.accountId, t.since, t.addressNorm),
    index('opt_out_ending').on(t.accountId, t.addressNorm).where(sql`ends_waiting`),
  ],
);

/** An account's own keywords and answers. Without a row it has none. */
export const optOutSettings = pgTable('opt_out_settings', {
  accountId: int8('account_id')
    .primaryKey()
    .references(() => account.id),
  /** Further words for stop, as plainWords makes them. */
  stopWords: text('stop_words').array().notNull(),
  stopAnswer: text('stop_answer'),
  startAnswer: text('start_answer'),
  helpAnswer: text('help_answer'),
});

/** The newest answer of a kind to a recipient: one a day, so that two services that answer each other come to an end. */
export const keywordAnswer = pgTable(
  'keyword_answer',
  {
    accountId: int8('account_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    keyword: text('keyword').notNull(),
    /** The text that is answered; it names the answer, which is therefore sent once. */
    messageId: int8('message_id').notNull(),
    /** When the text that is answered was taken in. */
    at: instant('at').notNull(),
    isPending: boolean('is_pending').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.addressNorm, t.keyword] }),
    index('keyword_answer_waiting').on(t.accountId, t.at).where(sql`is_pending`),
  ],
);

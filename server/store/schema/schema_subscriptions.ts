// The tables of consumers, of webhooks with their last attempts, and of notices about events that are no texts. No
// foreign keys, as message: nothing is ever written to them when a text is sent.
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** A named cursor of an account. */
export const consumer = pgTable(
  'consumer',
  {
    accountId: int8('account_id').notNull(),
    name: text('name').notNull(),
    /** Its slot among the account's, from 1 to the most that an account may have. */
    slot: smallint('slot').notNull(),
    /** Everything up to this seq was acknowledged. */
    cursorSeq: int8('cursor_seq').notNull(),
    /** When the cursor last moved. */
    movedAt: instant('moved_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The reader that has it, and until when nobody else may read. */
    lease: text('lease'),
    leaseUntil: instant('lease_until'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.name] }),
    uniqueIndex('consumer_slot').on(t.accountId, t.slot),
  ],
);

/** An endpoint of an account that changes are delivered to. */
export const webhook = pgTable(
  'webhook',
  {
    accountId: int8('account_id').notNull(),
    name: text('name').notNull(),
    /** Its slot among the account's, from 1 to the most that an account may have. */
    slot: smallint('slot').notNull(),
    url: text('url').notNull(),
    /** The form of its requests: see domain/subscriptions/webhook_format.ts. */
    format: text('format').notNull().default('standard'),
    /** Kept as it is: every request is signed with it. */
    secret: text('secret').notNull(),
    /** The one before, which signs as well until then. */
    previousSecret: text('previous_secret'),
    previousUntil: instant('previous_until'),
    /** The types of events that it gets. */
    types: text('types').array().notNull(),
    /** Whether it sees the words of texts. */
    withBody: boolean('with_body').notNull(),
    /** Everything up to this seq, and to this notice, was delivered or not asked for. */
    cursorSeq: int8('cursor_seq').notNull(),
    cursorNotice: int8('cursor_notice').notNull(),
    movedAt: instant('moved_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Why nothing is delivered any more, and since when; null while it is active. */
    disabledReason: text('disabled_reason'),
    disabledAt: instant('disabled_at'),
    /** Attempts that failed in a row, and since when. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** The last attempt failed or was slow: it waits among its like. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** Nothing is delivered before; null for at once. */
    nextAttemptAt: instant('next_attempt_at'),
    /** When it last was claimed: who waits longest is next. */
    claimedAt: instant('claimed_at').notNull(),
    /** Counts claims: a core whose claim has an older number has been superseded. */
    claim: int8('claim').notNull().default(sql`0`),
    /** A core delivers until then; null where none does. */
    claimedUntil: instant('claimed_until'),
    /** Counts attempts. */
    lastAttempt: int8('last_attempt').notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.name] }),
    uniqueIndex('webhook_slot').on(t.accountId, t.slot),
    index('webhook_active').on(t.accountId, t.name).where(sql`disabled_at is null`),
  ],
);

/** The last 50 attempts of an endpoint, in a ring. */
export const webhookAttempt = pgTable(
  'webhook_attempt',
  {
    accountId: int8('account_id').notNull(),
    name: text('name').notNull(),
    /** The attempt's number modulo 50. */
    slot: smallint('slot').notNull(),
    number: int8('number').notNull(),
    at: instant('at').notNull(),
    eventCount: integer('event_count').notNull(),
    /** The ids of the first and last event. */
    firstEvent: text('first_event').notNull(),
    lastEvent: text('last_event').notNull(),
    tookMs: integer('took_ms').notNull(),
    /** The HTTP status; null where none came. */
    status: integer('status'),
    /** Why it failed; null for one that was acknowledged. */
    error: text('error'),
    /** The first bytes of the answer. */
    answer: text('answer').notNull(),
    /** The beginning of what would be sent of its first event alone, without the words of texts. */
    payload: text('payload').notNull().default(''),
    /** The conversation of that event; null for one that is about none, and in attempts from before it was kept. */
    addressNorm: text('address_norm'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.name, t.slot] })],
);

/** Something that happened to an account and is no text. Its id is one more than the account's newest, under the account's lock. */
export const notice = pgTable(
  'notice',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    data: jsonb('data').notNull(),
    /** Random, made with the row: receivers know the notice by it. Null for one from before there were identities. */
    identity: uuid('identity').defaultRandom(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), index('notice_at').on(t.at)],
);

/** The last notice of a subject (a device, the month's usage), so that a change is noticed once. */
export const noticed = pgTable(
  'noticed',
  {
    accountId: int8('account_id').notNull(),
    subject: text('subject').notNull(),
    state: text('state').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.subject] })],
);

/** How far a feed that somebody is brought had come, every few minutes: by it an instant becomes a cursor. */
export const feedMark = pgTable(
  'feed_mark',
  {
    accountId: int8('account_id').notNull(),
    at: instant('at').notNull(),
    seq: int8('seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.at] }), index('feed_mark_at').on(t.at)],
);

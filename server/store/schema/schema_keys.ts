// The tables of account keys.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { KeyPolicy } from '../../domain/keys/key_policy.ts';
import { account } from './schema.ts';
import { bytea, instant, int8 } from './schema_columns.ts';

/** An account key; the secret is kept as a SHA-256 only. The key is looked up before the account is known. */
export const apiKey = pgTable(
  'api_key',
  {
    hash: bytea('hash').primaryKey(),
    id: int8('id').notNull().generatedAlwaysAsIdentity(),
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    label: text('label').notNull(),
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The session that acts for the account under it; null for a key. Its id is then the session's, negated. */
    sessionId: int8('session_id'),
    /** Its limits (domain/keys/key_policy.ts); null for a key that may do everything. */
    policy: jsonb('policy').$type<KeyPolicy>(),
    /** Starts of the UTC hour and day that are counted, and the texts in them; what is older counts as nothing used. */
    hour: instant('hour'),
    usedHour: integer('used_hour'),
    day: instant('day'),
    usedDay: integer('used_day'),
  },
  (t) => [
    uniqueIndex('api_key_account').on(t.accountId, t.id),
    index('api_key_session').on(t.sessionId).where(sql`session_id is not null`),
    index('api_key_revoked').on(t.revokedAt).where(sql`revoked_at is not null and session_id is null`),
  ],
);

/** A text that a key may send only once a person has approved it, and what became of that. Kept as long as the text. */
export const approval = pgTable(
  'approval',
  {
    accountId: int8('account_id').notNull(),
    messageId: int8('message_id').notNull(),
    /** The key that asked. */
    keyId: int8('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Nobody approves it from then on. */
    expiresAt: instant('expires_at').notNull(),
    /** The instant that the text was sent for; null for at once. */
    sendAt: instant('send_at'),
    isUrgent: boolean('is_urgent').notNull(),
    /** Of the one link that decides it without a session, as SHA-256; null without one. */
    tokenHash: bytea('token_hash'),
    /** What became of it (domain/messages/approval.ts); null while it waits, and for a text that ended otherwise, until it expires. */
    decision: text('decision'),
    decidedAt: instant('decided_at'),
    /** The person who decided; null for a link, a service and the time. */
    userId: int8('user_id'),
    byLink: boolean('by_link').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.messageId] }),
    uniqueIndex('approval_token').on(t.tokenHash).where(sql`token_hash is not null`),
    index('approval_of_key').on(t.accountId, t.keyId, t.messageId),
    index('approval_pending').on(t.accountId, t.messageId).where(sql`decided_at is null`),
    index('approval_expires').on(t.expiresAt).where(sql`decided_at is null`),
  ],
);

/** What a key's policy refused: one row for each thing that was asked, however often. */
export const keyRefusal = pgTable(
  'key_refusal',
  {
    accountId: int8('account_id').notNull(),
    keyId: int8('key_id').notNull(),
    /** The code of the error, and the recipient that it is about: empty for none. */
    code: text('code').notNull(),
    addressNorm: text('address_norm').notNull(),
    /** The error's words, as they were last. */
    message: text('message').notNull(),
    times: int8('times').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId, t.code, t.addressNorm] }),
    index('key_refusal_last').on(t.lastAt),
  ],
);

/** The last admitted requests of one key, oldest first, in milliseconds of the database's clock; 120 at most. */
export const rateWindow = pgTable('rate_window', {
  keyHash: bytea('key_hash').primaryKey(),
  stamps: bigint('stamps', { mode: 'bigint' }).array().notNull(),
});

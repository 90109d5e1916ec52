// The tables of users: who signs in at the console, what they may do in which account, and their credentials.
// Ids are random: none says how many others there are.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { bytea, instant, int8 } from './schema_columns.ts';

/** Somebody who can sign in. */
export const user = pgTable(
  'app_user',
  {
    id: int8('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** Argon2id with its parameters and salt, as text. */
    passwordHash: text('password_hash').notNull(),
    isOperator: boolean('is_operator').notNull(),
    /** Base32; null without a second factor. */
    totpSecret: text('totp_secret'),
    /** Null until a first code has shown that the app holds the secret. */
    totpConfirmedAt: instant('totp_confirmed_at'),
    /** The newest 30 seconds of which a code was taken: each is taken once. */
    totpLastStep: int8('totp_last_step').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the person showed that they read mail to the address; null where nothing has shown it. */
    emailVerifiedAt: instant('email_verified_at'),
    /** As `en`; null where nothing has said it yet. */
    language: text('language'),
  },
  (t) => [uniqueIndex('app_user_email').on(t.email)],
);

/** Recovery codes, for a lost app; each is taken once, and goes then. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** A browser in which a person is signed in; the cookie's secret is kept as a SHA-256 only. */
export const userSession = pgTable(
  'user_session',
  {
    id: int8('id').primaryKey(),
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    secretHash: bytea('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Written once a minute at most. */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    /** When its person re-authenticated; null before. */
    reauthenticatedAt: instant('reauthenticated_at'),
  },
  (t) => [
    uniqueIndex('user_session_secret').on(t.secretHash),
    index('user_session_user').on(t.userId),
    index('user_session_seen').on(t.lastSeenAt),
  ],
);

/** A person's role in an account. */
export const membership = pgTable(
  'membership',
  {
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId] }), index('membership_user').on(t.userId)],
);

/**
 * A link that is used once: of the first person, an invitation, a new start for somebody who has lost everything, or one
 * that verifies an e-mail address.
 */
export const userLink = pgTable(
  'user_link',
  {
    id: int8('id').primaryKey(),
    kind: text('kind').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    accountId: int8('account_id').references(() => account.id),
    /** The person who chooses a new password by it, or whose address it verifies. */
    userId: int8('user_id').references(() => user.id, { onDelete: 'cascade' }),
    email: text('email'),
    role: text('role'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The member who made an invitation, which ends with the membership; null for the operator's command line. */
    madeBy: int8('made_by'),
    /** True where nobody saw the link but who reads mail to `email`, so that taking it verifies the address. */
    isMailed: boolean('is_mailed').notNull().default(false),
    /** An account's open invitations have numbers from 1 to the most that there may be; none is had twice. */
    slot: smallint('slot'),
  },
  (t) => [
    foreignKey({
      name: 'user_link_maker_fk',
      columns: [t.accountId, t.madeBy],
      foreignColumns: [membership.accountId, membership.userId],
    }).onDelete('cascade'),
    uniqueIndex('user_link_slot').on(t.accountId, t.slot),
    index('user_link_maker').on(t.madeBy),
    uniqueIndex('user_link_token').on(t.tokenHash),
    index('user_link_account').on(t.accountId),
    index('user_link_expires').on(t.expiresAt),
  ],
);

/** A passkey: the public half of a key that a person's device holds. */
export const passkey = pgTable(
  'passkey',
  {
    id: int8('id').primaryKey(),
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, as it says. */
    counter: int8('counter').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkey_credential').on(t.credentialId), index('passkey_user').on(t.userId)],
);

/** Used tickets between two steps of signing in, or of adding a passkey: gone when they would have ended. */
export const signInTicket = pgTable(
  'sign_in_ticket',
  {
    ticketHash: bytea('ticket_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Null before anybody has said who they are. */
    userId: int8('user_id').references(() => user.id, { onDelete: 'cascade' }),
    /** The challenge that a passkey is to sign, in base64url; empty otherwise. */
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sign_in_ticket_expires').on(t.expiresAt)],
);

/** A browser in which a person has signed in: what it fails at is counted apart. The newest 20 of a person. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** SHA-256 of what its cookie holds. */
    tokenHash: bytea('token_hash').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tokenHash] })],
);

/** The changes of how a person signs in, as they are shown. The newest 50 of a person. */
export const securityEvent = pgTable(
  'security_event',
  {
    id: int8('id').primaryKey(),
    userId: int8('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** The network address that asked for it. */
    address: text('address').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('security_event_user').on(t.userId)],
);

/** The last attempts that failed, or are under way, of one e-mail address, network address or person. */
export const signInAttempt = pgTable(
  'sign_in_attempt',
  {
    subject: text('subject').primaryKey(),
    /** Milliseconds since the epoch, oldest first; as many as are allowed at most. */
    stamps: bigint('stamps', { mode: 'bigint' }).array().notNull().default(sql`'{}'`),
    /** Whether the last attempt was allowed. */
    isAdmitted: boolean('is_admitted').notNull(),
    /** When none of the stamps counts any more. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('sign_in_attempt_ends').on(t.endsAt)],
);

/** The last mails of one account or person, or to one recipient: their number in an hour has a bound. */
export const mailWindow = pgTable(
  'mail_window',
  {
    subject: text('subject').primaryKey(),
    /** Milliseconds since the epoch, oldest first; as many as are allowed at most. */
    stamps: bigint('stamps', { mode: 'bigint' }).array().notNull().default(sql`'{}'`),
    /** Whether the last one was allowed. */
    isAdmitted: boolean('is_admitted').notNull(),
    /** When none of the stamps counts any more. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('mail_window_ends').on(t.endsAt)],
);

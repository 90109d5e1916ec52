// The tables of people: who signs in at the console, what they may do in which account, and what proves who they are.
// Ids are random: none says how many others there are.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

const bytea = customType<{ data: string; driverData: string }>({ dataType: () => 'bytea' });

/** Somebody who can sign in. */
export const person = pgTable(
  'person',
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
  },
  (t) => [uniqueIndex('person_email').on(t.email)],
);

/** What stands in for a code of the app when it is lost; each is taken once, and goes then. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    personId: int8('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.codeHash] })],
);

/** A browser in which a person is signed in; the cookie's secret is kept as a SHA-256 only. */
export const personSession = pgTable(
  'person_session',
  {
    id: int8('id').primaryKey(),
    personId: int8('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    secretHash: bytea('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Written once a minute at most. */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [
    uniqueIndex('person_session_secret').on(t.secretHash),
    index('person_session_person').on(t.personId),
    index('person_session_seen').on(t.lastSeenAt),
  ],
);

/** What a person may do in an account. */
export const membership = pgTable(
  'membership',
  {
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    personId: int8('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.personId] }), index('membership_person').on(t.personId)],
);

/** A link that is used once: of the first person, an invitation, or a new start for somebody who has lost everything. */
export const personLink = pgTable(
  'person_link',
  {
    id: int8('id').primaryKey(),
    kind: text('kind').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    accountId: int8('account_id').references(() => account.id),
    /** The person who chooses a new password by it. */
    personId: int8('person_id').references(() => person.id, { onDelete: 'cascade' }),
    email: text('email'),
    role: text('role'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('person_link_token').on(t.tokenHash),
    index('person_link_account').on(t.accountId),
    index('person_link_expires').on(t.expiresAt),
  ],
);

/** A passkey: the public half of a key that a person's device holds. */
export const passkey = pgTable(
  'passkey',
  {
    id: int8('id').primaryKey(),
    personId: int8('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
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
  (t) => [uniqueIndex('passkey_credential').on(t.credentialId), index('passkey_person').on(t.personId)],
);

/** What is between two steps of signing in, or of adding a passkey: used once, and gone within minutes. */
export const signInTicket = pgTable(
  'sign_in_ticket',
  {
    ticketHash: bytea('ticket_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    /** Null before anybody has said who they are. */
    personId: int8('person_id').references(() => person.id, { onDelete: 'cascade' }),
    /** What a passkey is to sign, in base64url; empty otherwise. */
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sign_in_ticket_expires').on(t.expiresAt)],
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

// The tables of route gateway: who owns which number, which replica lives, what was submitted, and what carriers said.
// The rows of a message are written under its account's row lock, as the message itself.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

/** A number of a carrier and the account that it belongs to: what is sent to it is that account's. */
export const carrierNumber = pgTable(
  'carrier_number',
  {
    carrier: text('carrier').notNull(),
    /** E.164, or a short code or name as it is. */
    number: text('number').notNull(),
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    /** The oldest of an account's numbers on a carrier is its sender there. */
    assignedAt: instant('assigned_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.carrier, t.number] }),
    // The oldest of an account on a carrier is one entry of it.
    index('carrier_number_account').on(t.accountId, t.carrier, t.assignedAt, t.number),
    // A carrier that writes our numbers without their country code: see ownersByEnding.
    index('carrier_number_ending').on(t.carrier, sql`right(${t.number}, 6)`),
  ],
);

/** A core process. What it has claimed is nobody's once it is dead. */
export const coreReplica = pgTable('core_replica', {
  id: int8('id').primaryKey().generatedAlwaysAsIdentity(),
  /** It lives until then, by the database's clock; renewed while it does. */
  aliveUntil: instant('alive_until').notNull(),
});

export const submissionState = pgEnum('submission_state', ['accepted', 'unknown', 'delivered', 'failed']);

/** A part that left, or may have left: it is never submitted again. */
export const submission = pgTable(
  'submission',
  {
    accountId: int8('account_id').notNull(),
    messageId: int8('message_id').notNull(),
    part: smallint('part').notNull(),
    /** How many parts the text has on this carrier; 1 for a whole text. */
    total: smallint('total').notNull(),
    carrier: text('carrier').notNull(),
    /** The carrier's name for it; null when it gave none, or no answer came. */
    ref: text('ref'),
    state: submissionState('state').notNull(),
    /** Just before it was submitted. */
    submittedAt: instant('submitted_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.messageId, t.part] }),
    // Carriers use their names again after a time: the newest is meant.
    index('submission_ref').on(t.carrier, t.ref, t.submittedAt).where(sql`ref is not null`),
  ],
);

/** A receipt whose submission is not recorded yet, or not known at all. */
export const carrierReceipt = pgTable(
  'carrier_receipt',
  {
    carrier: text('carrier').notNull(),
    ref: text('ref').notNull(),
    delivered: boolean('delivered').notNull(),
    detail: text('detail').notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.carrier, t.ref, t.delivered] }),
    index('carrier_receipt_newest').on(t.carrier, t.receivedAt),
  ],
);

/**
 * A received text without a name of its own. Until the carrier has shown that it received the acknowledgement, the same text
 * on another connection is a repeat; after that for a while still, when it had come before.
 */
export const carrierInbound = pgTable(
  'carrier_inbound',
  {
    carrier: text('carrier').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Distinguishes texts of the same content: 1, 2 ... Two replicas that receive a text at once collide on it. */
    name: text('name').notNull(),
    /** The connection that it came on last. */
    connection: text('connection').notNull(),
    /** By the database's clock. */
    receivedAt: instant('received_at').notNull(),
    /** Random: names the arrival that it was claimed for last, so that a claim that was not answered finds itself. */
    arrival: text('arrival').notNull().default(''),
    /** When the carrier had shown that it received the acknowledgement; null before. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.carrier, t.fingerprint, t.name] }),
    index('carrier_inbound_received').on(t.receivedAt),
  ],
);

/** A part of a received long text, until all are there and for a while after, so that a repeat is known. */
export const carrierInboundPart = pgTable(
  'carrier_inbound_part',
  {
    /** The owner of the recipient when it came: it may be somebody else's before the text is whole. */
    accountId: int8('account_id').notNull(),
    carrier: text('carrier').notNull(),
    sender: text('sender').notNull(),
    recipient: text('recipient').notNull(),
    reference: integer('reference').notNull(),
    total: smallint('total').notNull(),
    number: smallint('number').notNull(),
    text: text('text').notNull(),
    receivedAt: instant('received_at').notNull(),
    /**
     * The name of the text that it became a part of; null while it waits, and with a question mark before it while it
     * waits but may be a repeat.
     */
    joinedAs: text('joined_as'),
  },
  (t) => [
    primaryKey({
      name: 'carrier_inbound_part_pk',
      columns: [t.accountId, t.carrier, t.sender, t.recipient, t.reference, t.total, t.number],
    }),
    index('carrier_inbound_part_received').on(t.receivedAt),
  ],
);

/** What a carrier brought and nobody could read, or nobody owns: for the operator. */
export const deadLetter = pgTable(
  'dead_letter',
  {
    id: int8('id').generatedAlwaysAsIdentity().primaryKey(),
    carrier: text('carrier').notNull(),
    /** The carrier's hook that was called, or `smpp`. */
    source: text('source').notNull(),
    why: text('why').notNull(),
    raw: text('raw').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [index('dead_letter_carrier').on(t.carrier, t.id)],
);

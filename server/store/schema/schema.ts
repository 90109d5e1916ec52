// The tables. The account is the first column of every key that belongs to an account, so that no id or index
// spans tenants and the schema can be sharded by account.
import { sql } from 'drizzle-orm';
import {
  boolean,
  char,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { directions, encodings, messageStatuses, routes } from '../../domain/messages/message.ts';
import { scheduled } from '../messages/status_moves.ts';
import { bytea, instant, int8, int8Ranges } from './schema_columns.ts';

export const messageDirection = pgEnum('message_direction', directions);
export const messageStatus = pgEnum('message_status', [...messageStatuses, scheduled]);
export const messageRoute = pgEnum('message_route', routes);
export const messageEncoding = pgEnum('message_encoding', encodings);

const accountColumns = {
  id: int8('id').primaryKey(),
  name: text('name').notNull(),
  country: char('country', { length: 2 }).notNull(),
  plan: text('plan'),
  subscriptionStatus: text('subscription_status'),
  exempt: boolean('exempt').notNull(),
  /** First day of the UTC month that texts_used counts. */
  period: date('period').notNull(),
  textsUsed: integer('texts_used').notNull(),
  lastMessageId: int8('last_message_id').notNull(),
  lastSeq: int8('last_seq').notNull(),
  lastDeviceId: int8('last_device_id').notNull(),
  /** Counts what was done to its opt-outs, and its erasures of recipients; 0 when it never had one, and a send need not look for any. */
  optOutChanges: int8('opt_out_changes').notNull().default(sql`0`),
  /** The id of its newest erasure of a recipient; 0 for none. A text that is made of something read before it is judged anew. */
  lastErasureId: int8('last_erasure_id').notNull().default(sql`0`),
  createdAt: instant('created_at').notNull(),
  /** No text with a smaller id waits for a device; claims move it forward in steps. */
  waitsFrom: int8('waits_from').notNull().default(sql`0`),
  /** Counts releases of scheduled texts, which may put one below that place: see release_texts.ts. */
  releases: int8('releases').notNull().default(sql`0`),
  /** The zone of its quiet hours, null without any; and their begin and end by its clock, in minutes of the day. */
  quietZone: text('quiet_zone'),
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  /** Counts what was added of the kinds that have a bound: see additions.ts. */
  additions: int8('additions').notNull().default(sql`0`),
  /** Since when the operator lets none of its texts leave; null for an account that may send. */
  suspendedAt: instant('suspended_at'),
  /** Why, in the operator's words; empty for none. */
  suspensionReason: text('suspension_reason'),
  /** What restores of the database left out of its seqs, beyond what readers may have seen; null for never restored. */
  lostSeqs: int8Ranges('lost_seqs'),
  /** The latest of its conversations' answers_until: see answers.ts. */
  answersUntil: instant('answers_until'),
};

/** One tenant. Its row's lock orders everything that happens to the account: ids, seq and quota are counted on it. */
export const account = pgTable('account', accountColumns, (t) => [
  // Almost empty: what releases and reads queues leaves these accounts out by it.
  index('account_suspended').on(t.id).where(sql`suspended_at is not null`),
]);

/** A paired phone or modem. */
export const device = pgTable(
  'device',
  {
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    id: int8('id').notNull(),
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** Counts links: a replica whose link has an older epoch has been superseded. */
    linkEpoch: int8('link_epoch').notNull(),
    /** The agent's journal that holds what was handed over; null before the first link. */
    journalId: text('journal_id'),
    agentVersion: text('agent_version').notNull(),
    driver: text('driver').notNull(),
    /** The link is up until then; renewed while it is. */
    onlineUntil: instant('online_until'),
    lastSeenAt: instant('last_seen_at'),
    createdAt: instant('created_at').notNull(),
    unpairedAt: instant('unpaired_at'),
    /** The problem that keeps the device from sending, as the agent last said; empty for none. */
    problem: text('problem').notNull().default(''),
    /** Since when there is a problem; null without one. */
    problemSince: instant('problem_since'),
    /** One sentence on how the device is. */
    detail: text('detail').notNull().default(''),
    signalPercent: smallint('signal_percent'),
    batteryPercent: smallint('battery_percent'),
    queueLength: integer('queue_length').notNull().default(0),
    inboxFull: boolean('inbox_full').notNull().default(false),
    givesReceipts: boolean('gives_receipts'),
    /** How it hears of its work, a word of domain/devices/device.ts, and since when; both null when that is not known. */
    connection: text('connection'),
    connectionSince: instant('connection_since'),
    charging: boolean('charging'),
    model: text('model').notNull().default(''),
    appVersion: text('app_version').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('device_token').on(t.tokenHash),
    index('device_unpaired').on(t.unpairedAt).where(sql`unpaired_at is not null`),
    // Almost empty in a service that texts leave, so that asking whether an account has one costs next to nothing.
    index('device_simulated').on(t.accountId).where(sql`driver = 'simulated' and unpaired_at is null`),
  ],
);

/** A one-time code that becomes a device. */
export const pairingCode = pgTable(
  'pairing_code',
  {
    codeHash: bytea('code_hash').primaryKey(),
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    deviceName: text('device_name').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('pairing_code_account').on(t.accountId, t.expiresAt),
    index('pairing_code_expires').on(t.expiresAt),
  ],
);

/** A SIM of a device: its budget, in parts, and what was handed over in the minute, day and month it last counted. */
export const sim = pgTable(
  'sim',
  {
    accountId: int8('account_id').notNull(),
    deviceId: int8('device_id').notNull(),
    slot: smallint('slot').notNull(),
    /** Null without a bound. */
    perMinute: integer('per_minute'),
    perDay: integer('per_day'),
    perMonth: integer('per_month'),
    /** Starts of the UTC minute, day and month that are counted; what is older counts as nothing used. */
    minute: instant('minute').notNull(),
    usedMinute: integer('used_minute').notNull(),
    day: date('day').notNull(),
    usedDay: integer('used_day').notNull(),
    month: date('month').notNull(),
    usedMonth: integer('used_month').notNull(),
    /** False once the device opened a link without naming this SIM. */
    present: boolean('present').notNull(),
    /** Claims under a smaller fence than this are void: see links.ts. */
    fence: int8('fence').notNull().default(sql`0`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceId, t.slot] })],
);

/** A text, in or out. No foreign key: every statement that writes one holds its account's row lock already. */
export const message = pgTable(
  'message',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    seq: int8('seq').notNull(),
    direction: messageDirection('direction').notNull(),
    address: text('address').notNull(),
    addressNorm: text('address_norm').notNull(),
    body: text('body').notNull(),
    status: messageStatus('status').notNull(),
    route: messageRoute('route').notNull(),
    error: text('error'),
    segments: smallint('segments').notNull(),
    encoding: messageEncoding('encoding').notNull(),
    clientRef: text('client_ref'),
    /** The keyword that a received text is, or null, and the version of the rules that say so: see keyword.ts. */
    keyword: text('keyword'),
    keywordRules: smallint('keyword_rules'),
    /** The route that the text must leave by, as it was asked for: see domain/messages/sender.ts. Null for any. */
    sender: text('sender'),
    /** It confirms a stop to who wrote it, and is the one text that still goes to them. Null for any other. */
    confirmsStop: boolean('confirms_stop'),
    /** True while this text counts against its month's cap. */
    charged: boolean('charged').notNull(),
    /** The device that the text was handed over to, or came from. */
    deviceId: int8('device_id'),
    /** The slot of the SIM that it was handed over to. */
    sim: smallint('sim'),
    /** Counts hand-overs; fences reports of earlier ones. */
    attempt: smallint('attempt').notNull(),
    /** The device's name for an inbound text. */
    inboundId: text('inbound_id'),
    createdAt: instant('created_at').notNull(),
    /** Leaves no earlier than this; null for at once. */
    sendAt: instant('send_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    /** When the present state has lasted too long; null in final states. */
    deadlineAt: instant('deadline_at'),
    /** The carrier that it was last claimed for, or came from. */
    carrier: text('carrier'),
    /** The core that has claimed it for a carrier: see core_replica. */
    holder: int8('holder'),
    /** Not to be claimed for a carrier before; null for at once. */
    retryAt: instant('retry_at'),
    /** How many of its parts a carrier reported as delivered; null for none. */
    partsDelivered: smallint('parts_delivered'),
    /**
     * Random, made with the row: devices and carriers know the text by it. Ids begin again in a database that was
     * restored; this never comes again. Null for a text from before there were identities: it keeps its old names.
     */
    identity: uuid('identity').defaultRandom(),
    /** Its history, a line each: see steps.ts. Null for nothing, and before such lines were kept. */
    steps: text('steps'),
    /** The address that its sender named for its changes; null for none. */
    statusCallback: text('status_callback'),
    /** The account's number that a received text came to, where it came from a carrier; null for any other. */
    ownNumber: text('own_number'),
    /**
     * `approval` while a person has to approve it, `release` while the operator has to release what a restored database
     * holds: it is then scheduled for no instant, so that nothing else releases it. Null for any other, and ever after.
     */
    awaiting: text('awaiting'),
    /** When its words were removed, because they are not kept longer; null for a text that has them. */
    bodyRemovedAt: instant('body_removed_at'),
    /** Since when the device that holds it is asked for it back, because it was cancelled; null for any other. */
    wantedBackAt: instant('wanted_back_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('message_feed').on(t.accountId, t.seq),
    index('message_thread').on(t.accountId, t.addressNorm, t.id),
    uniqueIndex('message_client_ref').on(t.accountId, t.clientRef).where(sql`client_ref is not null`),
    uniqueIndex('message_inbound')
      .on(t.accountId, t.deviceId, t.inboundId)
      .where(sql`inbound_id is not null`),
    index('message_device_queue')
      .on(t.accountId, t.id)
      .where(sql`route = 'device' and (status = 'queued' or status = 'sending' and retry_at is not null)`),
    index('message_carrier_queue')
      .on(t.accountId, t.id)
      .where(sql`route = 'gateway' and holder is null and status in ('queued', 'sending')`),
    index('message_held').on(t.holder, t.accountId, t.id).where(sql`holder is not null`),
    index('message_handed_over').on(t.accountId, t.deviceId, t.id).where(sql`status = 'sending'`),
    index('message_deadline').on(t.deadlineAt).where(sql`deadline_at is not null`),
    // For the console's log. A text enters it when it fails, and an update of the status rewrites all indexes anyway.
    index('message_failed').on(t.accountId, t.id).where(sql`status = 'failed'`),
    // Unread texts are counted by it. A text is received once and never changed: no send writes to it.
    index('message_received').on(t.accountId, t.addressNorm, t.id).where(sql`direction = 'in'`),
    // The inbox walks through received texts by it; nor does a send write to it.
    index('message_inbox').on(t.accountId, t.id).where(sql`direction = 'in'`),
    // Only texts that wait for an instant are in it: no other send writes to it.
    index('message_scheduled').on(t.sendAt, t.accountId, t.id).where(sql`status = 'scheduled'`),
    index('message_unjudged').on(t.accountId, t.id).where(sql`direction = 'in' and keyword_rules is null`),
  ],
);

/** A text that waited in a database that was restored, and may have left since: see restored_texts.ts. */
export const textHeld = pgTable(
  'held_text',
  {
    accountId: int8('account_id').notNull(),
    messageId: int8('message_id').notNull(),
    heldAt: instant('held_at').notNull(),
    /** What the text was scheduled for; null for at once. */
    sendAt: instant('send_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);

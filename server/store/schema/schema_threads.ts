// Conversations, and the tables of the inbox: what each person has read, who looks after one and whether it is done, notes that
// only the account's people see, answers that are kept to be used again, and how each person likes it. A text that is sent or
// received writes the conversation alone.
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';
import { user } from './schema_users.ts';

/** A conversation, maintained with each text so that listing never reads history. No foreign key, as message. */
export const thread = pgTable(
  'thread',
  {
    accountId: int8('account_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    address: text('address').notNull(),
    lastMessageId: int8('last_message_id').notNull(),
    messageCount: int8('message_count').notNull(),
    /**
     * Which 1024 of the account's messages the newest one is among. Listing goes by this and sorts within it: an index
     * of last_message_id itself would be written, with all others, at each text.
     */
    newestBlock: int8('newest_block').notNull().generatedAlwaysAs(sql`last_message_id / 1024`),
    /** The device and SIM that texts to this recipient stay on, so that they keep their order and their sender. */
    deviceId: int8('device_id'),
    sim: smallint('sim'),
    /** Received texts that no text has answered yet, and when the answers will count as none: see answers.ts. */
    unanswered: smallint('unanswered').notNull().default(0),
    answersUntil: instant('answers_until'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.addressNorm] }),
    index('thread_newest').on(t.accountId, t.newestBlock),
  ],
);

/** How far a person has read a conversation. No foreign keys: a row that nobody asks for any more does no harm. */
export const threadRead = pgTable(
  'thread_read',
  {
    accountId: int8('account_id').notNull(),
    userId: int8('user_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    lastMessageId: int8('last_message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId, t.addressNorm] })],
);

/** What people decided about a conversation. No foreign keys: a row that nobody asks for any more does no harm. */
export const threadState = pgTable(
  'thread_state',
  {
    accountId: int8('account_id').notNull(),
    addressNorm: text('address_norm').notNull(),
    /** The member who looks after it; null for nobody. */
    assigneeId: int8('assignee_id'),
    /** The newest seq that was there when it was done: what has a greater one opens it again. 0 for open. */
    doneSeq: int8('done_seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.addressNorm] })],
);

/** A note in a conversation. It never leaves. */
export const threadNote = pgTable(
  'thread_note',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    addressNorm: text('address_norm').notNull(),
    /** Its author, who may have left since. */
    userId: int8('user_id').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('thread_note_thread').on(t.accountId, t.addressNorm, t.id),
  ],
);

/** An answer that the account's people keep to use again. */
export const savedReply = pgTable(
  'saved_reply',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    name: text('name').notNull(),
    body: text('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** How a person likes the inbox, in every account. Whoever has no row likes it as it is. */
export const inboxSettings = pgTable('inbox_settings', {
  userId: int8('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Whether Enter sends what is written; else it begins a new line. */
  enterSends: boolean('enter_sends').notNull(),
  /** How often a mail brings new replies: `never`, `hourly` or `daily`. */
  digest: text('digest').notNull().default('never'),
  /** The zone of their mornings: a name of the IANA database. */
  digestZone: text('digest_zone').notNull().default('UTC'),
  /** Since when such mails are wanted: they bring nothing older. Null while they are not. */
  digestSince: instant('digest_since'),
  /** When the next one is due; while a core is at it, when another one may take it. Null while none is wanted. */
  digestDueAt: instant('digest_due_at'),
});

/** The newest received text of an account that a mail has shown a person. No foreign keys, as thread_read. */
export const digestMark = pgTable(
  'digest_mark',
  {
    userId: int8('user_id').notNull(),
    accountId: int8('account_id').notNull(),
    lastMessageId: int8('last_message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.accountId] })],
);

/** What holds for the inbox of an account. One that has no row has said nothing. */
export const inboxRules = pgTable('inbox_rules', {
  accountId: int8('account_id')
    .primaryKey()
    .references(() => account.id),
  /** Whether mails to its people hold the words of texts; else they only say that there are some. */
  mailsWords: boolean('mails_words').notNull(),
});

// The people behind an account's numbers. No send reads or writes any of it, and no row here is locked by one: changes
// of an account's contacts wait for each other at its book.
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

/** What is counted of an account's contacts; made with the first. Its lock orders all changes of them: see book.ts. */
export const contactBook = pgTable('contact_book', {
  accountId: int8('account_id')
    .primaryKey()
    .references(() => account.id),
  /** Counts changes, so that a statement that waited knows whether what it read is still so. */
  version: int8('version').notNull(),
  lastContactId: int8('last_contact_id').notNull(),
  lastGroupId: int8('last_group_id').notNull(),
  contacts: integer('contacts').notNull(),
  groups: integer('groups').notNull(),
});

/** A number with a name. */
export const contact = pgTable(
  'contact',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    addressNorm: text('address_norm').notNull(),
    name: text('name').notNull(),
    /** The name as it is looked for and put in order: see domain/contacts/contact.ts. */
    namePlain: text('name_plain').notNull(),
    note: text('note').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('contact_address').on(t.accountId, t.addressNorm),
    index('contact_name').on(t.accountId, t.namePlain, t.id),
  ],
);

/** A group of contacts. */
export const contactGroup = pgTable(
  'contact_group',
  {
    accountId: int8('account_id').notNull(),
    id: int8('id').notNull(),
    name: text('name').notNull(),
    /** How many contacts are in it. */
    members: integer('members').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('contact_group_name').on(t.accountId, t.name),
  ],
);

/** A contact in a group. */
export const contactGroupMember = pgTable(
  'contact_group_member',
  {
    accountId: int8('account_id').notNull(),
    groupId: int8('group_id').notNull(),
    contactId: int8('contact_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.groupId, t.contactId] }),
    index('contact_group_member_contact').on(t.accountId, t.contactId),
  ],
);

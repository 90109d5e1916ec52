// Integrators, and the accounts that they act for.
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { bytea, instant, int8 } from './schema_columns.ts';

/** An integrator's key; it acts for the accounts linked to it. Its rate window is kept under its hash as well. */
export const platformKey = pgTable(
  'platform_key',
  {
    hash: bytea('hash').primaryKey(),
    id: int8('id').notNull().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Counts the links that were made: see additions.ts. */
    additions: int8('additions').notNull().default(sql`0`),
  },
  (t) => [uniqueIndex('platform_key_id').on(t.id)],
);

/** A platform key may act for an account. */
export const platformLink = pgTable(
  'platform_link',
  {
    platformKeyId: int8('platform_key_id').notNull(),
    accountId: int8('account_id')
      .notNull()
      .references(() => account.id),
    linkedAt: instant('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.platformKeyId, t.accountId] }),
    index('platform_link_account').on(t.accountId, t.platformKeyId),
  ],
);

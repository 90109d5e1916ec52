// The table of the codes that pair devices.
import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

const bytea = customType<{ data: string; driverData: string }>({ dataType: () => 'bytea' });

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

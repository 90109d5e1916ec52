// Accounts, keys and paired devices in great number, written as rows: pairing each by its call would take minutes and
// is not what is measured.
import { systemClock } from '../../runtime/clock.ts';
import {
  accountKeyPrefix,
  createRandomId,
  createSecret,
  deviceTokenPrefix,
  hashSecret,
} from '../../server/domain/keys/api_key.ts';
import { arrayLiteral, openPool } from '../../server/store/postgres/driver.ts';

/** One account, its keys and its one device. */
export interface SeededAccount {
  id: bigint;
  keys: string[];
  deviceToken: string;
}

const statement = `
with account_rows as (
  insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq,
    last_device_id, created_at)
  select id, 'Bench', 'US', 'pro', 'active', false, date_trunc('month', now() at time zone 'UTC'), 0, 0, 0, 1, now()
  from unnest($1::int8[]) as t (id) returning id
), device_rows as (
  insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
  select id, 1, 'phone', decode(hash, 'hex'), 0, '', '', now()
  from unnest($1::int8[], $2::text[]) as t (id, hash) where id in (select id from account_rows)
), key_rows as (
  insert into api_key (hash, account_id, label, hint, created_at)
  select decode(hash, 'hex'), id, '', '', now()
  from unnest($3::int8[], $4::text[]) as t (id, hash) where id in (select id from account_rows) returning hash
)
insert into rate_window (key_hash, stamps) select hash, '{}' from key_rows`;

/** Writes accounts with a device each, and so many keys. */
export async function seedAccounts(
  databaseUrl: string,
  count: number,
  keysEach: number,
): Promise<SeededAccount[]> {
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 60_000, clock: systemClock });
  const accounts = Array.from({ length: count }, () => ({
    id: createRandomId(),
    keys: Array.from({ length: keysEach }, () => createSecret(accountKeyPrefix)),
    deviceToken: createSecret(deviceTokenPrefix),
  }));
  try {
    await pool.run(statement, [
      arrayLiteral(accounts.map(({ id }) => id)),
      arrayLiteral(accounts.map(({ deviceToken }) => hashSecret(deviceToken))),
      arrayLiteral(accounts.flatMap(({ id, keys }) => keys.map(() => id))),
      arrayLiteral(accounts.flatMap(({ keys }) => keys.map(hashSecret))),
    ]);
    // As they would be in a database that has them for longer than a minute.
    for (const table of ['account', 'device', 'api_key']) await pool.run(`analyze ${table}`, []);
  } finally {
    await pool.close();
  }
  return accounts;
}

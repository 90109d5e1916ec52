// People with a session each, written as rows: signing them in would hash passwords for minutes, which is not what is measured.
import { systemClock } from '../../runtime/clock.ts';
import { createRandomId, createSecret, hashSecret } from '../../server/domain/keys/api_key.ts';
import { sessionPrefix } from '../../server/domain/keys/session_key.ts';
import { arrayLiteral, openPool } from '../../server/store/postgres/driver.ts';

/** Somebody who is signed in, and the account that they belong to. */
export interface BenchUser {
  accountId: bigint;
  /** The session's secret. */
  secret: string;
}

const statement = `
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::int8[]) as t (id, session_id, hash, account_id)
), people as (
  insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at)
  select id, 'user' || id || '@example.com', 'Bench', '', false, 0, now() from asked returning id
), sessions as (
  insert into user_session (id, user_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select session_id, id, decode(hash, 'hex'), now(), now(), now() + interval '30 days', '127.0.0.1', 'bench'
  from asked where id in (select id from people)
)
insert into membership (account_id, user_id, role, joined_at)
select account_id, id, 'member', now() from asked where id in (select id from people)`;

/** Writes a signed-in member for each entry of `accountIds`. */
export async function seedUsers(databaseUrl: string, accountIds: readonly bigint[]): Promise<BenchUser[]> {
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 60_000, clock: systemClock });
  const users = accountIds.map((accountId) => ({ accountId, secret: createSecret(sessionPrefix) }));
  try {
    await pool.run(statement, [
      arrayLiteral(users.map(() => createRandomId())),
      arrayLiteral(users.map(() => createRandomId())),
      arrayLiteral(users.map(({ secret }) => hashSecret(secret))),
      arrayLiteral(accountIds),
    ]);
  } finally {
    await pool.close();
  }
  return users;
}

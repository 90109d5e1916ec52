// Years of texts, written as rows: two accounts beside each other in one database, one of them a thousand times the other.
// Indexes are made after the rows, as whoever restores such a database does.
import type { openInspector } from '../support/database.ts';
import type { SeededAccount } from '../support/seed_accounts.ts';

type Sql = ReturnType<typeof openInspector>;

/** What an account is filled with: texts over a year until now, in conversations that take turns at random. */
export interface Fill {
  account: SeededAccount;
  texts: number;
  threads: number;
  /** Their numbers are those of conversations where there are enough. */
  contacts: number;
}

/** The number of a conversation. */
export const addressOf = (thread: number): string => `+1500${String(5_000_000 + thread)}`;

/** Takes the indexes of the messages away and returns what makes them again. */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const keys = await sql`select conname as name, pg_get_constraintdef(oid) as made from pg_constraint
    where conrelid = 'message'::regclass and contype = 'p'`;
  const others =
    await sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = 'message'::regclass and not indisprimary`;
  for (const { name } of keys) await sql.unsafe(`alter table message drop constraint ${name}`);
  for (const { name } of others) await sql.unsafe(`drop index ${name}`);
  return [
    ...keys.map(({ name, made }) => `alter table message add constraint ${name} ${made}`),
    ...others.map(({ made }) => String(made)),
  ];
}

// One of eight is received; of the others one of fifty failed, and what was sent in the last day is not yet delivered.
const insertTexts = ({ account, texts, threads }: Fill) => `
insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, error, segments, encoding,
  client_ref, charged, device_id, sim, attempt, inbound_id, created_at, sent_at, delivered_at, deadline_at)
select ${account.id}, n, n, d.direction::message_direction, a.address, a.address, 'Your code is ' || n || '.',
  d.status::message_status, 'device', case when d.status = 'failed' then 'no answer' end, 1, 'gsm7',
  case when d.direction = 'out' and n % 4 = 0 then 'order-' || n end, d.direction = 'out', 1, 1, 1,
  case when d.direction = 'in' then 'inbound-' || n end, t.at, case when d.direction = 'out' then t.at end,
  case when d.status = 'delivered' then t.at end, case when d.status = 'sent' then t.at + interval '3 days' end
from generate_series(1, ${texts}) n
cross join lateral (select now() - interval '365 days' * ((${texts} - n)::float8 / ${texts}) as at) t
cross join lateral (select '+1500' || (5000000 + abs(hashint8(n)::int8) % ${threads}) as address) a
cross join lateral (select case when n % 8 = 0 then 'in' else 'out' end as direction,
  case when n % 8 = 0 then 'received' when n % 50 = 1 then 'failed'
    when t.at > now() - interval '1 day' then 'sent' else 'delivered' end as status) d`;

const insertThreads = ({ account }: Fill) => `
insert into thread (account_id, address_norm, address, last_message_id, message_count)
select ${account.id}, address_norm, address_norm, max(id), count(*) from message
where account_id = ${account.id} group by address_norm`;

const insertContacts = ({ account, contacts }: Fill) => `
insert into contact (account_id, id, address_norm, name, name_plain, note, created_at, changed_at)
select ${account.id}, n, '+1500' || (5000000 + n), 'Ada ' || n, 'ada ' || n, '', now(), now()
from generate_series(1, ${contacts}) n`;

// Half of the conversations that wait were done when they were as long as now, and a tenth is somebody's.
const insertStates = ({ account }: Fill) => `
insert into thread_state (account_id, address_norm, assignee_id, done_seq)
select ${account.id}, address_norm, case when last_message_id % 10 = 0 then 1 end,
  case when last_message_id % 16 = 0 then last_message_id else 0 end
from thread where account_id = ${account.id}`;

const moveAccount = ({ account, texts }: Fill) =>
  `update account set last_message_id = ${texts}, last_seq = ${texts} where id = ${account.id}`;

/** Fills accounts that are empty, and looks at the tables as a database does that has them for long. */
export async function fill(sql: Sql, fills: readonly Fill[]): Promise<void> {
  const indexes = await dropIndexes(sql);
  for (const each of fills) for (const write of [insertTexts, moveAccount]) await sql.unsafe(write(each));
  await sql`set maintenance_work_mem = '1GB'`;
  for (const made of indexes) await sql.unsafe(made);
  for (const each of fills)
    for (const write of [insertThreads, insertStates, insertContacts]) await sql.unsafe(write(each));
  for (const table of ['message', 'thread', 'thread_state', 'contact'])
    await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql.unsafe('checkpoint');
}

/** Adds texts that wait for a device, newer than all others of the account. */
export async function addUnfinished(sql: Sql, { id }: SeededAccount, texts: number): Promise<void> {
  await sql.unsafe(`
with moved as (
  update account set last_message_id = last_message_id + ${texts}, last_seq = last_seq + ${texts} where id = ${id}
  returning last_message_id - ${texts} as last
)
insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding, charged,
  attempt, created_at, deadline_at)
select ${id}, last + n, last + n, 'out', '+15005550006', '+15005550006', 'Your code is ' || n || '.', 'queued', 'device', 1,
  'gsm7', true, 0, now(), now() + interval '1 day' + n * interval '1 millisecond'
from moved, generate_series(1, ${texts}) n`);
  await sql.unsafe('analyze message');
}

// A locked account does not hold up a sweep: the work that is due for all other accounts is done in the same round.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { startSweeper } from '../../server/app/messages/sweep.ts';
import { createUpdates } from '../../server/app/messages/updates.ts';
import { endClaimedByDead } from '../../server/dispatch/carriers/dead_replicas.ts';
import { type Database, openDatabase } from '../../server/store/postgres/database.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { startNoticeWatch } from '../../server/webhooks/notice_watch.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { holdRow } from '../support/held_row.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

const log = createLog('test', 'silent');
const clock = systemClock;
let url: string;
let database: Database;
let store: Store;
let sql: ReturnType<typeof openInspector>;
/** The account that is locked, and another. */
let locked: bigint;
let other: bigint;

beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock, deadlineMs: 20_000 });
  store = createStore(database);
  sql = openInspector(url);
  const ids = (await seedAccounts(url, 2, 0)).map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  [locked, other] = ids as [bigint, bigint];
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

/** Texts that are under way and overdue. The first texts of an account have been overdue for longest. */
async function storeOverdue(accountId: bigint, count: number, holder: bigint | null): Promise<void> {
  await sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
    encoding, charged, attempt, created_at, deadline_at, holder)
    select ${accountId}, a.last_seq + n, a.last_seq + n, 'out', '+15005550006', '+15005550006', 'x', 'sending', 'gateway', 1,
      'gsm7', false, 1, now(), now() - interval '1 hour' + n * interval '1 second', ${holder}
    from account a cross join generate_series(1, ${count}::int4) as s (n) where a.id = ${accountId}`;
  await sql`update account set last_seq = last_seq + ${count}, last_message_id = last_message_id + ${count}
    where id = ${accountId}`;
}

const failed = async (accountId: bigint) =>
  (await sql`select count(*)::int as n from message where account_id = ${accountId} and status = 'failed'`)[0]
    ?.n;

/** Holds the account's row while `work` goes on. */
async function whileLocked(work: () => Promise<void>) {
  const held = await holdRow(url, 'account', { id: locked });
  try {
    await work();
  } finally {
    await held.release();
  }
}

test('overdue texts of others end while an account is locked that has more of them than a statement takes', async () => {
  const update = createUpdates({ store, clock, publish: () => undefined });
  const sweeper = startSweeper({ store, clock, log, update });
  await storeOverdue(locked, 600, null);
  await storeOverdue(other, 1, null);
  await sql`update message set deadline_at = now() where account_id = ${other}`;
  await whileLocked(async () => {
    expect(await sweeper.sweep()).toBe(1);
    expect([await failed(other), await failed(locked)]).toEqual([1, 0]);
  });
  expect(await sweeper.sweep()).toBe(600);
  sweeper.stop();
});

test('texts of others that a dead core had claimed end while an account with more such texts is locked', async () => {
  const update = createUpdates({ store, clock, publish: () => undefined });
  const judge = await store.enterReplica(60);
  const before = await failed(other);
  await storeOverdue(locked, 600, 999_999n);
  await storeOverdue(other, 1, 999_999n);
  await whileLocked(async () => {
    expect(await endClaimedByDead({ store, clock, update, judge })).toBe(1);
    expect(await failed(other)).toBe(before + 1);
  });
  expect(await endClaimedByDead({ store, clock, update, judge })).toBe(600);
});

const types = ['device.online', 'device.offline', 'usage.near_cap', 'text.updated'];
const noticed = async (accountId: bigint) =>
  (await store.listNotices(accountId, 0n, types, 100)).map(({ type }) => type);

test('while an account is locked, notices and marks of other accounts go on; its own follow afterwards', async () => {
  const tiers = [{ plan: 'pro', textsCap: 100, mrrCents: 1, name: 'Pro' }] as unknown as Parameters<
    typeof startNoticeWatch
  >[0]['tiers'];
  const watch = startNoticeWatch({ store, clock, log, tiers, wake: () => undefined });
  const fields = {
    url: 'https://shop.example/',
    secret: 's',
    withBody: true,
    format: 'standard' as const,
    most: 20,
    nowMs: clock.nowMs(),
  };
  for (const accountId of [locked, other])
    await store.webhooks.add({ accountId, name: 'shop', types, ...fields });
  await watch.lookAtDevices();
  await sql`update device set online_until = now() + interval '1 hour'`;
  await sql`update account set texts_used = 90`;
  await whileLocked(async () => {
    await watch.lookAtDevices();
    await watch.lookAtUsage();
    expect(await noticed(other)).toEqual(['device.online', 'usage.near_cap']);
    expect(await noticed(locked)).toEqual([]);
    const marks = await sql`select distinct account_id from feed_mark`;
    expect(marks).toHaveLength(2);
  });
  await watch.lookAtDevices();
  await watch.lookAtUsage();
  expect(await noticed(locked)).toEqual(['device.online', 'usage.near_cap']);
  expect(await noticed(other)).toEqual(['device.online', 'usage.near_cap']);
  await watch.stop();
});

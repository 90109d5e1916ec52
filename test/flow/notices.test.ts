// Notices: one for each device that comes or goes, and one as a month nears its cap. Also cursors made from instants.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { cursorAt } from '../../server/app/subscriptions/subscriptions.ts';
import { type Database, openDatabase } from '../../server/store/postgres/database.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

let url: string;
let database: Database;
let store: Store;
let sql: ReturnType<typeof openInspector>;
const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const month = '2026-03-01';

beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  store = createStore(database);
  sql = openInspector(url);
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

const allTypes = ['text.updated', 'device.online', 'device.offline', 'usage.near_cap'];
async function startNoticing(types = allTypes) {
  const [account] = await seedAccounts(url, 1, 1);
  const accountId = account?.id ?? 0n;
  const fields = {
    url: 'https://shop.example/',
    secret: 's',
    withBody: true,
    format: 'standard' as const,
    most: 20,
    nowMs,
  };
  await store.webhooks.add({ accountId, name: 'shop', types, ...fields });
  const noticed = async () =>
    (await store.listNotices(accountId, 0n, allTypes, 100)).map(({ id, type, data }) => [id, type, data]);
  return { accountId, noticed };
}

test('a device that leaves or comes back gets one notice each time, and none when it first appears', async () => {
  const { accountId, noticed } = await startNoticing();
  const until = (atMs: number) =>
    sql`update device set online_until = ${new Date(atMs)} where account_id = ${accountId} and id = 7`;
  await sql`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
    values (${accountId}, 7, 'Bench', ${`t${accountId}`}, 0, '1', 'at', now())`;
  await until(nowMs + 1_000);
  expect(await store.noticeDevices(nowMs)).toEqual([]);
  expect(await store.noticeDevices(nowMs + 1_000)).toEqual([accountId]);
  expect(await store.noticeDevices(nowMs + 1_001)).toEqual([]);
  await until(nowMs + 9_000);
  const both = await Promise.allSettled([
    store.noticeDevices(nowMs + 2_000),
    store.noticeDevices(nowMs + 2_000),
  ]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await noticed()).toEqual([
    [1n, 'device.offline', { device_id: 7, name: 'Bench' }],
    [2n, 'device.online', { device_id: 7, name: 'Bench' }],
  ]);
});

test('80 % and 100 % of a month’s cap get one notice each, and again in the next month', async () => {
  const { accountId, noticed } = await startNoticing();
  const use = (used: number, period = month) =>
    sql`update account set plan = 'starter', period = ${period}, texts_used = ${used} where id = ${accountId}`;
  const look = (of = month) =>
    store.noticeUsage({ tiers: [{ plan: 'starter', cap: 500 }], levels: [0.8, 1], month: of, nowMs });
  await use(399);
  expect(await look()).toEqual([]);
  await use(400);
  expect([await look(), await look()]).toEqual([[accountId], []]);
  await use(500);
  expect([await look(), await look()]).toEqual([[accountId], []]);
  await use(450);
  expect(await look()).toEqual([]);
  await use(450, '2026-04-01');
  expect(await look()).toEqual([]);
  expect(await look('2026-04-01')).toEqual([accountId]);
  expect((await noticed()).map(([, , data]) => data)).toEqual(
    [
      [400, 80],
      [500, 100],
      [450, 80],
    ].map(([texts_used, percent]) => ({ texts_used, texts_cap: 500, percent })),
  );
});

test('clients that do not ask get no notices; old ones are dropped, and ids go on', async () => {
  const { accountId, noticed } = await startNoticing(['text.updated']);
  await sql`update account set plan = 'starter', period = ${month}, texts_used = 500 where id = ${accountId}`;
  expect(
    await store.noticeUsage({ tiers: [{ plan: 'starter', cap: 500 }], levels: [0.8, 1], month, nowMs }),
  ).toEqual([]);
  for (const id of [1, 2])
    await sql`insert into notice values (${accountId}, ${id}, 'usage.near_cap', ${new Date(nowMs)}, '{}')`;
  await store.prune.notices(nowMs + 1, 100);
  expect((await noticed()).map(([id]) => id)).toEqual([2n]);
});

test('an instant becomes the newest mark before it; a feed that stands still is not marked again', async () => {
  const { accountId } = await startNoticing();
  const at = (seconds: number) => nowMs + seconds * 1_000;
  const reach = (seq: number) => sql`update account set last_seq = ${seq} where id = ${accountId}`;
  await reach(5);
  await store.markFeeds(at(0), at(-300));
  await store.markFeeds(at(300), at(0));
  await reach(9);
  await store.markFeeds(at(600), at(300));
  const marks = await sql`select seq from feed_mark where account_id = ${accountId} order by at`;
  expect(marks.map(({ seq }) => seq)).toEqual([5n, 9n]);
  expect(await cursorAt(store, accountId, { atMs: at(605) })).toBe(5n);
  expect(await cursorAt(store, accountId, { atMs: at(610) })).toBe(9n);
  expect(await cursorAt(store, accountId, { atMs: at(-1) })).toBe(0n);
});

// Counting for operators beside everything else that the core asks of its database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { blocksTouched } from '../../../test/support/blocks_touched.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { prepareMessageReads } from '../messages/read_messages.ts';
import { createStore, type Store } from '../store.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseUnavailable, type Pool } from './driver.ts';

const nowMs = Date.parse('2026-03-10T12:00:00Z');
let inspect: ReturnType<typeof openInspector>;
let database: Database;
let store: Store;

beforeAll(async () => {
  const url = await createDatabase();
  inspect = openInspector(url);
  database = openDatabase({ url, clock: systemClock, deadlineMs: 700 });
  store = createStore(database);
});
afterAll(async () => {
  await database?.close();
  await inspect?.end();
});

test('a count that passes its deadline gives up no connection of those who read', async () => {
  const backend = async () => (await database.reads.run('select pg_backend_pid()', []))[0]?.[0];
  // Connections are taken in turn.
  const before = new Set(await Promise.all(Array.from({ length: 20 }, backend)));
  await inspect.begin(async (sql) => {
    await sql`lock table message in access exclusive mode`;
    await expect(store.countUnfinished(nowMs, 10)).rejects.toThrow(DatabaseUnavailable);
    const after = await Promise.all(Array.from({ length: 20 }, backend));
    expect(after.filter((pid) => !before.has(pid))).toEqual([]);
  });
});

test('no more texts are counted than asked for, those first whose time runs out first', async () => {
  await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
    segments, encoding, charged, attempt, created_at, deadline_at)
    select 1, n, n, 'out', '+15005550006', '+15005550006', 'x', case when n <= 60 then 'queued' else 'sent' end::message_status,
      'device', 1, 'gsm7', false, 1, ${new Date(nowMs - 90_000)}, ${new Date(nowMs)}::timestamptz + n * interval '1 s'
    from generate_series(1, 200) as s (n)`;
  const stats = await store.countUnfinished(nowMs, 100);
  expect(stats.toSorted((a, b) => b.count - a.count)).toEqual([
    { status: 'queued', count: 60, oldestSeconds: 90 },
    { status: 'sent', count: 40, oldestSeconds: 90 },
  ]);
});

test('what a count costs does not grow with the texts that are not counted', async () => {
  const touched = (most: number) =>
    blocksTouched(inspect, (pool) =>
      prepareMessageReads({ ...database, stats: pool as Pool }).countUnfinished(nowMs, most),
    );
  await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
    segments, encoding, charged, attempt, created_at, deadline_at)
    select 2, n, n, 'out', '+15005550006', '+15005550006', 'x', 'queued', 'device', 1, 'gsm7', false, 1,
      ${new Date(nowMs)}, ${new Date(nowMs)}::timestamptz + n * interval '1 s' from generate_series(1, 50000) as s (n)`;
  await inspect`analyze message`;
  expect(await touched(1_000)).toBeLessThan(1_200);
  expect(await touched(100_000)).toBeGreaterThan(1_200);
});

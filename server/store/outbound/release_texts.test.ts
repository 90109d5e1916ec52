// Texts go when their instant has come by the database's clock: each once, the earliest first, and none behind a lock.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { blocksTouched } from '../../../test/support/blocks_touched.ts';
import { QueueRows } from '../../../test/support/queue_rows.ts';
import type { Pool, Row } from '../postgres/driver.ts';
import { prepareReleaseTexts } from './release_texts.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(() => rows.clear());
afterAll(() => rows.close());

/** Texts that are to leave so many seconds from now; returns their ids. */
async function schedule(...seconds: number[]): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const [index, after] of seconds.entries()) {
    const id = await rows.addText(`+1500555${1000 + index}`);
    await rows.inspect`update message set status = 'scheduled', send_at = now() + ${after} * interval '1 second'
      where id = ${id}`;
    ids.push(id);
  }
  return ids;
}

const queued = async () =>
  (await rows.inspect`select id from message where status = 'queued' order by id`).map(({ id }) => id);
const release = (most = 100, without: bigint[] = []) => rows.store.releaseTexts(most, without);

test('what is due is queued, with its step, and keeps its place in the feed; what is not due stays', async () => {
  const [due, , soon] = await schedule(-1, 3600, 0);
  const [before] = await rows.inspect`select last_seq from account`;
  expect(await release()).toEqual([{ accountId: 1n, seq: before?.last_seq, texts: 2, isFull: false }]);
  expect(await queued()).toEqual([due, soon]);
  const [text] = await rows.inspect`select seq, steps from message where id = ${due as bigint}`;
  expect(text).toEqual({ seq: due, steps: expect.stringMatching(/^l\d{13}\n$/) });
  expect(await rows.inspect`select last_seq from account`).toEqual([before]);
  expect(await release()).toEqual([]);
});

test('a run that is full takes the earliest, and says that there is more', async () => {
  const ids = await schedule(-1, -3, -2, -5, -4);
  expect(await release(2)).toMatchObject([{ isFull: true }]);
  expect(await queued()).toEqual([ids[3], ids[4]]);
  expect(await release(2)).toMatchObject([{ isFull: true }]);
  expect(await queued()).toEqual([ids[1], ids[2], ids[3], ids[4]]);
  expect(await release(2)).toMatchObject([{ isFull: false }]);
});

test('an account that somebody has locked keeps no other waiting', async () => {
  await rows.inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq,
    last_device_id, created_at) values (2, 'b', 'US', true, '2026-03-01', 0, 1, 1, 0, now())`;
  const ids = await schedule(-5, -4, -1);
  await rows.inspect`update message set account_id = 2 where id = ${ids[2] as bigint}`;
  await rows.inspect.begin(async (sql) => {
    await sql`select from account where id = 1 for update`;
    expect(await release(2)).toEqual([{ accountId: 1n, seq: null, texts: 0, isFull: true }]);
    expect(await release(2, [1n])).toMatchObject([{ accountId: 2n, isFull: false }]);
  });
  expect(await queued()).toEqual([ids[2]]);
  await release();
  expect(await queued()).toEqual(ids);
  await rows.inspect`delete from account where id = 2`;
});

/** Runs on a connection of the test, which has begun a transaction. */
const within = (sql: QueueRows['inspect']): Pick<Pool, 'run'> => ({
  run: (text, params) => sql.unsafe(text, params as never).values() as unknown as Promise<Row[]>,
});

test('of several at once one lets each text go', async () => {
  const ids = await schedule(...Array.from({ length: 200 }, () => -1));
  await Promise.all(Array.from({ length: 8 }, () => release(500)));
  expect(await queued()).toEqual(ids);
  const steps =
    await rows.inspect`select distinct length(steps) - length(replace(steps, 'l', '')) as releases from message`;
  expect(steps).toEqual([{ releases: 1 }]);
});

test('a text that is let go below where its account’s queue begins is found there', async () => {
  const [early] = await schedule(-1);
  await rows.addText('+15005559999');
  await rows.inspect`update account set waits_from = 2`;
  expect((await rows.list()).map(({ id }) => id)).toEqual([2n]);
  await release();
  expect((await rows.list()).map(({ id }) => id)).toEqual([early, 2n]);
});

test('a claim that began before a release does not move the queue’s beginning past what was let go', async () => {
  await rows.addDevice(1);
  const [early] = await schedule(-1);
  const ids: bigint[] = [];
  for (let text = 0; text < 100; text++) ids.push(await rows.addText(`+1500556${1000 + text}`));
  await rows.inspect`update message set status = 'sent' where id between 2 and 90`;
  const claim = () => rows.claim({ device: 1, slot: 1 }, [91n]);
  const verdicts = await rows.overtake(claim, (sql) => prepareReleaseTexts(within(sql)).releaseTexts(10, []));
  expect(verdicts.map(({ kind }) => kind)).toEqual(['claimed']);
  expect((await rows.list())[0]?.id).toBe(early);
  // The next claim sees the release, and moves it.
  expect((await rows.claim({ device: 1, slot: 1 }, [early as bigint])).map(({ kind }) => kind)).toEqual([
    'claimed',
  ]);
  await rows.claim({ device: 1, slot: 1 }, [92n]);
  expect(await rows.inspect`select waits_from > 64 as has_moved from account`).toEqual([{ has_moved: true }]);
});

test('a look that finds nothing reads some blocks of an index, however many texts there are and were released', async () => {
  await rows.addText('+15005551000');
  const copies = 20_000;
  await rows.inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
    encoding, charged, attempt, created_at, send_at)
    select account_id, n + 1, n + 1, direction, address, address_norm, body, 'scheduled', route, segments, encoding, charged,
      attempt, created_at, now() from message, generate_series(1, ${copies}::int8) n where id = 1`;
  await rows.inspect`analyze message`;
  while ((await release(500)).length > 0);
  expect(await queued()).toHaveLength(copies + 1);
  const look = () => blocksTouched(rows.inspect, (pool) => prepareReleaseTexts(pool).releaseTexts(500, []));
  // What was released leaves the index once nothing that PostgreSQL does beside can see it any more.
  await until(async () => (await look()) < 200);
});

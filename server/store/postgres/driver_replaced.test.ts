// A primary that was replaced and goes on answering, as one whose cluster manager has died: real servers, on real time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { type DatabasePair, startDatabasePair } from '../../../test/support/database_pair.ts';
import { DatabaseUnavailable, openPool, type Pool } from './driver.ts';

let pair: DatabasePair;
const pools: Pool[] = [];

const open = (acknowledges: boolean) => {
  const pool = openPool({
    url: pair.url,
    connections: 2,
    deadlineMs: 5_000,
    clock: systemClock,
    acknowledges,
  });
  pools.push(pool);
  return pool;
};
beforeAll(async () => {
  pair = await startDatabasePair();
  await pair.ask(pair.first, 'create table noted (words text)');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await pair.stop();
});

const timelineOf = async (pool: Pool): Promise<unknown> => {
  const rows = await pool.run('select left(pg_walfile_name(pg_current_wal_lsn()), 8)', []);
  return rows[0]?.[0];
};

test('all sessions leave a primary that was replaced though it answers, and a commit that waits there is unknown', async () => {
  const [writes, reads] = [open(true), open(false)];
  expect(await Promise.all([writes, reads].map(timelineOf))).toEqual(['00000001', '00000001']);
  await pair.promote();
  // The old one has no standby any more, so that a commit waits there: its session is ended before that can be confirmed.
  const outcome = writes.run("insert into noted values ('lost')", []).catch((error: unknown) => error);
  expect(await outcome).toBeInstanceOf(DatabaseUnavailable);
  await pair.ask(pair.first, "alter system set synchronous_standby_names = ''");
  await pair.ask(pair.first, 'select pg_reload_conf()');
  const first = await until('a pool is at the new primary', async () => {
    const answers = await Promise.all(
      [writes, reads, writes, reads].map((pool) => timelineOf(pool).catch(() => 'away')),
    );
    return answers.includes('00000002') ? answers : undefined;
  });
  // From its first answer on, nothing comes from the old one.
  expect(first.filter((timeline) => timeline === '00000001')).toEqual([]);
  expect(await pair.ask(pair.first, 'select words from noted')).toEqual([{ words: 'lost' }]);
  await until(() => writes.run("insert into noted values ('kept')", []).catch(() => undefined));
  expect(await pair.ask(pair.second, 'select words from noted')).toEqual([{ words: 'kept' }]);
});

test('a process that starts while both answer goes to the one that leads', async () => {
  const url = pair.url.replace(/@([^,]+),([^/]+)/, '@$2,$1');
  for (const order of [pair.url, url]) {
    const pool = openPool({ url: order, connections: 1, deadlineMs: 5_000, clock: systemClock });
    pools.push(pool);
    expect(await timelineOf(pool)).toBe('00000002');
  }
});

// What readers may be shown at a primary whose commits wait for a standby, on real servers and on real time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { until } from '../../../../runtime/testing/until.ts';
import { type DatabasePair, startDatabasePair } from '../../../../test/support/database_pair.ts';
import { openPool, type Pool } from '../driver.ts';
import { type Confirmation, startApproval } from './confirmation.ts';
import { type DatabaseWatch, openDatabaseWatch } from './watch_connection.ts';

let pair: DatabasePair;
let pool: Pool;
let watch: DatabaseWatch;
let confirmation: Confirmation;

beforeAll(async () => {
  pair = await startDatabasePair();
  await pair.ask(pair.first, 'create table noted (words text)');
  pool = openPool({
    url: pair.url,
    connections: 1,
    deadlineMs: 5_000,
    clock: systemClock,
    acknowledges: true,
  });
  watch = openDatabaseWatch(pair.url, systemClock);
  confirmation = startApproval(pair.url, systemClock);
});
afterAll(async () => {
  await Promise.all([pool.close(), watch.close(), confirmation.stop()]);
  await pair.stop();
});

const isShown = () => until('what is read is confirmed', () => !confirmation.isMissing());

test('nothing is shown while a commit waits for a lost standby, nor once its session was ended, until a later one is confirmed', async () => {
  expect(await watch.read()).toMatchObject({ standbys: 1, isSynchronous: true });
  await isShown();
  await pair.second.stop();
  await until('a commit has waited for a second', () => confirmation.isMissing());
  // The wait is ended: PostgreSQL shows the row, which is nowhere else.
  const unsure = pool.run("insert into noted values ('unsure')", []).catch((error: unknown) => error);
  await until(async () => {
    const ended = await pair.ask(
      pair.first,
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return ended.length > 0 && (await pair.ask(pair.first, 'select from noted')).length > 0;
  });
  await unsure;
  expect(confirmation.isMissing()).toBe(true);
  await pair.startSecond();
  await isShown();
});

test('a session that breaks hides what was read until a later commit is confirmed', async () => {
  await until(() => pool.run('select 1', []).catch(() => undefined));
  await isShown();
  const [row] = await pool.run('select pg_backend_pid()', []);
  const broken = pool.run('select pg_sleep(60)', []).catch((error: unknown) => error);
  let hasBeenMissing = false;
  const seen = broken.then(() => {
    hasBeenMissing = confirmation.isMissing();
  });
  await pair.ask(pair.first, `select pg_terminate_backend(${row?.[0]})`);
  await seen;
  expect(hasBeenMissing).toBe(true);
  await isShown();
});

test('a single server without standbys shows what it has, whatever breaks', async () => {
  const single = startApproval(pair.first.url, systemClock);
  const other = openPool({ url: pair.first.url, connections: 1, deadlineMs: 5_000, clock: systemClock });
  const broken = other.run('select pg_terminate_backend(pg_backend_pid())', []).catch(() => undefined);
  await broken;
  expect(single.isMissing()).toBe(false);
  await Promise.all([single.stop(), other.close()]);
});

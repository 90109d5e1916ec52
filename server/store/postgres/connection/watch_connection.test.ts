import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { until } from '../../../../runtime/testing/until.ts';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { whileDatabaseIsAway } from '../../../app/batches/while_database_is_away.ts';
import { DatabaseUnavailable, openPool } from '../driver.ts';
import { type DatabaseWatch, openDatabaseWatch } from './watch_connection.ts';

let url: string;
let databaseWatch: DatabaseWatch;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  url = await createDatabase();
  databaseWatch = openDatabaseWatch(url, systemClock);
  inspect = openInspector(url);
  await inspect`create table locked (n int4)`;
  await inspect`insert into locked values (1)`;
});
afterAll(async () => {
  await databaseWatch.close();
  await inspect.end();
});

test("a statement that goes on when its caller has given up is ended, and its locks with it; others' are left alone", async () => {
  const hasty = openPool({ url, connections: 1, deadlineMs: 800, clock: systemClock });
  const patient = openPool({ url, connections: 1, deadlineMs: 60_000, clock: systemClock });
  await whileDatabaseIsAway(systemClock, 20_000, () => hasty.run('select 1', []));
  await patient.run('select 1', []);
  const going = patient.run('select pg_sleep(3)', []);
  const lost = hasty.run('with l as (select n from locked for update) select pg_sleep(60) from l', []);
  await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailable);
  const ended = await until(async () => {
    const sessions = await databaseWatch.endStuck();
    return sessions.length > 0 && sessions;
  });
  expect(ended).toEqual([{ pid: expect.any(Number), waitedFor: 'PgSleep' }]);
  expect(await inspect`update locked set n = 2 returning n`).toEqual([{ n: 2 }]);
  expect(await going).toHaveLength(1);
  await Promise.all([hasty.close(), patient.close()]);
});

test('a database that nobody follows has no standbys, and its commits wait for none', async () => {
  expect(await databaseWatch.read()).toMatchObject({ standbys: 0, isSynchronous: false });
});

test("the time that is read is the database's", async () => {
  const [row] = await inspect`select extract(epoch from clock_timestamp())::float8 * 1000 as before_ms`;
  const { nowMs: readMs } = await databaseWatch.read();
  const [after] = await inspect`select extract(epoch from clock_timestamp())::float8 * 1000 as after_ms`;
  expect(readMs).toBeGreaterThanOrEqual(row?.before_ms);
  expect(readMs).toBeLessThanOrEqual(after?.after_ms);
});

import { expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { openDatabase } from './database.ts';
import { DatabaseUnavailable } from './driver.ts';

test("what is written waits for the disk, whatever the server's default is; only admission does not", async () => {
  const url = await createDatabase();
  const inspect = openInspector(url);
  await inspect.unsafe(
    `alter database ${new URL(url.replace(/@.*\//, '@h/')).pathname.slice(1)} set synchronous_commit = off`,
  );
  const database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  const { reads, writes, admission } = database;
  const settings = await Promise.all(
    [reads, writes, admission].map((pool) => pool.run('show synchronous_commit', [])),
  );
  expect(settings.map((rows) => rows[0]?.[0])).toEqual(['on', 'on', 'off']);
  await database.close();
  await inspect.end();
});

test('PostgreSQL ends a statement that takes too long before its caller gives the connection up', async () => {
  const url = await createDatabase();
  const database = openDatabase({ url, clock: systemClock, deadlineMs: 1_000 });
  const pid = async () => (await database.admission.run('select pg_backend_pid()', []))[0]?.[0];
  const before = await pid();
  const slow = database.admission.run('select pg_sleep(30)', []);
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await pid()).toBe(before);
  await database.close();
});

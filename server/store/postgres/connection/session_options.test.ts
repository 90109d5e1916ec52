// What a session has, whatever the server, its database and its role have as their own, and what a pooler drops.
import { createServer, connect as dial, type Server } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { createDatabase, openInspector, withHost } from '../../../../test/support/database.ts';
import { openPool, type Pool } from '../driver.ts';
import { migrateSchema } from '../migrating/migrate.ts';
import { openMigrationConnection } from '../migrating/migration_connection.ts';
import { isAway } from '../server_errors.ts';

let url: string;
beforeAll(async () => {
  url = await createDatabase();
});

const open = (at: string): Pool =>
  openPool({ url: at, connections: 1, deadlineMs: 5_000, clock: systemClock });

/** Settings with which statements would mean something else, or end otherwise. */
const foreign = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  client_min_messages: 'error',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-15',
  idle_session_timeout: '1ms',
  lock_timeout: '1ms',
  statement_timeout: '1ms',
  transaction_timeout: '250ms',
};

test('a session means and times the same in a database that is set up otherwise', async () => {
  const other = await createDatabase();
  const inspect = openInspector(other);
  const [{ name } = { name: '' }] = await inspect`select current_database() as name`;
  for (const [setting, value] of Object.entries(foreign))
    await inspect.unsafe(`alter database ${name} set ${setting} = '${value}'`);
  await inspect.end();
  const pool = open(other);
  const migration = openMigrationConnection(other);
  try {
    const asked = `select timestamptz '2026-03-05 06:07:08.009+00', interval '1 day', '\\x00ff'::bytea::text,
      1.0::float8 / 3, current_setting('transaction_isolation'), pg_sleep(0.02)`;
    const [row] = await pool.run(asked, []);
    expect(row?.slice(0, 5)).toEqual([
      '2026-03-05 06:07:08.009+00',
      '1 day',
      '\\x00ff',
      0.3333333333333333,
      'read committed',
    ]);
    await migrateSchema(other);
    expect(await migration.run('select pg_sleep(0.3) is not null as is_over')).toEqual([{ is_over: true }]);
  } finally {
    await migration.close();
    await pool.close();
  }
});

/** A pooler in front of the database: `change` gets what a client's startup message asks for, and answers what goes on. */
async function servePooler(
  change: (asked: Map<string, string>) => Map<string, string> | Buffer,
): Promise<{ url: string; server: Server }> {
  const { target, through } = withHost(url);
  const server = createServer((near) => {
    near.on('error', () => {});
    near.on('data', function first(chunk) {
      // The first message may be the request for TLS.
      if (chunk.length === 8) return void near.write('N');
      near.off('data', first);
      const words = chunk.subarray(8, -2).toString().split('\0');
      const asked = new Map(
        words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])) as [
          string,
          string,
        ][],
      );
      const passed = change(asked);
      if (Buffer.isBuffer(passed)) return void near.end(passed);
      const body = Buffer.from(`${[...passed].flat().join('\0')}\0\0`);
      const head = Buffer.alloc(8);
      head.writeInt32BE(body.length + 8);
      head.writeInt32BE(196_608, 4);
      const far = dial(target as { path: string });
      far.on('error', () => near.destroy());
      far.write(Buffer.concat([head, body]));
      near.pipe(far).pipe(near);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: through((server.address() as { port: number }).port), server };
}

const keptByPooler = [
  'user',
  'database',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'application_name',
];

test('a pooler that drops settings is refused by name, at the start and by every session', async () => {
  const pooler = await servePooler(
    (asked) => new Map([...asked].filter(([name]) => keptByPooler.includes(name))),
  );
  const fault: unknown = await migrateSchema(pooler.url).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    message: expect.stringMatching(
      /^DATABASE_URL leads to a pooler such as PgBouncer, .*idle_in_transaction_session_timeout.*: name PostgreSQL itself$/,
    ),
  });
  expect(isAway(fault)).toBe(false);
  const pool = open(pooler.url);
  await expect(pool.run('select 1', [])).rejects.toMatchObject({ cause: { name: 'SettingsDropped' } });
  await pool.close();
  pooler.server.close();
});

test('a pooler that refuses settings is refused by the same line', async () => {
  const fields = ['SFATAL', 'VFATAL', 'C08P01', 'Munsupported startup parameter: lock_timeout'].join('\0');
  const body = Buffer.from(`${fields}\0\0`);
  const head = Buffer.from([69, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  const pooler = await servePooler(() => Buffer.concat([head, body]));
  const fault: unknown = await migrateSchema(pooler.url).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    name: 'SettingsDropped',
    message: expect.stringContaining('(lock_timeout)'),
  });
  expect(isAway(fault)).toBe(false);
  pooler.server.close();
});

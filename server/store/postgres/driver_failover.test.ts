// What the driver makes of a database that fails over, on a real primary with a real synchronous standby.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { until } from '../../../runtime/testing/until.ts';
import {
  type DatabasePair,
  type PairServer,
  startDatabasePair,
} from '../../../test/support/database_pair.ts';
import { whileDatabaseIsAway } from '../../app/batches/while_database_is_away.ts';
import { onceReached } from '../../database_watch/watch_database.ts';
import { DatabaseUnavailable, openPool, type Pool } from './driver.ts';
import { migrateSchema } from './migrating/migrate.ts';

let pair: DatabasePair;
let pool: Pool;

beforeAll(async () => {
  pair = await startDatabasePair();
  await pair.ask(pair.first, 'create table noted (words text)');
  pool = openPool({ url: pair.url, connections: 2, deadlineMs: 5_000, clock: systemClock });
});
afterAll(async () => {
  await pool.close();
  await pair.stop();
});

const note = (words: string) =>
  pool.run('insert into noted values ($1) returning words', [words]).then(
    () => 'written' as const,
    (error: unknown) => error,
  );

const waiters = () => pair.ask(pair.first, "select pid from pg_stat_activity where wait_event = 'SyncRep'");

test('a pool finds the primary among the servers of its URL, wherever it stands in the list', async () => {
  const turned = pair.url
    .replace(`${pair.first.port},`, 'X')
    .replace(`${pair.second.port}`, `${pair.first.port}`);
  const other = openPool({
    url: turned.replace('X', `${pair.second.port},`),
    connections: 1,
    deadlineMs: 5_000,
    clock: systemClock,
  });
  const read = () => other.run('select pg_is_in_recovery()', []);
  expect((await whileDatabaseIsAway(systemClock, 5_000, read))[0]?.[0]).toBe(false);
  await other.close();
});

test('a commit whose wait for the standby is cancelled is unknown, though the server answers with success', async () => {
  await pair.second.stop();
  // Pipelined behind it is a statement that writes nothing: its answer is its own.
  const doomed = [note('one'), note('two'), note('three')];
  const reads = [1, 2, 3].map((number) => pool.run('select $1::int4', [number]));
  for (let left = 3; left > 0; ) {
    const cancelled = await pair.ask(
      pair.first,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    left -= cancelled.length;
  }
  for (const outcome of await Promise.all(doomed)) expect(outcome).toBeInstanceOf(DatabaseUnavailable);
  expect((await Promise.all(reads)).map((rows) => rows[0]?.[0])).toEqual([1, 2, 3]);
  const stored = await pair.ask(pair.first, 'select words from noted order by words');
  expect(stored.map(({ words }) => words)).toEqual(['one', 'three', 'two']);
  expect(await waiters()).toEqual([]);
});

/** Makes a server take writes, or none. */
async function setWritable(server: PairServer, isWritable: boolean): Promise<void> {
  const readOnly = isWritable ? 'off' : 'on';
  await pair.ask(server, `alter system set default_transaction_read_only = '${readOnly}'`);
  await pair.ask(server, 'select pg_reload_conf()');
  await until(async () => {
    const [row] = await pair.ask(server, 'show default_transaction_read_only');
    return row?.default_transaction_read_only === readOnly;
  });
}

test('a primary that takes no writes any more is away: the statement is not judged, and the next one looks elsewhere', async () => {
  await setWritable(pair.first, false);
  expect(await note('demoted')).toBeInstanceOf(DatabaseUnavailable);
  await pair.startSecond();
  await pair.promote();
  const written = await whileDatabaseIsAway(systemClock, 10_000, () =>
    pool.run('insert into noted values ($1) returning pg_is_in_recovery()', ['promoted']),
  );
  expect(written[0]?.[0]).toBe(false);
  const there = await pair.ask(pair.second, 'select words from noted');
  expect(there.map(({ words }) => words)).toContain('promoted');
  expect(there.map(({ words }) => words)).not.toContain('demoted');
});

test('a core that starts while no server leads says so in one line, and goes on as soon as one does', async () => {
  await setWritable(pair.second, false);
  // A server that is down says less than those that are there and do not lead.
  const url = pair.url.replace(/\/textrelay$/, `,127.0.0.1:${await freePort()}/textrelay`);
  const said: string[] = [];
  let tries = 0;
  const again = Promise.withResolvers<void>();
  const started = onceReached(
    (show) => {
      if (++tries === 3) again.resolve();
      return migrateSchema(url, show);
    },
    { clock: systemClock, show: (line) => said.push(line) },
  );
  await again.promise;
  expect(said).toEqual(['no server of DATABASE_URL is a primary that takes writes']);
  await setWritable(pair.second, true);
  expect(await started).toEqual({ isAhead: false });
  // What is opened then goes there at once: the former primary still answers, and one that froze would not for seconds.
  const next = openPool({ url, connections: 1, deadlineMs: 5_000, clock: systemClock });
  expect(await next.run("select current_setting('transaction_read_only')", [])).toEqual([['off']]);
  await next.close();
});

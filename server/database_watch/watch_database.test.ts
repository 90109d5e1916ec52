// What a core says of its database at its start.
import { expect, test } from 'vitest';
import type { Log } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { DatabaseState } from '../store/postgres/connection/watch_connection.ts';
import { watchDatabase } from './watch_database.ts';

const { clock, run } = simulateEachTest();

/** Starts on a database that is replicated so; returns the warnings that were said. */
async function start(
  replication: Pick<DatabaseState, 'standbys' | 'isSynchronous'>,
): Promise<[fields: object, message: string][]> {
  const warnings: [object, string][] = [];
  const log = {
    warn: (fields: object, message: string) => warnings.push([fields, message]),
    debug: () => undefined,
  } as unknown as Log;
  const databaseWatch = {
    read: async () => ({ nowMs: 1_000, term: 0, ...replication }),
    endStuck: async () => [],
    close: async () => undefined,
  };
  const watched = await watchDatabase({ databaseWatch, local: clock, log });
  await watched.stop();
  return warnings;
}

test('a core says at its start, in one line, that a failover of an asynchronous cluster may lose acknowledged texts', async () => {
  expect(await start({ standbys: 2, isSynchronous: false })).toEqual([
    [
      { standbys: 2 },
      'no commit waits for a standby of the database: a failover may lose acknowledged texts',
    ],
  ]);
});

test('a core says nothing of that where commits wait for a standby, or nothing can fail over', async () => {
  expect(await start({ standbys: 2, isSynchronous: true })).toEqual([]);
  expect(await start({ standbys: 0, isSynchronous: true })).toEqual([]);
  expect(await start({ standbys: 0, isSynchronous: false })).toEqual([]);
});

test('when another server leads, its clock is followed at once', async () => {
  let state: DatabaseState = { nowMs: 1_000, standbys: 0, isSynchronous: false, term: 0 };
  const databaseWatch = {
    read: async () => state,
    endStuck: async () => [],
    close: async () => undefined,
  };
  const log = { warn: () => undefined, debug: () => undefined } as unknown as Log;
  const { clock: followed, stop } = await watchDatabase({ databaseWatch, local: clock, log });
  state = { ...state, nowMs: 60_000 };
  await run(1_000);
  expect(followed.nowMs()).toBeLessThan(30_000);
  state = { ...state, term: 1 };
  await run(1_000);
  expect(followed.nowMs()).toBeGreaterThanOrEqual(60_000);
  await stop();
});

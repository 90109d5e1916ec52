// What a core says of its database at its start.
import { expect, test } from 'vitest';
import type { Log } from '../../runtime/log.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import type { Replication } from '../store/postgres/connection/watch_connection.ts';
import { watchDatabase } from './watch_database.ts';

/** Starts on a database that is replicated so; returns the warnings that were said. */
async function start(replication: Replication): Promise<[fields: object, message: string][]> {
  const warnings: [object, string][] = [];
  const log = {
    warn: (fields: object, message: string) => warnings.push([fields, message]),
    debug: () => undefined,
  } as unknown as Log;
  const databaseWatch = {
    readTime: async () => 1_000,
    endStuck: async () => [],
    readReplication: async () => replication,
    close: async () => undefined,
  };
  const watched = await watchDatabase({ databaseWatch, local: new ManualClock(), log });
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

// Servers that take a question and say nothing, on simulated time.
import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { TcpProxy } from '../../../test/support/tcp_proxy.ts';
import { DatabaseUnavailable, openPool } from './driver.ts';
import { openMigrationConnection } from './migrating/migration_connection.ts';
import { isAway } from './server_errors.ts';

const simulated = simulateEachTest();
const { clock, run, during } = simulated;

test('a server that takes a query and never answers costs one deadline, not for ever', async () => {
  const sockets: Socket[] = [];
  const mute: Server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const waiting = openPool({
    url: `postgres://u@127.0.0.1:${port}/d`,
    connections: 1,
    deadlineMs: 5_000,
    clock,
  });
  let fault: unknown;
  waiting.run('select 1', []).catch((error: unknown) => {
    fault = error;
  });
  await run('4999 ms');
  expect(fault).toBeUndefined();
  await run('1 ms');
  expect(fault).toBeInstanceOf(DatabaseUnavailable);
  await during(waiting.close());
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test('a start whose primary falls silent is away after ten seconds, and begins anew wherever another one leads', async () => {
  const line = await TcpProxy.to(await createDatabase());
  const connection = openMigrationConnection(line.url, clock);
  expect(await connection.ask('select 7 as well')).toEqual([{ well: 7 }]);
  line.blackHole();
  const unanswered = connection.ask('select 8 as never').catch((error: unknown) => error);
  await run('9999 ms');
  expect(simulated.simulation.time.describe()).toHaveLength(1);
  await run('1 ms');
  expect(isAway(await unanswered)).toBe(true);
  await expect(connection.run('select 9 as elsewhere')).rejects.toThrow();
  await connection.close();
  await line.close();
});

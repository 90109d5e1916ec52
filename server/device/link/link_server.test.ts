import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { createLinkServer } from './link_server.ts';

test('a connection has 20 requests, and a further one is refused', async () => {
  const quiet = { clock: new ManualClock(), log: createLog('test', 'silent') };
  const server = createLinkServer({ ...quiet, batchers: {}, pairing: {} } as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let read = '';
  socket.on('data', (bytes) => (read += bytes));
  const statuses = () => [...read.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
  socket.write('GET /nothing HTTP/1.1\r\nHost: core\r\n\r\n'.repeat(21));
  await until(() => statuses().length === 21);
  expect(statuses()).toEqual([...Array(20).fill('404'), '503']);
  socket.destroy();
  server.close();
});

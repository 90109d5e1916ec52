// What health checks are answered.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendRequest } from '../../test/support/http_client.ts';
import { createOpsServer } from './ops_listener.ts';

test('a process that is not ready says why where that is known', async () => {
  let why: string | undefined;
  let isReady = true;
  const server = createOpsServer({
    metrics: async () => '',
    contentType: 'text/plain',
    isReady: () => isReady,
    problem: () => why,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, text } = await sendRequest(url, { path: '/readyz' });
    return [status, text];
  };
  expect(await ask()).toEqual([200, 'ready\n']);
  isReady = false;
  expect(await ask()).toEqual([503, 'not ready\n']);
  why = 'two servers lead';
  expect(await ask()).toEqual([503, 'not ready: two servers lead\n']);
  server.closeAllConnections();
  server.close();
});

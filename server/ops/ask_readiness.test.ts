// What the health check learns from an ops listener, over real sockets.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../runtime/testing/free_port.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { askReadiness } from './ask_readiness.ts';

const { clock, during } = simulateEachTest();

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('200 is ready, any other answer is not', async () => {
  const statuses: Record<string, number> = { '/readyz': 200 };
  const address = await serve(({ url = '' }, response) => response.writeHead(statuses[url] ?? 404).end());
  expect(await during(askReadiness(address, clock))).toBe('ready');
  statuses['/readyz'] = 503;
  expect(await during(askReadiness(address, clock))).toBe('not ready');
});

test('where nothing listens it is away, and one that hangs up is not ready', async () => {
  expect(await during(askReadiness(`127.0.0.1:${await freePort()}`, clock))).toBe('away');
  const address = await serve(({ socket }) => socket.destroy());
  expect(await during(askReadiness(address, clock))).toBe('not ready');
});

test('one that does not answer within 3 seconds is not ready', async () => {
  const address = await serve(() => undefined);
  const askedMs = clock.nowMs();
  expect(await during(askReadiness(address, clock))).toBe('not ready');
  expect(clock.nowMs() - askedMs).toBe(3_000);
});

import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { createSecret, deviceTokenPrefix } from '../../domain/keys/api_key.ts';
import { createLinkServer, type linkBounds } from './link_server.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const device = { accountId: 1n, deviceId: 1n };

interface Setting {
  most?: typeof linkBounds;
  findDevice?: () => Promise<unknown>;
}

async function listening({ most, findDevice }: Setting = {}): Promise<Server> {
  const quiet = { clock: new ManualClock(), log: createLog('test', 'silent') };
  const parts = { batchers: { findDevice }, pairing: {}, onClose: () => {} };
  const server = createLinkServer({ ...quiet, ...parts, most } as never).listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await once(server, 'listening');
  return server;
}

/** A connection, and the statuses that it has been answered with. */
function dial(server: Server): { socket: Socket; statuses: () => (string | undefined)[] } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  ends.push(() => socket.destroy());
  let read = '';
  socket.on('data', (bytes) => (read += bytes));
  return { socket, statuses: () => [...read.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status) };
}

/** Asks for a link, as an agent does. */
function askForLink(server: Server) {
  const dialled = dial(server);
  dialled.socket.write(
    [
      'GET /device/v1/link HTTP/1.1',
      ...['Host: core', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      `Authorization: Bearer ${createSecret(deviceTokenPrefix)}`,
      ...['', ''],
    ].join('\r\n'),
  );
  return dialled;
}

test('a connection has 20 requests, and a further one is refused', async () => {
  const { socket, statuses } = dial(await listening());
  socket.write('GET /nothing HTTP/1.1\r\nHost: core\r\n\r\n'.repeat(21));
  await until(() => statuses().length === 21);
  expect(statuses()).toEqual([...Array(20).fill('404'), '503']);
});

test('two links are open, and a third is refused though all three asked while none was', async () => {
  const gate = Promise.withResolvers<void>();
  let lookups = 0;
  const server = await listening({
    most: { links: 2, ofDevice: 8, unauthenticated: 100 },
    findDevice: async () => {
      lookups += 1;
      await gate.promise;
      return device;
    },
  });
  const asked = [askForLink(server), askForLink(server), askForLink(server)];
  await until(() => lookups === 3);
  gate.resolve();
  const statuses = () => asked.flatMap((one) => one.statuses());
  await until(() => statuses().length === 3);
  expect(statuses().toSorted()).toEqual(['101', '101', '503']);

  const answerOf = async ({ statuses }: ReturnType<typeof dial>) => until(() => statuses()[0]);
  expect([await answerOf(askForLink(server)), lookups]).toEqual(['503', 3]);
  asked.find((one) => one.statuses()[0] === '101')?.socket.destroy();
  await until(async () => (await answerOf(askForLink(server))) === '101');
});

test('a device has eight links, and a ninth ends the oldest, not another device\u2019s', async () => {
  let deviceId = 2n;
  const server = await listening({ findDevice: async () => ({ ...device, deviceId }) });
  const open = async () => {
    const link = askForLink(server);
    await until(() => link.statuses().length === 1);
    return link.socket;
  };
  const others = await open();
  deviceId = 1n;
  const own: Socket[] = [];
  for (let n = 0; n < 8; n++) own.push(await open());
  const oldest = own[0] as Socket;
  expect(own.map(({ bytesRead }) => bytesRead)).toEqual(own.map(() => others.bytesRead));
  const goodbye = new Promise<Buffer>((resolve) => oldest.once('data', resolve));
  own.push(await open());
  expect((await goodbye).toString()).toContain('the device opened newer links');
  // The others were answered with their upgrade and nothing else.
  const kept = [others, ...own.slice(1)];
  expect(kept.map(({ bytesRead }) => bytesRead)).toEqual(kept.map(() => others.bytesRead));
});

test('of connections that have shown no token three are held, and a fourth ends the oldest; links do not count', async () => {
  const server = await listening({
    most: { links: 10, ofDevice: 8, unauthenticated: 3 },
    findDevice: async () => device,
  });
  const link = askForLink(server);
  await until(() => link.statuses().length === 1);
  const open: Socket[] = [];
  const connectOne = async () => {
    const accepted = once(server, 'connection');
    dial(server);
    open.push((await accepted)[0]);
  };
  for (let n = 0; n < 3; n++) await connectOne();
  expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  await connectOne();
  expect(open.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  expect(link.statuses()).toEqual(['101']);
  expect(link.socket.destroyed).toBe(false);
});

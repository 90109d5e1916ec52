import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { createSecret, deviceTokenPrefix } from '../../domain/keys/api_key.ts';
import { createLinkServer, type linkBounds } from './link_server.ts';

const { clock, idle } = simulateEachTest();

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
  const quiet = { clock, log: createLog('test', 'silent') };
  const parts = { batchers: { findDevice }, pairing: {}, onClose: () => {} };
  const server = createLinkServer({ ...quiet, ...parts, most } as never).listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await once(server, 'listening');
  return server;
}

interface Dialled {
  socket: Socket;
  /** What came. */
  read: () => string;
  statuses: () => (string | undefined)[];
}

/** A connection, and the statuses that it has been answered with. */
function dial(server: Server): Dialled {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  ends.push(() => socket.destroy());
  let read = '';
  socket.on('data', (bytes) => (read += bytes));
  return {
    socket,
    read: () => read,
    statuses: () => [...read.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status),
  };
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
  await idle();
  expect(statuses()).toEqual([...Array(20).fill('404'), '503']);
});

/** A server of few links, and a way to ask for one for a device of an account. */
async function sharing(links: number, ending = 100) {
  let asked = { accountId: 0n, deviceId: 0n };
  const server = await listening({
    most: { links, ofDevice: 8, ending, unauthenticated: 100 },
    findDevice: async () => asked,
  });
  let deviceId = 0n;
  const open = async (accountId: bigint, its = ++deviceId) => {
    asked = { accountId, deviceId: its };
    const link = askForLink(server);
    await idle();
    return { ...link, accountId, deviceId: its, status: link.statuses()[0] };
  };
  return { server, open };
}

const reasonOf = ({ read }: Pick<Dialled, 'read'>) => read().slice(read().indexOf('\r\n\r\n'));

test('links up to the bound are open, and one beyond it is refused though all asked while none was', async () => {
  const gate = Promise.withResolvers<void>();
  let lookups = 0n;
  const server = await listening({
    most: { links: 2, ofDevice: 8, ending: 2, unauthenticated: 100 },
    findDevice: async () => {
      const deviceId = ++lookups;
      await gate.promise;
      return { accountId: 1n, deviceId };
    },
  });
  const asked = [askForLink(server), askForLink(server), askForLink(server)];
  await idle();
  expect(lookups).toBe(3n);
  gate.resolve();
  const statuses = () => asked.flatMap((one) => one.statuses());
  await idle();
  expect(statuses().toSorted()).toEqual(['101', '101', '503']);
  const refused = asked.find((one) => one.statuses()[0] === '503');
  expect(refused?.read()).toContain(
    'Textrelay-Refusal: all 2 links are taken, and no account has more than this one',
  );
  asked.find((one) => one.statuses()[0] === '101')?.socket.destroy();
  await idle();
  const next = askForLink(server);
  await idle();
  expect(next.statuses()).toEqual(['101']);
});

test('an account that has all links of a core keeps no device of another account from connecting', async () => {
  const { open } = await sharing(6);
  const first: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 6; n++) first.push(await open(1n));
  expect((await open(1n)).status).toBe('503');
  // Each of another account takes one, until the two have as many.
  const second = [await open(2n), await open(2n), await open(2n)];
  expect(second.map(({ status }) => status)).toEqual(['101', '101', '101']);
  for (const link of first.slice(0, 3)) expect(reasonOf(link)).toContain('this account has the most');
  expect([(await open(2n)).status, (await open(1n)).status]).toEqual(['503', '503']);
  // Further accounts get theirs, until each account has one link.
  const third = [await open(3n), await open(3n), await open(3n)];
  expect(third.map(({ status }) => status)).toEqual(['101', '101', '503']);
  for (const account of [4n, 5n, 6n]) expect((await open(account)).status).toBe('101');
  expect((await open(7n)).status).toBe('503');
});

test('a device comes back beside its own lost link although all links are taken', async () => {
  const { open } = await sharing(2);
  const lost = await open(1n);
  expect((await open(1n)).status).toBe('101');
  expect((await open(1n, lost.deviceId)).status).toBe('101');
  expect(reasonOf(lost)).toContain('the device opened newer links');
});

test('two links are being closed for others at a time, and a third is cut', async () => {
  const { open } = await sharing(8, 2);
  const first: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 8; n++) first.push(await open(1n));
  // The peers in this test never answer a close, so that each goes on until the core cuts it.
  for (let n = 0; n < 3; n++) await open(2n);
  expect(first.slice(0, 4).map(({ socket }) => socket.destroyed)).toEqual([false, false, true, false]);
});

test('a device has eight links, and a ninth ends the oldest, not another device\u2019s', async () => {
  let deviceId = 2n;
  const server = await listening({ findDevice: async () => ({ ...device, deviceId }) });
  const open = async () => {
    const link = askForLink(server);
    await idle();
    return link.socket;
  };
  const others = await open();
  deviceId = 1n;
  const own: Socket[] = [];
  for (let n = 0; n < 8; n++) own.push(await open());
  const oldest = own[0] as Socket;
  expect(own.map(({ bytesRead }) => bytesRead)).toEqual(own.map(() => others.bytesRead));
  let goodbye = '';
  oldest.once('data', (bytes) => (goodbye += bytes));
  own.push(await open());
  expect(goodbye).toContain('the device opened newer links');
  // The others were answered with their upgrade and nothing else.
  const kept = [others, ...own.slice(1)];
  expect(kept.map(({ bytesRead }) => bytesRead)).toEqual(kept.map(() => others.bytesRead));
});

test('of connections that have shown no token three are held, and a fourth ends the oldest; links do not count', async () => {
  const server = await listening({
    most: { links: 10, ofDevice: 8, ending: 2, unauthenticated: 3 },
    findDevice: async () => device,
  });
  const link = askForLink(server);
  await idle();
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

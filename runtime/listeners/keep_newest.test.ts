// How many connections a listener holds: one more than its bound ends the oldest of those that count.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { keepNewest } from './keep_newest.ts';
import { Unauthenticated } from './unauthenticated.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return server;
}

/** A connection, once the server has it, and the server's end of it. */
async function connected(server: Server): Promise<{ near: Socket; far: Socket }> {
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  ends.push(() => near.destroy());
  const [far] = await once(server, 'connection');
  return { near, far };
}

test('three connections are held, and a fourth ends the one that was opened first', async () => {
  const server = await listening();
  keepNewest(server, 3);
  const open: Socket[] = [];
  for (let n = 0; n < 3; n++) open.push((await connected(server)).far);
  expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  open.push((await connected(server)).far);
  expect(open.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

test('of connections that have shown no credential three are held; those that have shown one do not count', async () => {
  const server = await listening();
  const unauthenticated = new Unauthenticated(server, 3);
  const welcome = await connected(server);
  unauthenticated.welcome(welcome.far);
  const open = [welcome.far];
  for (let n = 0; n < 3; n++) open.push((await connected(server)).far);
  expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
  open.push((await connected(server)).far);
  expect(open.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false, false]);
});

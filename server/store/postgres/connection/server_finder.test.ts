// Which server connections go to, on servers that take every connection and say nothing.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readDatabaseUrl } from './database_url.ts';
import { pauseS, ServerFinder } from './server_finder.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** The URL of so many servers, and their ports. */
async function startServers(count: number) {
  const ports: number[] = [];
  while (ports.length < count) {
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    ports.push((server.address() as AddressInfo).port);
  }
  const url = readDatabaseUrl(`postgres://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/texts`);
  return { url, ports };
}

/** Connects; returns the socket and the port of the server that it went to. */
async function connect(finder: ServerFinder): Promise<{ socket: Socket; port: number | undefined }> {
  const socket = finder.connect();
  sockets.push(socket);
  await once(socket, 'connect');
  return { socket, port: socket.remotePort };
}

test('where one connection finds the primary, those that wait at another server leave it, and go there next', async () => {
  const { url, ports } = await startServers(3);
  const [waiting, finding] = [new ServerFinder(url), new ServerFinder(url)];
  const { socket } = await connect(waiting);
  const left = once(socket, 'close');
  for (const port of ports) expect((await connect(finding)).port).toBe(port);
  finding.confirm();
  await left;
  expect((await connect(waiting)).port).toBe(ports[2]);
  expect((await connect(new ServerFinder(url))).port).toBe(ports[2]);
});

test('a connection that was answered stays where it is, whatever another one finds', async () => {
  const { url, ports } = await startServers(2);
  const [settled, finding] = [new ServerFinder(url), new ServerFinder(url)];
  const { socket } = await connect(settled);
  settled.confirm();
  await connect(finding);
  expect((await connect(finding)).port).toBe(ports[1]);
  finding.confirm();
  expect(socket.destroyed).toBe(false);
});

test('a primary that was found and is none any more is left for the next server', async () => {
  const { url, ports } = await startServers(2);
  const finder = new ServerFinder(url);
  await connect(finder);
  finder.confirm();
  finder.doubt();
  expect((await connect(finder)).port).toBe(ports[1]);
  expect((await connect(finder)).port).toBe(ports[0]);
});

test('each of several servers is tried as often as a single one', () => {
  expect(pauseS(0, 1)).toBeCloseTo(0.1);
  expect(pauseS(20, 1)).toBe(1);
  expect(pauseS(20, 3)).toBeCloseTo(1 / 3);
});

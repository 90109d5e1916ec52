import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { Line } from './line.ts';

let server: Server;
let line: Line;
let sockets: Socket[];
/** What the other end has of each connection, in the order in which they came. */
let received: string[];

beforeEach(async () => {
  [sockets, received] = [[], []];
  server = createServer((socket) => {
    const index = received.push('') - 1;
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received[index] += data.toString();
      socket.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  line = await Line.open('a line', [{ host: '127.0.0.1', port }]);
});

afterEach(async () => {
  await line.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Opens a connection over the line, once the other end has it. */
async function open(): Promise<Socket> {
  const count = received.length;
  const socket = connect(line.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await until(() => received.length > count);
  return socket;
}

/** Resolves when it has ended, by a fault or not. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const answer = async (socket: Socket) => String((await once(socket, 'data'))[0]);

test('a line that nothing is wrong with carries both ways, and the end', async () => {
  const socket = await open();
  socket.write('hello');
  expect(await answer(socket)).toBe('hello');
  socket.end();
  await closed(socket);
});

test('a line that is cut ends its connections, and carries the next one', async () => {
  const socket = await open();
  line.cut();
  await closed(socket);
  const next = await open();
  next.write('again');
  expect(await answer(next)).toBe('again');
});

test('a half-open connection stays, carries nothing, and is cut when the line is healed', async () => {
  const socket = await open();
  line.halfOpen();
  socket.write('lost');
  const next = await open();
  next.write('new');
  expect(await answer(next)).toBe('new');
  expect(received).toEqual(['', 'new']);
  line.heal();
  await closed(socket);
});

test('a line that stops amid a message holds back its last bytes, and what follows, until it is healed', async () => {
  const socket = await open();
  line.stopBefore(5);
  socket.write('statement-sync!');
  await until(() => received[0] === 'statement-');
  socket.write('more');
  const next = await open();
  next.write('other');
  expect(await answer(next)).toBe('other');
  expect(received[0]).toBe('statement-');
  line.heal();
  await until(() => received[0] === 'statement-sync!more');
});

test('a line that refuses ends every connection until it is healed', async () => {
  line.refuse();
  const refused = connect(line.port, '127.0.0.1');
  refused.on('error', () => undefined);
  await closed(refused);
  line.heal();
  const socket = await open();
  socket.write('back');
  expect(await answer(socket)).toBe('back');
});

// Whoever takes too long is cut, and everybody else is served meanwhile. Node's server keeps these limits by the machine's time; they
// are shortened here.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { dial as dialUrl } from './raw_connection.ts';

let stack: Stack;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await stack.stop();
});

async function start(limits: object) {
  stack = await startStack({ limits });
  return stack.createAccount();
}

function dial() {
  const received = dialUrl(stack.gateways[0]?.url ?? '');
  open.push(received.socket);
  return received;
}
const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const quick = { headersTimeoutMs: 300, requestTimeoutMs: 500, timeoutCheckMs: 20 };
/** Sends a byte whenever the gateway has had a turn, for as long as the connection is there. */
const drip = async (received: ReturnType<typeof dial>, first: string, piece: string) => {
  received.socket.write(first);
  while (!received.isClosed) {
    received.socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

test('a client that is slow on purpose gets 408 when headers trickle in, and others are served meanwhile', async () => {
  await start(quick);
  const slow = Array.from({ length: 50 }, dial);
  const ends = slow.map((received) => drip(received, 'GET /api/v1 HTTP/1.1\r\nHost: x\r\nX: ', 'y'));
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
  await Promise.all(ends);
  for (const { text } of slow) expect(statusesOf(text)).toEqual([408]);
});

test('a client that is slow on purpose gets 408 when a body trickles in, one byte or one chunk at a time', async () => {
  const account = await start(quick);
  const head = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\nContent-Type: application/json\r\n`;
  const byBytes = dial();
  const byChunks = dial();
  await Promise.all([
    drip(byBytes, `${head}Content-Length: 60000\r\n\r\n`, ' '),
    drip(byChunks, `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
  ]);
  for (const { text } of [byBytes, byChunks]) expect(statusesOf(text)).toEqual([408]);
});

test('a client that is slow on purpose gets nothing for a wrong key: it is refused before its body is waited for', async () => {
  await start(quick);
  const received = dial();
  received.socket.write(
    'GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\nContent-Length: 60000\r\n\r\n',
  );
  await once(received.socket, 'data');
  expect(statusesOf(received.text)[0]).toBe(401);
});

test('a client that is slow on purpose is cut when it connects and says nothing, however many do so', async () => {
  await start(quick);
  const silent = Array.from({ length: 500 }, dial);
  const closed = Promise.all(
    silent.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
  );
  await Promise.all(silent.map(({ socket }) => once(socket, 'connect')));
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
  await closed;
});

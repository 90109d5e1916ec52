// What clients cost that ask for much and read nothing.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { until } from '../../../runtime/testing/until.ts';
import { liveKey } from '../../testing/fake_core.ts';
import { sampleMessage } from '../../testing/samples.ts';
import { type Pair, startPair } from '../../testing/start_pair.ts';

/** More than a connection within one machine takes on its way. */
const pageBytes = 12 * 1024 * 1024;
const path = '/api/v1/threads/SENDER/messages';
let pair: Pair;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await pair?.stop();
});

/** A gateway with memory for two pages of an account. */
const start = async () => {
  const body = 'x'.repeat(pageBytes / 64);
  const messages = Array.from({ length: 64 }, () => sampleMessage({ body }));
  pair = await startPair({
    limits: { pageBytes, unreadBytes: 4 * pageBytes, unreadBytesOfAccount: 2.5 * pageBytes },
    on: {
      services: (router) =>
        router.service(ThreadService, {
          listThreadMessages: ({ address }) => ({ addressNorm: address, messages }),
          listThreads: () => ({}),
        }),
    },
  });
};

/** Asks for a page on a connection of its own, and reads nothing. */
function askWithoutReading(): Socket {
  const socket = connect(Number(new URL(pair.gateway.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${liveKey}\r\n\r\n`);
  return socket;
}
const unread = () => pair.metric('textrelay_gateway_unread_bytes');

test('clients that read nothing fill their account\u2019s memory and no more, and the next page waits for them', async () => {
  await start();
  const idle = [askWithoutReading(), askWithoutReading()];
  await until(async () => (await unread()) >= 2 * pageBytes);
  let answered = false;
  const next = pair.get(path).then((response) => {
    answered = true;
    return response.text();
  });
  await until(() => pair.core.asked.admissions.length === 3);
  expect(await unread()).toBeLessThan(2.5 * pageBytes);
  expect(answered).toBe(false);
  // As they leave there is memory again.
  for (const socket of idle) socket.destroy();
  expect((await next).length).toBeGreaterThan(pageBytes);
  await until(async () => (await unread()) === 0);
});

test('an answer that is not taken in time ends with its connection', async () => {
  await start();
  const socket = askWithoutReading();
  await until(async () => (await unread()) >= pageBytes);
  // An answer has a minute from when it was written.
  await until(async () => {
    pair.clock.advance(60_000);
    return (await unread()) === 0;
  });
  socket.resume();
  await once(socket, 'close');
});

test('a page that waits too long for memory is 503, and says when to come again', async () => {
  await start();
  for (let count = 0; count < 2; count++) askWithoutReading();
  await until(async () => (await unread()) >= 2 * pageBytes);
  let answered = false;
  const next = pair.get(path).finally(() => {
    answered = true;
  });
  // It waits for five seconds from when it came in.
  await until(async () => {
    await unread();
    pair.clock.advance(1_000);
    return answered;
  });
  const { status, headers } = await next;
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

test('while others are served, an account reads 4 MiB of texts a second, and waits 2 seconds at most', async () => {
  await start();
  const read = async () => (await pair.get(path)).text();
  // Nobody else is served: no page waits.
  for (let times = 0; times < 2; times++) expect((await read()).length).toBeGreaterThan(pageBytes);
  expect((await pair.get('/api/v1')).status).toBe(200);
  await read();
  const timers = pair.clock.pending;
  let isRead = false;
  const next = read().finally(() => {
    isRead = true;
  });
  await until(() => pair.clock.pending > timers);
  pair.clock.advance(1_999);
  expect((await pair.get('/api/v1')).status).toBe(200);
  expect(isRead).toBe(false);
  pair.clock.advance(1);
  await next;
});

// What clients cost that ask for much and read nothing.
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { liveKey } from '../../testing/fake_core.ts';
import { holdTimers } from '../../testing/held_timers.ts';
import { sampleMessage } from '../../testing/samples.ts';
import { type Pair, startPair } from '../../testing/start_pair.ts';
import { ServedOwners } from '../requests/owners_turns.ts';
import { UnreadAnswers } from './unread_answers.ts';

/** More than a connection within one machine takes on its way. */
const pageBytes = 12 * 1024 * 1024;
const path = '/api/v1/threads/SENDER/messages';
let pair: Pair;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await pair?.stop();
});

/** However slow the machine is, a page is read. */
const patient = { readTimeoutMs: 60_000, batcherWaitMs: 60_000 };

/** A gateway with memory for two pages of an account. */
const start = async (limits: Partial<Limits> = {}, clock?: Clock) => {
  const body = 'x'.repeat(pageBytes / 64);
  const messages = Array.from({ length: 64 }, () => sampleMessage({ body }));
  pair = await startPair({
    ...(clock && { clock }),
    limits: {
      pageBytes,
      unreadBytes: 4 * pageBytes,
      unreadBytesOfAccount: 2.5 * pageBytes,
      ...patient,
      ...limits,
    },
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
  const answerTimeoutMs = 30_000;
  const { clock, fire } = holdTimers(answerTimeoutMs);
  await start({ answerTimeoutMs }, clock);
  const socket = askWithoutReading();
  await until(async () => (await unread()) >= pageBytes);
  await until(async () => {
    fire();
    return (await unread()) === 0;
  });
  socket.resume();
  await once(socket, 'close');
});

test('a page that waits too long for memory is 503, and says when to come again', async () => {
  const batcherWaitMs = 7_000;
  const { clock, fire } = holdTimers(batcherWaitMs);
  await start({ batcherWaitMs }, clock);
  for (let count = 0; count < 2; count++) askWithoutReading();
  await until(async () => (await unread()) >= 2 * pageBytes);
  let answered = false;
  const next = pair.get(path).finally(() => {
    answered = true;
  });
  await until(async () => {
    await unread();
    fire();
    return answered;
  });
  const { status, headers } = await next;
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

describe('reading', () => {
  const { clock, during } = simulateEachTest();

  test('while others are served, an account reads 4 MiB of texts a second, and waits 2 seconds at most', async () => {
    const served = new ServedOwners(clock);
    const unread = new UnreadAnswers({ ...defaultLimits, clock, served });
    const begin = () => {
      const raw = Object.assign(new EventEmitter(), { destroyed: false });
      const reply = { raw } as unknown as FastifyReply;
      return { reply, isIn: unread.enter(1n, reply, 0) };
    };
    const read = async (bytes: number) => {
      const { reply, isIn } = begin();
      await isIn;
      unread.onSend.call({} as never, {} as never, reply, 'x'.repeat(bytes), () => {});
      reply.raw.emit('close');
    };
    // Nobody else is served: no page waits.
    served.note('1');
    for (let times = 0; times < 3; times++) await read(12 * 1024 * 1024);
    served.note('2');
    await read(1024 * 1024);
    const afterOne = begin();
    const begunMs = clock.nowMs();
    await during(afterOne.isIn);
    expect(clock.nowMs() - begunMs).toBe(250);
    afterOne.reply.raw.emit('close');
    await read(64 * 1024 * 1024);
    const afterMany = begin();
    await during(afterMany.isIn);
    expect(clock.nowMs() - begunMs).toBe(250 + 2_000);
  });
});

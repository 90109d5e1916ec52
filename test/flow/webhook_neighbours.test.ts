// Tenants whose endpoints hang in every possible way: whatever they do, another account's event reaches its endpoint
// within two seconds. Whatever an endpoint answers comes to an end.
import type { Client } from '@connectrpc/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { type HostileEnds, hostileWays, startHostileEnds } from '../support/hostile_ends.ts';
import { startWebhookEnd, take, type WebhookEnd } from '../support/webhook_end.ts';

const hostileAccounts = 16;
const endpointsEach = 20;
/** The promise. */
const withinMs = 2_000;

let core: TestCore;
let webhooks: Client<typeof SubscriptionService>;
let hostile: HostileEnds;
let end: WebhookEnd;
let isOver = false;
const ends: WebhookEnd[] = [];
const loads: Promise<void>[] = [];

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  webhooks = clientOf(SubscriptionService, core);
  [hostile, end] = await Promise.all([startHostileEnds(), startWebhookEnd()]);
});
afterAll(async () => {
  isOver = true;
  await Promise.all(loads);
  await core.stop();
  await Promise.all([hostile, end, ...ends].map((each) => each.stop()));
}, 60_000);

const put = (accountId: bigint, name: string, url: string) =>
  webhooks.putWebhook({ accountId, name, url, types: ['text.updated'] });

async function send(accountId: bigint): Promise<void> {
  const texts = [{ accountId, address: '+15005550006', body: 'x' }];
  await core.messages.sendMessages({ texts });
}

/** An account with endpoints of all kinds, for which there is always an event to deliver. */
async function startHostile(number: number): Promise<void> {
  const { id } = await core.createAccount();
  const urlOf = (index: number) =>
    hostile.urlOf(hostileWays[(number + index) % hostileWays.length] as string, `${id}-${index}`);
  const numbers = Array.from({ length: endpointsEach }, (_, index) => index);
  await Promise.all(numbers.map((index) => put(id, `w${index}`, urlOf(index))));
  const press = async () => {
    for (let round = 0; !isOver; round += 1) {
      await send(id);
      const index = round % endpointsEach;
      const named = { accountId: id, name: `w${index}` };
      // Each account makes its endpoints look new in a different way.
      if (number % 4 === 1) await put(id, named.name, urlOf(index));
      if (number % 4 === 2)
        await webhooks.replayWebhook({ ...named, to: { position: { case: 'seq', value: 0n } } });
      if (number % 4 === 3) {
        await webhooks.deleteWebhook(named);
        await put(id, named.name, urlOf(index));
      }
      await new Promise<void>((resolve) => systemClock.setTimeout(resolve, 250));
    }
  };
  loads.push(press());
}

/** Sends a text of an account whose endpoint answers at once. Resolves with the time that its event took to arrive. */
async function timeOne(accountId: bigint): Promise<number> {
  const isThere = () => end.requests.some(({ path }) => path.endsWith(`/${accountId}`));
  end.requests.splice(0);
  const sentMs = systemClock.nowMs();
  await send(accountId);
  await until(isThere);
  return systemClock.nowMs() - sentMs;
}

async function createNeighbour(): Promise<bigint> {
  const { id } = await core.createAccount();
  const { secret = '' } = await put(id, 'shop', `${end.url}/${id}`);
  end.secrets.push(secret);
  return id;
}

test('16 accounts with 20 hanging endpoints each delay no event of another account beyond 2 seconds', async () => {
  const old = await createNeighbour();
  await timeOne(old);
  await Promise.all(Array.from({ length: hostileAccounts }, (_, number) => startHostile(number)));
  await until(() => hostile.open() > 150);
  const tookMs: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    tookMs.push(await timeOne(old));
    tookMs.push(await timeOne(await createNeighbour()));
    await new Promise<void>((resolve) => systemClock.setTimeout(resolve, 500));
  }
  expect(hostile.open()).toBeGreaterThan(100);
  expect(Math.max(...tookMs)).toBeLessThan(withinMs);
}, 240_000);

/** What endpoints answer, and whether that acknowledges the event. */
const hostileAnswers: Record<string, { answer: WebhookEnd['answer']; isTaken?: boolean }> = {
  'an endless body': {
    isTaken: true,
    answer: (response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(1024), () => setImmediate(more));
      };
      more();
    },
  },
  'a huge body': {
    isTaken: true,
    answer: (response) => response.writeHead(200).end('x'.repeat(50_000_000)),
  },
  'a body that never ends': {
    isTaken: true,
    answer: (response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x');
    },
  },
  'huge headers': {
    answer: ({ socket }) => socket?.write(`HTTP/1.1 200 OK\r\nx-a: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  },
  'headers that never end': {
    answer: ({ socket }) => {
      const more = () => {
        if (!socket?.destroyed) socket?.write('x-a: 1\r\n', () => setImmediate(more));
      };
      socket?.write('HTTP/1.1 200 OK\r\n', more);
    },
  },
  'no HTTP': { answer: ({ socket }) => socket?.end('\u0000\u0001\u0002') },
  'a reset': { answer: ({ socket }) => socket?.resetAndDestroy() },
  'a redirect to itself': { answer: (response) => response.writeHead(308, { location: '/texts' }).end() },
};

/** An account with an endpoint that answers in some way, and one text for it. */
async function sendTo(answer: WebhookEnd['answer']) {
  const { id } = await core.createAccount();
  const one = await startWebhookEnd();
  ends.push(one);
  one.answer = answer;
  const { secret = '' } = await put(id, 'shop', one.url);
  one.secrets.push(secret);
  await send(id);
  return { id, end: one };
}

async function standingOf(accountId: bigint) {
  const { webhook } = await webhooks.getWebhook({ accountId, name: 'shop' });
  return { behind: Number(webhook?.behind), failures: webhook?.failures ?? 0 };
}

test('hostile answers come to an end, count as what they are, and hold up nobody else', async () => {
  const silent = await sendTo(() => undefined);
  await until(() => silent.end.requests.length === 1);
  const started = [];
  for (const [what, { answer, isTaken = false }] of Object.entries(hostileAnswers))
    started.push({ ...(await sendTo(answer)), what, isTaken });
  const { end: other } = await sendTo(take);
  await until(() => other.requests.length === 1);
  for (const { id, what, isTaken } of started) {
    const stands = await until(async () => {
      const { behind, failures } = await standingOf(id);
      return (behind === 0 || failures > 0) && { what, isTaken: behind === 0 };
    });
    expect(stands).toEqual({ what, isTaken });
  }
  expect(await standingOf(silent.id)).toMatchObject({ behind: 1 });
});

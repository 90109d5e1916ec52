// Endpoints are down for hours or days. Missed events come in order and without a gap, nobody is flooded when the endpoints
// are back, nobody else waits, and an endpoint that never comes back is visibly given up.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DisabledReason, SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf } from '../support/core.ts';
import { extent } from '../support/extent.ts';
import { startWebhookEnd, take, type WebhookEnd } from '../support/webhook_end.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Accounts whose endpoints come back together, and how many each has: more than it may have requests. */
const accounts = 15;
const endpointsEach = extent({ suite: 13, nightly: 20 });
/** The most requests that a core has under way to slow or failing endpoints, and the share of them that these accounts may have. */
const slowSlots = 192;
const slowSlotsOfAll = accounts * (slowSlots / 16);

let service: SimulatedService;
let core: SimulatedCore;
let end: WebhookEnd;
const made: { accountId: bigint; name: string }[] = [];

beforeAll(async () => {
  service = await SimulatedService.begin();
  core = await service.startCore();
  end = await startWebhookEnd({ clock: service.simulation.clockOf('endpoint') });
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((each) => webhooks().deleteWebhook(each)));
});
afterAll(async () => {
  await end.stop();
  await service.end();
});

const webhooks = () => clientOf(SubscriptionService, core);

async function startDelivering(names: readonly string[] = ['shop']) {
  const { id: accountId } = await core.createAccount();
  for (const name of names) {
    const url = `${end.url}/${accountId}/${name}`;
    const { secret = '' } = await webhooks().putWebhook({ accountId, name, url, types: ['text.updated'] });
    made.push({ accountId, name });
    end.secrets.push(secret);
  }
  return {
    accountId,
    async send(count: number) {
      const texts = Array.from({ length: count }, () => ({ accountId, address: '+15005550006', body: 'x' }));
      const { results } = await core.messages.sendMessages({ texts });
      expect(results.every(({ outcome }) => outcome.case === 'accepted')).toBe(true);
    },
    async stands() {
      const { webhook } = await webhooks().getWebhook({ accountId, name: names[0] ?? '' });
      if (!webhook) throw new Error('there is no such webhook');
      return webhook;
    },
  };
}

type Delivering = Awaited<ReturnType<typeof startDelivering>>;

/** So long take requests, and what is written of them. */
const settle = () => service.simulation.run('2 s');
const nowMs = () => service.simulation.time.nowMs();

/** Sleeps until the next attempt at an endpoint, which then ends. */
async function passWait({ stands }: Delivering) {
  const { nextAttemptAt } = await stands();
  const atMs = nextAttemptAt ? Number(nextAttemptAt.seconds + 1n) * 1000 : 0;
  if (atMs > nowMs()) service.simulation.leap(atMs - nowMs());
  await settle();
}

/** Sleeps until the next attempt at an endpoint, which fails too. */
async function failOnceMore(delivery: Delivering) {
  const { failures } = await delivery.stands();
  await passWait(delivery);
  expect((await delivery.stands()).failures).toBeGreaterThan(failures);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('an endpoint that was down for hours gets its missed events in order, without a gap, one request at a time', async () => {
  const delivery = await startDelivering();
  const downMs = nowMs();
  let sent = 0;
  end.answer = (response) => response.writeHead(503).end();
  while (nowMs() - downMs < 6 * hourMs) {
    await delivery.send(30);
    sent += 30;
    await failOnceMore(delivery);
  }
  const tried = end.requests.splice(0).length;
  expect(tried).toBeGreaterThan(5);
  expect(tried).toBeLessThan(20);
  expect(await delivery.stands()).toMatchObject({ failures: tried, cursor: 0n });

  end.answer = take;
  end.mostAtOnce = 0;
  await passWait(delivery);
  expect((await delivery.stands()).behind).toBe(0n);
  expect(end.seqs()).toEqual(upTo(sent));
  expect(end.mostAtOnce).toBe(1);
  expect((await delivery.stands()).failures).toBe(0);
});

test('an endpoint that fails for 5 days is disabled and says so, and goes on at the same place once it is enabled', async () => {
  const delivery = await startDelivering();
  const { accountId } = delivery;
  const downMs = nowMs();
  end.answer = (response) => response.writeHead(500).end('down');
  end.requests.splice(0);
  await delivery.send(1);
  while ((await delivery.stands()).disabledReason === undefined) await failOnceMore(delivery);
  expect(nowMs() - downMs).toBeGreaterThanOrEqual(5 * dayMs);
  expect(nowMs() - downMs).toBeLessThan(6.1 * dayMs);
  expect((await delivery.stands()).disabledReason).toBe(DisabledReason.FAILING);
  const { webhooks: troubled } = await webhooks().listTroubledWebhooks({});
  expect(troubled.map((webhook) => webhook.accountId)).toEqual([accountId]);
  const { attempts } = await webhooks().listWebhookAttempts({ accountId, name: 'shop' });
  expect(attempts[0]).toMatchObject({ status: 500, answer: 'down', number: BigInt(end.requests.length) });

  end.answer = take;
  end.requests.splice(0);
  service.simulation.leap(2 * dayMs);
  expect((await delivery.stands()).disabledReason).toBe(DisabledReason.FAILING);
  await webhooks().enableWebhook({ accountId, name: 'shop' });
  await settle();
  expect((await delivery.stands()).behind).toBe(0n);
  expect(end.requests.length).toBeGreaterThan(0);
});

test(`${accounts * endpointsEach} endpoints of ${accounts} accounts that come back together get ${slowSlotsOfAll} requests at a time, and others do not wait for them`, async () => {
  const names = Array.from({ length: endpointsEach }, (_, index) => `w${index}`);
  const down = await Promise.all(Array.from({ length: accounts }, () => startDelivering(names)));
  end.answer = (response) => response.writeHead(500).end();
  end.requests.splice(0);
  for (const { send } of down) await send(3);
  const failing = async () => {
    const names = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const page = await webhooks().listTroubledWebhooks({ ...(cursor !== undefined && { cursor }) });
      for (const { accountId, name, failures } of page.webhooks)
        if (failures > 0) names.add(`${accountId}/${name}`);
      if (page.nextCursor === undefined) return names.size;
      cursor = page.nextCursor;
    }
  };
  await service.simulation.run('20 s');
  expect(await failing()).toBe(accounts * endpointsEach);

  const held: ServerResponse[] = [];
  end.answer = (response) => held.push(response);
  end.mostAtOnce = 0;
  service.simulation.leap(60_000);
  await settle();
  expect(held).toHaveLength(slowSlotsOfAll);
  const other = await startDelivering();
  end.answer = (response, { path }) =>
    path.includes(`/${other.accountId}/`) ? response.end('ok') : held.push(response);
  await other.send(5);
  await settle();
  expect((await other.stands()).behind).toBe(0n);
  expect(held).toHaveLength(slowSlotsOfAll);
  expect(end.mostAtOnce).toBe(slowSlotsOfAll + 1);

  end.answer = take;
  end.requests.splice(0);
  for (const response of held) response.writeHead(200).end('ok');
  await service.simulation.run('30 s');
  expect(await failing()).toBe(0);
  expect(end.mostAtOnce).toBeLessThanOrEqual(slowSlots + 64);
  expect(end.refused).toEqual([]);
}, 90_000);

// Tenants whose endpoints hang in every possible way: whatever they do, another account's event reaches its endpoint
// within two seconds.
import type { Client } from '@connectrpc/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlaceKind, PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { type HostileEnds, hostileWays, startHostileEnds } from '../support/hostile_ends.ts';
import { startWebhookEnd, type WebhookEnd } from '../support/webhook_end.ts';

const hostileAccounts = 16;
const endpointsEach = 20;
/** The promise. */
const withinMs = 2_000;

let core: TestCore;
let webhooks: Client<typeof PlaceService>;
let hostile: HostileEnds;
let end: WebhookEnd;
let isOver = false;
const loads: Promise<void>[] = [];

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  webhooks = clientOf(PlaceService, core);
  [hostile, end] = await Promise.all([startHostileEnds(), startWebhookEnd()]);
});
afterAll(async () => {
  isOver = true;
  await Promise.all(loads);
  await core.stop();
  await Promise.all([hostile.stop(), end.stop()]);
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
      const named = { accountId: id, kind: PlaceKind.WEBHOOK, name: `w${index}` };
      // Each account makes its endpoints look new in a different way.
      if (number % 4 === 1) await put(id, named.name, urlOf(index));
      if (number % 4 === 2) await webhooks.movePlace({ ...named, to: { place: { case: 'seq', value: 0n } } });
      if (number % 4 === 3) {
        await webhooks.deletePlace(named);
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

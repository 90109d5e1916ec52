// GET /api/v1/me, /usage, /accounts and /tiers: who the key's account is, and what it may still use.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;

beforeAll(async () => {
  service = await SimulatedService.begin({ start: '2026-03-31T23:59:50.000Z' });
  stack = await startStack({ service });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const shownTiers = defaultTiers.map(({ plan, name, textsCap, priceCents, currency }) => ({
  plan,
  name,
  texts_cap: textsCap,
  price_cents: priceCents,
  currency,
  interval: 'month',
}));

test('tiers need no key and are the three plans, smallest cap first', async () => {
  for (const key of [undefined, 'nonsense', (await stack.createAccount()).key]) {
    const { status, json } = await stack.get('/api/v1/tiers', key);
    expect(status).toBe(200);
    expect(json.tiers).toEqual(shownTiers);
  }
});

test('me is the account, its usage and the tiers', async () => {
  const account = await stack.createAccount({ plan: 'growth' });
  await stack.send(account);
  const { status, json } = await stack.get('/api/v1/me', account.key);
  expect(status).toBe(200);
  expect(json).toEqual({
    account: {
      id: Number(account.id),
      name: 'Test',
      plan: 'growth',
      subscription_status: 'active',
      linked_at: null,
    },
    usage: (await stack.get('/api/v1/usage', account.key)).json,
    tiers: shownTiers,
    key: { id: 1, label: '', sandbox: false, policy: null, hour: null, day: null },
  });
});

test('accounts is one element for an account key: its own account', async () => {
  const account = await stack.createAccount({ plan: '' });
  const { status, json } = await stack.get('/api/v1/accounts', account.key);
  expect(status).toBe(200);
  expect(json.accounts).toEqual([
    { id: Number(account.id), name: 'Test', plan: null, subscription_status: null, linked_at: null },
  ]);
});

describe('usage', () => {
  const usageOf = async (key: string) => {
    const { status, json } = await stack.get('/api/v1/usage', key);
    expect(status).toBe(200);
    return json;
  };

  test('usage of a paired account on a plan says that it may send', async () => {
    const { key } = await stack.createAccount({ plan: 'starter' });
    expect(await usageOf(key)).toEqual({
      plan: 'starter',
      subscription_status: 'active',
      can_send: true,
      reason: 'ok',
      texts_used: 0,
      texts_cap: 500,
      texts_remaining: 500,
      unlimited: false,
      period: 'calendar_month_utc',
      resets_at: '2026-04-01T00:00:00.000Z',
    });
  });

  test('usage of an account without a plan', async () => {
    const { key } = await stack.createAccount({ plan: '' });
    expect(await usageOf(key)).toMatchObject({
      plan: null,
      subscription_status: null,
      can_send: false,
      reason: 'no_plan',
      texts_cap: 0,
      texts_remaining: 0,
      unlimited: false,
    });
  });

  test('usage of an account without a device', async () => {
    const { key } = await stack.createAccount({ paired: false });
    expect(await usageOf(key)).toMatchObject({
      can_send: false,
      reason: 'no_route',
      texts_remaining: 10_000,
    });
  });

  test('usage of an exempt account has no cap', async () => {
    const { key } = await stack.createAccount({ exempt: true, plan: '' });
    expect(await usageOf(key)).toMatchObject({
      plan: null,
      subscription_status: 'exempt',
      can_send: true,
      reason: 'ok',
      texts_cap: null,
      texts_remaining: null,
      unlimited: true,
    });
  });

  test('agrees with what a send answers', async () => {
    const account = await stack.createAccount();
    const { json } = await stack.send(account);
    expect(await usageOf(account.key)).toEqual(json.usage);
  });

  test('usage starts again at the first instant of the next month in UTC', async () => {
    const account = await stack.createAccount({ plan: 'starter' });
    await stack.send(account);
    expect((await usageOf(account.key)).texts_used).toBe(1);
    const { time } = service.simulation;
    await service.simulation.run(Date.parse('2026-04-01T00:00:00.000Z') - 1 - time.nowMs());
    expect((await usageOf(account.key)).texts_used).toBe(1);
    await service.simulation.run(1);
    expect(await usageOf(account.key)).toMatchObject({
      texts_used: 0,
      texts_remaining: 500,
      resets_at: '2026-05-01T00:00:00.000Z',
    });
    expect((await stack.send(account)).json.usage.texts_used).toBe(1);
  });
});

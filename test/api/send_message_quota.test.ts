// POST /api/v1/messages: who may send. The refusals of plan, quota and route, at the exact bound.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const text = { address: '+15005550006', body: 'x' };
const tiers = [
  { plan: 'starter', name: 'Starter', textsCap: 3, priceCents: 900, currency: 'usd' },
  { plan: 'growth', name: 'Growth', textsCap: 5, priceCents: 2_900, currency: 'usd' },
  { plan: 'pro', name: 'Pro', textsCap: 40, priceCents: 7_900, currency: 'usd' },
];
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2, tiers });
});
afterAll(() => stack.stop());

test('exactly the cap is accepted; the next text is cap_reached and the answer says how to upgrade', async () => {
  const { key } = await stack.createAccount({ plan: 'starter' });
  for (const used of [1, 2, 3])
    expect((await stack.post(path, key, text)).json.usage).toMatchObject({
      texts_used: used,
      texts_remaining: 3 - used,
    });
  const refused = await stack.post(path, key, text);
  expect([refused.status, refused.json.code]).toEqual([402, 'cap_reached']);
  expect(refused.json.error).toContain('POST /api/v1/plan');
  const { json } = await stack.get('/api/v1/usage', key);
  expect(json).toMatchObject({ can_send: false, reason: 'cap_reached', texts_used: 3, texts_remaining: 0 });
});

test('70 sends at once through two gateways and two cores are exactly the cap of 40', async () => {
  const account = await stack.createAccount({ plan: 'pro' });
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      stack.ask({ method: 'POST', path, key: account.key, body: text }, index % 2),
    ),
  );
  const codes = answers.map(({ status, json }) => (status === 200 ? 'accepted' : json.code));
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(40);
  expect(codes.filter((code) => code === 'cap_reached')).toHaveLength(30);
  const ids = answers.flatMap(({ json }) => json.message?.id ?? []);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(40);
});

test('a replay is still answered when the cap is reached, the plan has ended and the device is gone', async () => {
  const account = await stack.createAccount({ plan: 'starter' });
  const first = await stack.send(account, { client_ref: 'r' });
  await stack.send(account);
  await stack.send(account);
  const replays = [await stack.send(account, { client_ref: 'r' })];
  const { admin } = stack.core;
  await admin.updateAccount({ accountId: account.id, subscriptionStatus: 'canceled' });
  replays.push(await stack.send(account, { client_ref: 'r' }));
  await admin.unpairDevice({ accountId: account.id, id: 1n });
  replays.push(await stack.send(account, { client_ref: 'r' }));
  for (const { headers, json } of replays) {
    expect(headers['idempotent-replayed']).toBe('true');
    expect(json.message.id).toBe(first.json.message.id);
  }
});

test('a larger plan counts at once', async () => {
  const account = await stack.createAccount({ plan: 'starter' });
  for (let sent = 0; sent < 3; sent++) await stack.send(account);
  expect((await stack.post(path, account.key, text)).json.code).toBe('cap_reached');
  await stack.core.admin.updateAccount({ accountId: account.id, plan: 'growth' });
  const { json } = await stack.send(account);
  expect(json.usage).toMatchObject({ plan: 'growth', texts_used: 4, texts_cap: 5, texts_remaining: 1 });
});

test('an account that never had a plan gets no_plan', async () => {
  const { key } = await stack.createAccount({ plan: '' });
  const { status, json } = await stack.post(path, key, text);
  expect([status, json.code]).toEqual([402, 'no_plan']);
});

test.each(['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'])(
  'a subscription that is %s is no_subscription',
  async (subscriptionStatus) => {
    const { id, key } = await stack.createAccount();
    await stack.core.admin.updateAccount({ accountId: id, subscriptionStatus });
    const { status, json } = await stack.post(path, key, text);
    expect([status, json.code]).toEqual([402, 'no_subscription']);
    const usage = await stack.get('/api/v1/usage', key);
    expect(usage.json).toMatchObject({
      can_send: false,
      reason: 'no_subscription',
      subscription_status: subscriptionStatus,
    });
  },
);

test.each(['active', 'trialing', 'past_due'])(
  'a subscription that is %s may send',
  async (subscriptionStatus) => {
    const account = await stack.createAccount();
    await stack.core.admin.updateAccount({ accountId: account.id, subscriptionStatus });
    const { json } = await stack.send(account);
    expect(json.usage).toMatchObject({
      can_send: true,
      reason: 'ok',
      subscription_status: subscriptionStatus,
    });
  },
);

test('an exempt account has no cap', async () => {
  const account = await stack.createAccount({ exempt: true, plan: '' });
  for (let sent = 0; sent < 6; sent++) await stack.send(account);
  const { json } = await stack.get('/api/v1/usage', account.key);
  expect(json).toMatchObject({ unlimited: true, texts_cap: null, texts_remaining: null, texts_used: 6 });
  expect(json).toMatchObject({ can_send: true, reason: 'ok', subscription_status: 'exempt' });
});

test.each([
  ['any route of an account without a device', false, undefined],
  ['route device of an account without a device', false, 'device'],
  ['route gateway while no carrier is configured', true, 'gateway'],
])('%s is no_route and costs nothing', async (_name, paired, route) => {
  const { key } = await stack.createAccount({ paired });
  const { status, json } = await stack.post(path, key, { ...text, ...(route && { route }) });
  expect([status, json.code]).toEqual([409, 'no_route']);
  expect((await stack.get('/api/v1/usage', key)).json).toMatchObject({ texts_used: 0 });
});

test('a unpaired device is no route any more, but an offline one is', async () => {
  const account = await stack.createAccount();
  await stack.send(account);
  await stack.core.admin.unpairDevice({ accountId: account.id, id: 1n });
  const { status, json } = await stack.post(path, account.key, text);
  expect([status, json.code]).toEqual([409, 'no_route']);
  expect((await stack.get('/api/v1/usage', account.key)).json).toMatchObject({
    can_send: false,
    reason: 'no_route',
  });
});

test('plan and quota are judged before the route', async () => {
  const { key } = await stack.createAccount({ plan: '', paired: false });
  expect((await stack.post(path, key, text)).json.code).toBe('no_plan');
  expect((await stack.get('/api/v1/usage', key)).json.reason).toBe('no_plan');
});

test('the form of a request is judged before plan and quota', async () => {
  const { key } = await stack.createAccount({ plan: '' });
  expect((await stack.post(path, key, { ...text, body: '' })).json.code).toBe('invalid_request');
  expect((await stack.post(path, key, { ...text, address: 'x' })).json.code).toBe('invalid_address');
});

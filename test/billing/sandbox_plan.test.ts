// Plan changes over REST with the sandbox as the payment provider: every row in the interface's table of outcomes,
// and the effect of the sandbox's page on an account.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction, SandboxCheckoutState } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, billing: { provider: 'sandbox' } });
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await service.end();
});

const changePlan = (account: TestAccount, plan: string) => stack.post('/api/v1/plan', account.key, { plan });
const usageOf = async (account: TestAccount) => (await stack.get('/api/v1/usage', account.key)).json;
const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const page = () => clientOf(PlanService, stack.core, undefined, during);
const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

async function openCheckout(account: TestAccount, plan: string): Promise<string> {
  const { status, json } = await changePlan(account, plan);
  expect([status, json.applied, json.changed, json.method]).toEqual([200, false, false, 'checkout']);
  expect(json.checkout_url).toMatch(/^http:\/\/texts\.example\/sandbox\/checkout\/[\w-]{43}$/);
  return idIn(json.checkout_url);
}

async function act(id: string, action: SandboxAction) {
  const { checkout, declined } = await page().actOnSandboxCheckout({ id, action });
  return { state: checkout?.state, declined };
}

/** An account with a live subscription of the sandbox. */
async function createSubscriber(
  plan: string,
  action: SandboxAction = SandboxAction.PAY,
): Promise<TestAccount> {
  const account = await stack.createAccount({ plan: '' });
  expect(await act(await openCheckout(account, plan), action)).toMatchObject({
    state: SandboxCheckoutState.PAID,
  });
  expect(await usageOf(account)).toMatchObject({ plan, subscription_status: 'active', can_send: true });
  return account;
}

const openCheckouts = async (account: TestAccount) =>
  (await sql`select id from sandbox_checkout where account_id = ${account.id} and state = 'open'`).map(
    ({ id }) => id,
  );

test('without a live subscription nothing changes until the checkout is paid', async () => {
  const account = await stack.createAccount({ plan: '' });
  const id = await openCheckout(account, 'growth');
  expect(await usageOf(account)).toMatchObject({ plan: null, can_send: false, reason: 'no_plan' });
  const { checkout } = await page().getSandboxCheckout({ id });
  expect(checkout).toMatchObject({ plan: 'growth', planName: 'Growth', priceCents: 2_900n, currency: 'usd' });
  expect(checkout?.state).toBe(SandboxCheckoutState.OPEN);
  expect(await act(id, SandboxAction.PAY)).toEqual({ state: SandboxCheckoutState.PAID, declined: false });
  expect(await usageOf(account)).toMatchObject({
    plan: 'growth',
    subscription_status: 'active',
    texts_cap: 2_500,
  });
});

test('a live subscription is switched in place, and the new cap holds at once', async () => {
  const account = await createSubscriber('starter');
  const { status, json } = await changePlan(account, 'pro');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    ok: true,
    plan: 'pro',
    applied: true,
    changed: true,
    method: 'subscription_updated',
  });
  expect(json.usage).toMatchObject({ plan: 'pro', texts_cap: 10_000 });
  expect(json).not.toHaveProperty('checkout_url');
  const back = await changePlan(account, 'starter');
  expect(back.json).toMatchObject({ applied: true, changed: true });
  expect(back.json.usage).toMatchObject({ plan: 'starter', texts_cap: 500 });
});

test('an account that is already on the plan gets that answer, and nothing is switched', async () => {
  const account = await createSubscriber('growth');
  const { json } = await changePlan(account, 'growth');
  expect(json).toMatchObject({ applied: true, changed: false, method: 'subscription_updated' });
});

test('a second request for the same plan gets the same checkout', async () => {
  const account = await stack.createAccount({ plan: '' });
  expect(await openCheckout(account, 'pro')).toBe(await openCheckout(account, 'pro'));
});

test('an account has at most one checkout that can be paid', async () => {
  const account = await stack.createAccount({ plan: '' });
  const first = await openCheckout(account, 'pro');
  const second = await openCheckout(account, 'starter');
  expect(second).not.toBe(first);
  expect(await openCheckouts(account)).toEqual([second]);
  expect(await act(first, SandboxAction.PAY)).toEqual({
    state: SandboxCheckoutState.EXPIRED,
    declined: false,
  });
  expect((await usageOf(account)).plan).toBeNull();
});

test('a new checkout replaces a canceled one', async () => {
  const account = await stack.createAccount({ plan: '' });
  const first = await openCheckout(account, 'pro');
  expect(await act(first, SandboxAction.CANCEL)).toEqual({
    state: SandboxCheckoutState.EXPIRED,
    declined: false,
  });
  expect(await openCheckout(account, 'pro')).not.toBe(first);
});

test('a declined card leaves the checkout open and the account as it is', async () => {
  const account = await stack.createAccount({ plan: '' });
  const id = await openCheckout(account, 'pro');
  expect(await act(id, SandboxAction.DECLINE)).toEqual({ state: SandboxCheckoutState.OPEN, declined: true });
  expect((await usageOf(account)).plan).toBeNull();
  expect(await act(id, SandboxAction.PAY)).toMatchObject({ state: SandboxCheckoutState.PAID });
  expect(await act(id, SandboxAction.DECLINE)).toEqual({ state: SandboxCheckoutState.PAID, declined: false });
});

test('a checkout expires after 24 hours, and is replaced shortly before', async () => {
  const account = await stack.createAccount({ plan: '' });
  const first = await openCheckout(account, 'pro');
  service.simulation.leap(24 * 3_600_000 - 60_000);
  const second = await openCheckout(account, 'pro');
  expect(second).not.toBe(first);
  service.simulation.leap('24 h');
  expect(await act(second, SandboxAction.PAY)).toMatchObject({ state: SandboxCheckoutState.EXPIRED });
  expect((await usageOf(account)).plan).toBeNull();
});

test('an upgrade whose charge is declined is payment_error and changes nothing; a downgrade needs no charge', async () => {
  const account = await createSubscriber('growth', SandboxAction.PAY_THEN_DECLINE);
  for (const _ of [1, 2]) {
    const { status, json } = await changePlan(account, 'pro');
    expect([status, json.code]).toEqual([502, 'payment_error']);
    expect(await usageOf(account)).toMatchObject({ plan: 'growth', texts_cap: 2_500, can_send: true });
  }
  expect((await changePlan(account, 'starter')).json).toMatchObject({ applied: true, changed: true });
});

test('a plan set by hand is kept until another one is paid, which replaces it', async () => {
  const account = await stack.createAccount({ plan: 'starter' });
  expect((await changePlan(account, 'starter')).json).toMatchObject({ applied: true, changed: false });
  const id = await openCheckout(account, 'pro');
  expect(await usageOf(account)).toMatchObject({ plan: 'starter', can_send: true });
  await act(id, SandboxAction.PAY);
  expect(await usageOf(account)).toMatchObject({ plan: 'pro', texts_cap: 10_000 });
});

test('when a subscription ends the account keeps its plan but may not send; it can buy a new one', async () => {
  const account = await createSubscriber('growth');
  await sql`update sandbox_subscription set status = 'canceled' where account_id = ${account.id}`;
  const id = await openCheckout(account, 'growth');
  expect(await usageOf(account)).toMatchObject({
    plan: 'growth',
    subscription_status: 'canceled',
    reason: 'no_subscription',
  });
  await act(id, SandboxAction.PAY);
  expect(await usageOf(account)).toMatchObject({
    plan: 'growth',
    subscription_status: 'active',
    can_send: true,
  });
});

test('a plan set by hand after a subscription ended stays', async () => {
  const account = await createSubscriber('growth');
  await sql`update sandbox_subscription set status = 'canceled' where account_id = ${account.id}`;
  await openCheckout(account, 'starter');
  await stack.core.admin.updateAccount({ accountId: account.id, plan: 'pro' });
  service.simulation.leap(3_600_001);
  await during(stack.core.sweepBilling());
  expect(await usageOf(account)).toMatchObject({ plan: 'pro', subscription_status: 'active' });
});

test('within an hour the sweep applies payments that no request and no page has applied', async () => {
  const account = await createSubscriber('growth');
  await sql`update sandbox_subscription set status = 'past_due', plan = 'starter' where account_id = ${account.id}`;
  service.simulation.leap(3_600_001);
  await during(stack.core.sweepBilling());
  expect(await usageOf(account)).toMatchObject({
    plan: 'starter',
    subscription_status: 'past_due',
    can_send: true,
  });
});

test('the page refuses other checkouts and other actions', async () => {
  for (const id of ['', 'x', 'x'.repeat(1_000), "'", randomUUID()]) {
    await expect(page().getSandboxCheckout({ id })).rejects.toThrow('checkout not found');
    await expect(page().actOnSandboxCheckout({ id, action: SandboxAction.PAY })).rejects.toThrow('not found');
  }
  const id = await openCheckout(await stack.createAccount({ plan: '' }), 'pro');
  for (const action of [SandboxAction.UNSPECIFIED, 99 as SandboxAction])
    await expect(page().actOnSandboxCheckout({ id, action })).rejects.toThrow('action must be');
});

test('an unknown plan and an exempt account are refused before the provider is asked', async () => {
  const { key } = await stack.createAccount({ exempt: true, plan: '' });
  const outcomes = [];
  for (const plan of ['free', 'pro']) {
    const { status, json } = await stack.post('/api/v1/plan', key, { plan });
    outcomes.push([status, json.code]);
  }
  expect(outcomes).toEqual([
    [400, 'unknown_plan'],
    [409, 'exempt_account'],
  ]);
});

test('events and pages of a provider that is not configured are not found', async () => {
  const none = await service.startCore();
  const id = 'x';
  await expect(clientOf(PlanService, none).getSandboxCheckout({ id })).rejects.toThrow('not found');
  for (const core of [none, stack.core])
    await expect(clientOf(PlanService, core).receiveEvent({})).rejects.toThrow('not found');
  await none.stop();
});

test('the operator sees plan changes and calls of the provider in the metrics', async () => {
  const { text } = await during(sendRequest(`http://127.0.0.1:${stack.core.ops.port}`, { path: '/metrics' }));
  for (const line of [
    'textrelay_core_plan_changes_total{outcome="switched"}',
    'textrelay_core_plan_changes_total{outcome="checkout"}',
    'textrelay_core_plan_changes_total{outcome="payment_error"}',
    'textrelay_core_billing_calls_total{call="update_subscription",outcome="declined"}',
  ])
    expect(text).toContain(line);
});

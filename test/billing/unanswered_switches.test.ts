// What became of a plan change is decided by what Stripe answered while its caller waited. Nothing is charged later for a change that
// nobody waits for any more, and a newer wish is the one that counts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { createIntentId } from '../../server/domain/plans/plan_intent.ts';
import { openInspector } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import { checkoutIn } from './stripe_settings.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
let sql: ReturnType<typeof openInspector>;
beforeAll(async () => {
  world = await startStripeWorld();
  sql = openInspector(world.stack.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await world.stop();
});
beforeEach(() => {
  world.fake.faults.clear();
  world.fake.calls.length = 0;
});

const update = { method: 'POST', path: '/v1/subscriptions/' } as const;
const held = (id: string) => world.fake.store.getSubscription(id);
const chargesOf = (subscriptionId: string) =>
  [...world.fake.store.invoices.values()].filter(
    ({ subscription, reason }) => subscription === subscriptionId && reason === 'subscription_update',
  );
const intents = (accountId: bigint) =>
  sql`select from billing where account_id = ${accountId} and intent_id is not null`;
/** Plays what the sweeps do in a day. */
async function aDay() {
  for (const duration of ['1 min', '2 min', '1 h', '22 h']) {
    world.simulation.leap(duration);
    for (const core of world.stack.cores.keys()) await world.sweep(core);
  }
}

describe.each([
  ['429', () => world.fake.faults.fail(429, { ...update, times: 50 })],
  ['503', () => world.fake.faults.fail(503, { ...update, times: 50 })],
  ['a dropped connection', () => world.fake.faults.dropBeforeApplying({ ...update, times: 50 })],
])('an upgrade that met %s', (_name, fail) => {
  test('is never charged, whether somebody asks again or not', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    fail();
    expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
    world.fake.faults.clear();
    await aDay();
    expect(await intents(accountId)).toHaveLength(0);
    expect(chargesOf(subscriptionId)).toEqual([]);
    expect(held(subscriptionId)).toMatchObject({ updates: 0 });
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  test('is replaced by a newer wish, which is the plan that the account has', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    fail();
    await world.refusalOf(world.changePlan(accountId, 'pro'));
    world.fake.faults.clear();
    expect(await world.changePlan(accountId, 'starter')).toMatchObject({ applied: true, changed: false });
    await aDay();
    expect(chargesOf(subscriptionId)).toEqual([]);
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
  });
});

test('an upgrade that Stripe limits is answered as not made, and leaves nothing under way', async () => {
  const { accountId } = await world.subscribe('starter');
  world.fake.faults.fail(429, { ...update, times: 50 });
  await world.refusalOf(world.changePlan(accountId, 'pro'));
  expect(await intents(accountId)).toHaveLength(0);
});

test('a request that is late on its way is refused when it arrives after its caller was answered', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  const late = world.fake.faults.holdArrival(update);
  expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
  await late.held;
  expect(await intents(accountId)).toHaveLength(0);
  expect(await world.changePlan(accountId, 'starter')).toMatchObject({ changed: false });
  late.release();
  await world.simulation.idle();
  const posts = world.fake.calls.filter(({ method }) => method === 'POST');
  expect(posts.map(({ status }) => status)).toContain(400);
  expect(held(subscriptionId)).toMatchObject({ updates: 0 });
  expect(chargesOf(subscriptionId)).toEqual([]);
});

test('a request that Stripe is still at work on is waited for, and what it comes to is what the account has', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  const slow = world.fake.faults.holdBeforeApplying(update);
  expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
  await slow.held;
  expect(await world.refusalOf(world.changePlan(accountId, 'starter'))).toBe(ErrorCode.UNAVAILABLE);
  slow.release();
  await world.simulation.idle();
  expect(held(subscriptionId).updates).toBe(1);
  await world.sweep();
  expect(await intents(accountId)).toHaveLength(0);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  expect(chargesOf(subscriptionId)).toHaveLength(1);
});

test('a core that is killed before it asked Stripe leaves a change that nobody makes', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  const nowMs = world.simulation.time.nowMs();
  await sql`update billing set intent_id = ${createIntentId('upgrade', nowMs, subscriptionId)}, intent_plan = 'pro',
    intent_holder = 'dead', intent_leased_until = ${new Date(nowMs - 1_000)} where account_id = ${accountId}`;
  await aDay();
  expect(await intents(accountId)).toHaveLength(0);
  expect(held(subscriptionId)).toMatchObject({ updates: 0 });
});

describe('a payment whose event is lost', () => {
  const events = () => world.fake.events;
  const comeBack = async (path: string) => {
    const asked = sendRequest(world.stack.gateways[0]?.url ?? '', { path });
    const { status, text } = await world.simulation.during(asked);
    expect([status, text]).toEqual([200, expect.stringContaining('payment')]);
  };

  test('counts within three minutes, by the list of what happened', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    world.fake.payCheckout(checkoutIn(checkoutUrl));
    events().pending = [];
    for (let sweeps = 0; sweeps < 6; sweeps++) {
      world.simulation.leap('30 s');
      await world.sweep();
    }
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('counts when its payer comes back', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    const id = checkoutIn(checkoutUrl);
    world.fake.payCheckout(id);
    events().pending = [];
    const { successUrl } = world.fake.store.getSession(id);
    const back = new URL(successUrl.replace('{CHECKOUT_SESSION_ID}', id));
    world.fake.calls.length = 0;
    for (const strange of ['cs_of_nobody', 'x'.repeat(300), '../etc'])
      await comeBack(`/billing/return?outcome=paid&checkout=${encodeURIComponent(strange)}`);
    expect(world.fake.calls).toEqual([]);
    await comeBack(`${back.pathname}${back.search}`);
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
  });
});

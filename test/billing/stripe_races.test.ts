// Two things at once, each held at an exact place: one subscription, one charge, one effect.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { openInspector } from '../support/database.ts';
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
const during = <T>(happening: Promise<T>) => world.simulation.during(happening);
const subscriptionsOf = (accountId: bigint) =>
  [...world.fake.store.subscriptions.values()].filter(
    ({ metadata, status }) => metadata.account_id === String(accountId) && status !== 'canceled',
  );
const openCheckoutsOf = (accountId: bigint) =>
  [...world.fake.store.sessions.values()].filter(
    ({ clientReferenceId, status }) => clientReferenceId === String(accountId) && status === 'open',
  );
const updateKeys = () =>
  new Set(world.fake.calls.filter(({ method }) => method === 'POST').map((call) => call.idempotencyKey));
/** Makes a plan change look as if its core had died. */
const endLease = (accountId: bigint) =>
  sql`update billing set intent_leased_until = intent_leased_until - interval '1 hour' where account_id = ${accountId}`;

test('a checkout that is paid while it is replaced becomes the subscription, which is then switched', async () => {
  const accountId = await world.createAccount();
  const { checkoutUrl: old } = await world.changePlan(accountId, 'starter');
  const hold = world.fake.faults.holdBeforeApplying({
    method: 'POST',
    path: `/v1/checkout/sessions/${checkoutIn(old)}/expire`,
  });
  const changing = world.beginChange(accountId, 'pro');
  await hold.held;
  world.fake.payCheckout(checkoutIn(old));
  hold.release();
  expect(await during(changing)).toMatchObject({ applied: true, changed: true });
  expect(subscriptionsOf(accountId)).toMatchObject([{ items: [{ price: 'price_pro' }], updates: 1 }]);
  expect(openCheckoutsOf(accountId)).toEqual([]);
  await world.deliver({ order: 'reversed', duplicate: 2 });
  expect(await world.usageOf(accountId)).toEqual({ plan: 'pro', status: 'active', cap: 10_000n });
});

test('a dead core’s call that is still under way at Stripe is waited for, and done once', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  world.fake.calls.length = 0;
  const hold = world.fake.faults.holdBeforeApplying(update);
  const first = world.beginChange(accountId, 'pro', 0);
  await hold.held;
  await endLease(accountId);
  const second = world.beginChange(accountId, 'pro', 1);
  await world.simulation.run('1 s');
  const posts = world.fake.calls.filter(({ method }) => method === 'POST');
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set([undefined, 400]));
  hold.release();
  const answers = await during(Promise.all([first, second]));
  for (const answer of answers) expect(answer).toMatchObject({ applied: true });
  expect(world.fake.store.getSubscription(subscriptionId).updates).toBe(1);
  expect(updateKeys().size).toBe(1);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
});

test('an upgrade whose outcome stays unknown for a day is looked up, and never charged again', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  world.fake.faults.dropAfterApplying({ ...update, times: 4 });
  expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
  world.simulation.leap('25 h');
  await world.sweep(1);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  expect(world.fake.store.getSubscription(subscriptionId).updates).toBe(1);
});

test('an upgrade that Stripe never saw is not made a day later, when nobody expects it', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  world.fake.faults.dropBeforeApplying({ ...update, times: 4 });
  expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
  world.simulation.leap('25 h');
  await world.sweep();
  const ended = await sql`select from billing where account_id = ${accountId} and intent_id is null`;
  expect(ended).toHaveLength(1);
  expect(world.fake.store.getSubscription(subscriptionId).updates).toBe(0);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
});

test('a failure that Stripe stores under the key ends the attempt, and the next request is a new one', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  world.fake.calls.length = 0;
  world.fake.faults.failWhileWorking(500, update);
  expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter' });
  const asked = world.fake.calls.filter(({ method }) => method === 'POST');
  expect(asked.map(({ status, isReplay }) => [status, isReplay])).toEqual([
    [500, false],
    [500, true],
  ]);
  expect(updateKeys().size).toBe(1);
  expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
  expect(updateKeys().size).toBe(2);
  expect(world.fake.store.getSubscription(subscriptionId).updates).toBe(1);
});

test('a subscription that is canceled while it is switched ends as canceled, and the next change is a checkout', async () => {
  const { accountId, subscriptionId } = await world.subscribe('starter');
  const hold = world.fake.faults.holdBeforeApplying(update);
  const changing = world.refusalOf(world.beginChange(accountId, 'pro'));
  await hold.held;
  world.fake.cancelSubscription(subscriptionId);
  hold.release();
  expect(await during(changing)).toBe(ErrorCode.PAYMENT_ERROR);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'canceled' });
  expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: false });
  expect(openCheckoutsOf(accountId)).toHaveLength(1);
});

test('an event that overtakes the answer of its own switch changes nothing about it', async () => {
  const { accountId } = await world.subscribe('starter');
  const hold = world.fake.faults.holdAnswer(update);
  const changing = world.beginChange(accountId, 'pro');
  await hold.held;
  const early = await world.deliver({ duplicate: 2 });
  for (const { outcome } of early) expect(outcome).toBe(200);
  expect(await world.usageOf(accountId)).toEqual({ plan: 'pro', status: 'active', cap: 10_000n });
  hold.release();
  expect(await during(changing)).toMatchObject({ applied: true, changed: true });
});

test('events that come over HTTP while Stripe fails are asked for again, and each account ends where its subscription is', async () => {
  const payers: { accountId: bigint; plan: string }[] = [];
  for (const plan of ['starter', 'growth', 'pro', 'growth', 'starter']) {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, plan);
    world.fake.payCheckout(checkoutIn(checkoutUrl));
    payers.push({ accountId, plan });
  }
  const lost = world.fake.events.pending.slice();
  world.fake.faults.fail(503, { times: 10_000 });
  const failing = world.deliver({ atOnce: true });
  for (const { outcome } of await failing) expect(outcome).toBe(503);
  world.fake.faults.clear();
  world.fake.events.pending = lost;
  const storm = await world.deliver({ order: 'reversed', duplicate: 3, atOnce: true });
  for (const { outcome } of storm) expect(outcome).toBe(200);
  expect(storm).toHaveLength(lost.length * 3);
  for (const { accountId, plan } of payers)
    expect(await world.usageOf(accountId)).toMatchObject({ plan, status: 'active' });
});

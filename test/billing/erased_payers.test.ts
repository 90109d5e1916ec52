// An account is erased only when nobody pays for it, or can pay for it later: Stripe is asked, what is stored is not believed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorOf } from '../support/core.ts';
import { checkoutIn } from './stripe_settings.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startStripeWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.fake.faults.clear());

const erase = (accountId: bigint) => world.stack.core.admin.eraseAccount({ accountId, name: 'Test' });
/** Asks for it likewise, and no time passes for it. */
const beginErasing = (accountId: bigint) =>
  operatorOf(world.stack.core).eraseAccount({ accountId, name: 'Test' });
const liveOf = (accountId: bigint) =>
  [...world.fake.store.subscriptions.values()].filter(
    ({ metadata, status }) => metadata.account_id === String(accountId) && status !== 'canceled',
  );

test.each(['active', 'past_due', 'unpaid', 'paused', 'incomplete'])(
  'an account with a subscription that is %s is not erased, and is once that has ended',
  async (status) => {
    const { accountId, subscriptionId } = await world.subscribe('growth');
    world.fake.setStatus(subscriptionId, status);
    await expect(erase(accountId)).rejects.toThrow(`is ${status}: end it first`);
    world.fake.cancelSubscription(subscriptionId);
    await erase(accountId);
    expect(liveOf(accountId)).toEqual([]);
  },
);

test('an account whose payment was made, though its event is lost, is not erased', async () => {
  const accountId = await world.createAccount();
  const { checkoutUrl } = await world.changePlan(accountId, 'growth');
  world.fake.payCheckout(checkoutIn(checkoutUrl));
  world.fake.events.pending = [];
  await expect(erase(accountId)).rejects.toThrow('is active: end it first');
});

test('a checkout that is open when its account is erased can’t be paid any more', async () => {
  const accountId = await world.createAccount();
  const { checkoutUrl } = await world.changePlan(accountId, 'growth');
  await erase(accountId);
  expect(() => world.fake.payCheckout(checkoutIn(checkoutUrl))).toThrow(/expired/);
  await expect(world.changePlan(accountId, 'growth')).rejects.toThrow(/account/);
  expect(liveOf(accountId)).toEqual([]);
});

test('a checkout that is paid while its account is being erased keeps the account', async () => {
  const accountId = await world.createAccount();
  const { checkoutUrl } = await world.changePlan(accountId, 'growth');
  const id = checkoutIn(checkoutUrl);
  const hold = world.fake.faults.holdBeforeApplying({
    method: 'POST',
    path: `/v1/checkout/sessions/${id}/expire`,
  });
  const erased = beginErasing(accountId).then(
    () => 'erased',
    (error: Error) => error.message,
  );
  await hold.held;
  world.fake.payCheckout(id);
  hold.release();
  expect(await world.simulation.during(erased)).toContain('is active: end it first');
});

test('a plan change that is under way keeps the account from being erased, and one that is erased gets no link', async () => {
  const accountId = await world.createAccount();
  const hold = world.fake.faults.holdAnswer({ method: 'POST', path: '/v1/checkout/sessions' });
  const change = world.beginChange(accountId, 'growth');
  await hold.held;
  await expect(beginErasing(accountId)).rejects.toThrow('a payment of the account is under way');
  hold.release();
  const { checkoutUrl } = await world.simulation.during(change);
  await erase(accountId);
  expect(() => world.fake.payCheckout(checkoutIn(checkoutUrl))).toThrow(/expired/);
});

test('while Stripe does not answer no account that it knows is erased', async () => {
  const { accountId, subscriptionId } = await world.subscribe('growth');
  world.fake.cancelSubscription(subscriptionId);
  world.fake.faults.fail(401, { times: 100 });
  await expect(erase(accountId)).rejects.toThrow('payment provider');
  world.fake.faults.clear();
  await erase(accountId);
});

// A Stripe customer may pay for other products and for other accounts: only what an account bought is its plan, and nothing else is
// written to.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { begin } from '../support/stripe_fake/charges.ts';
import { checkoutIn } from './stripe_settings.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startStripeWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.fake.faults.clear());

const held = (id: string) => world.fake.store.getSubscription(id);
const arrive = () => world.deliver();
/** What is sold under another product, and a subscription to it that is paid. */
function sellElsewhere(customer: string, metadata: Record<string, string> = {}, price = 'price_support') {
  world.fake.store.prices.set(price, 4_900);
  const sold = begin(world.fake.store, { customer, metadata, price });
  return sold.id;
}
const posts = () =>
  world.fake.calls.filter(({ method, path }) => method === 'POST' && path.includes('/subscriptions/'));

describe('another product’s subscription of the same customer', () => {
  test('is no plan, is never written to, and stays beside a checkout', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('pro');
    world.fake.cancelSubscription(subscriptionId);
    const support = sellElsewhere(customerId);
    const before = structuredClone(held(support));
    await arrive();
    await world.sweep();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'canceled' });
    world.fake.calls.length = 0;
    const { applied, checkoutUrl } = await world.changePlan(accountId, 'growth');
    expect([applied, checkoutUrl !== undefined]).toEqual([false, true]);
    expect(posts()).toEqual([]);
    world.fake.payCheckout(checkoutIn(checkoutUrl));
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
    expect(held(support)).toEqual(before);
  });

  test('is no plan either where its metadata happens to name the account, as its price is not one of ours', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('pro');
    world.fake.cancelSubscription(subscriptionId);
    sellElsewhere(customerId, { account_id: String(accountId) });
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ status: 'canceled' });
    expect((await world.changePlan(accountId, 'pro')).applied).toBe(false);
  });

  test('with one of our prices, for nobody or for what is no account, is no plan', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { account_id: '0' },
      { account_id: '99999999999999999999' },
      { account_id: 'x' },
    ];
    for (const metadata of wrong) {
      const { accountId, subscriptionId, customerId } = await world.subscribe('starter');
      world.fake.cancelSubscription(subscriptionId);
      begin(world.fake.store, { customer: customerId, metadata, price: 'price_pro' });
      await arrive();
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'canceled' });
    }
  });
});

test('two accounts of one customer each have the plan that was paid for them', async () => {
  const one = await world.subscribe('growth');
  const other = await world.createAccount();
  const metadata = { account_id: String(other) };
  begin(world.fake.store, { customer: one.customerId, metadata, price: 'price_pro' });
  await arrive();
  expect(await world.usageOf(other)).toMatchObject({ plan: 'pro', status: 'active' });
  expect(await world.usageOf(one.accountId)).toMatchObject({ plan: 'growth', status: 'active' });
  expect((await world.changePlan(other, 'starter')).applied).toBe(true);
  expect(held(one.subscriptionId).items).toMatchObject([{ price: 'price_growth' }]);
});

test('a subscription that is given to another account by its metadata is that one’s alone', async () => {
  const { accountId, subscriptionId } = await world.subscribe('growth');
  const other = await world.createAccount();
  held(subscriptionId).metadata = { account_id: String(other) };
  world.fake.setStatus(subscriptionId, 'active');
  await arrive();
  expect(await world.usageOf(other)).toMatchObject({ plan: 'growth', status: 'active' });
  expect(await world.usageOf(accountId)).toMatchObject({ status: 'canceled' });
});

test('a subscription whose metadata was cleared at Stripe stays the account’s that bought it', async () => {
  const { accountId, subscriptionId } = await world.subscribe('growth');
  held(subscriptionId).metadata = {};
  world.fake.setStatus(subscriptionId, 'active');
  await arrive();
  expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
  expect(held(subscriptionId).metadata).toEqual({ account_id: String(accountId) });
});

describe('items', () => {
  test('of another product stay as they are while the plan’s own is switched', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    world.fake.store.prices.set('price_support', 4_900);
    held(subscriptionId).items.unshift({ id: 'si_support', price: 'price_support' });
    expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
    expect(held(subscriptionId).items.map(({ price }) => price)).toEqual(['price_support', 'price_pro']);
  });

  test('that are gone, or of an unknown price, leave the plan as it is, and are not written to', async () => {
    for (const items of [[], [{ id: 'si_deal', price: 'price_deal' }]]) {
      const { accountId, subscriptionId } = await world.subscribe('growth');
      held(subscriptionId).items = [...items];
      world.fake.setStatus(subscriptionId, 'active');
      await arrive();
      world.fake.calls.length = 0;
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
      expect(await world.changePlan(accountId, 'growth')).toMatchObject({ applied: true, changed: false });
      expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
      expect(posts()).toEqual([]);
    }
  });

  test.each([
    ['is no longer sold', 'archived'],
    ['is of another currency', 'ofOtherCurrency'],
  ] as const)(
    'keep the plan where the price that is asked for %s, and nothing changes',
    async (_name, kind) => {
      const { accountId, subscriptionId } = await world.subscribe('growth');
      world.fake.store[kind].add('price_pro');
      try {
        expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
      } finally {
        world.fake.store[kind].clear();
      }
      expect(held(subscriptionId)).toMatchObject({ items: [{ price: 'price_growth' }], updates: 0 });
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
    },
  );

  test('whose price is no longer sold keep the plan, and can be switched away from it', async () => {
    const { accountId } = await world.subscribe('growth');
    world.fake.store.archived.add('price_growth');
    try {
      expect(await world.changePlan(accountId, 'growth')).toMatchObject({ applied: true, changed: false });
      expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
    } finally {
      world.fake.store.archived.clear();
    }
  });

  test('that cost nothing are a plan like any other', async () => {
    world.fake.store.prices.set('price_starter', 0);
    try {
      const { accountId, subscriptionId } = await world.subscribe('starter');
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
      expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
      expect(await world.changePlan(accountId, 'starter')).toMatchObject({ applied: true, changed: true });
      expect(held(subscriptionId).items).toMatchObject([{ price: 'price_starter' }]);
    } finally {
      world.fake.store.prices.set('price_starter', 900);
    }
  });
});

describe('a plan that was set by hand', () => {
  test('stays beside a subscription that is not paid, whatever its events say, until one is paid', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    world.fake.setStatus(subscriptionId, 'unpaid');
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'unpaid' });
    await world.stack.core.admin.updateAccount({ accountId, plan: 'pro' });
    world.fake.setStatus(subscriptionId, 'unpaid');
    await arrive();
    await world.sweep();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
    world.fake.setStatus(subscriptionId, 'active');
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
  });
});

test('an event that was signed rightly for what is gone changes nothing and is done', async () => {
  const { accountId, subscriptionId, customerId } = await world.subscribe('growth');
  world.fake.setStatus(subscriptionId, 'past_due');
  world.fake.store.subscriptions.delete(subscriptionId);
  world.fake.store.customers.delete(customerId);
  for (const { outcome } of await arrive()) expect(outcome).toBe(200);
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
});

// A subscription that is not paid, paused or incomplete may become live again: nobody is led to a second one beside it. Where a bank
// wants to ask the payer, or there is no card, the answer is a link.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { checkoutIn } from './stripe_settings.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startStripeWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.fake.faults.clear();
  world.fake.calls.length = 0;
});

const held = (id: string) => world.fake.store.getSubscription(id);
const arrive = () => world.deliver();
const subscriptionsOf = (accountId: bigint) =>
  [...world.fake.store.subscriptions.values()].filter(
    ({ metadata }) => metadata.account_id === String(accountId),
  );
const openCheckoutsOf = (accountId: bigint) =>
  [...world.fake.store.sessions.values()].filter(
    ({ clientReferenceId, status }) => clientReferenceId === String(accountId) && status === 'open',
  );

describe('a subscription that is not finished', () => {
  test('and has an open invoice leads to that invoice, whichever plan is asked for, and to no checkout', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('growth');
    world.fake.setCard(customerId, 'declined');
    const owed = world.fake.renew(subscriptionId);
    world.fake.setStatus(subscriptionId, 'unpaid');
    for (const plan of ['growth', 'pro']) {
      const answer = await world.changePlan(accountId, plan);
      expect(answer).toMatchObject({ applied: false, changed: false, plan });
      expect(answer.checkoutUrl).toBe(`https://invoice.example/i/${owed.id}`);
      expect(answer.detail).toContain('an earlier subscription is not paid');
    }
    expect(openCheckoutsOf(accountId)).toEqual([]);
    world.fake.setCard(customerId, 'ok');
    world.fake.setStatus(subscriptionId, 'active');
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
    expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
    expect(subscriptionsOf(accountId)).toHaveLength(1);
  });

  test.each(['paused', 'unpaid', 'incomplete'])(
    'and is %s without an open invoice leads to the portal',
    async (status) => {
      const { accountId, subscriptionId } = await world.subscribe('growth');
      world.fake.setStatus(subscriptionId, status);
      const { applied, checkoutUrl } = await world.changePlan(accountId, 'growth');
      expect([applied, checkoutUrl]).toEqual([false, expect.stringContaining('https://billing.example/')]);
      expect(subscriptionsOf(accountId)).toHaveLength(1);
    },
  );

  test('ends a checkout that was open before it', async () => {
    const { accountId, subscriptionId } = await world.subscribe('growth');
    world.fake.setStatus(subscriptionId, 'canceled');
    await arrive();
    await world.changePlan(accountId, 'pro');
    expect(openCheckoutsOf(accountId)).toHaveLength(1);
    const other = held(subscriptionId);
    Object.assign(other, { status: 'unpaid' });
    await world.changePlan(accountId, 'pro');
    expect(openCheckoutsOf(accountId)).toEqual([]);
  });

  test('and came from a checkout whose payment is on its way is followed until it is paid or over', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    const { subscription } = world.fake.payCheckout(checkoutIn(checkoutUrl));
    world.fake.setStatus(subscription as string, 'incomplete');
    world.fake.events.pending = [];
    expect((await world.changePlan(accountId, 'pro')).applied).toBe(false);
    expect(openCheckoutsOf(accountId)).toEqual([]);
    expect(await world.usageOf(accountId)).toEqual({ status: 'incomplete', cap: 0n });
    world.fake.setStatus(subscription as string, 'incomplete_expired');
    await arrive();
    const again = await world.changePlan(accountId, 'pro');
    expect(again.checkoutUrl).toContain('https://checkout.example/');
    world.fake.payCheckout(checkoutIn(again.checkoutUrl));
    await arrive();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  });
});

describe('an upgrade', () => {
  test.each(['needs_payer', 'none'] as const)(
    'with a card that is %s answers a page for this very switch, and changes nothing',
    async (card) => {
      const { accountId, subscriptionId, customerId } = await world.subscribe('starter');
      world.fake.setCard(customerId, card);
      const answer = await world.changePlan(accountId, 'pro');
      expect(answer).toMatchObject({ applied: false, changed: false });
      expect(answer.checkoutUrl).toMatch(/^https:\/\/billing\.example\/.*subscription_update_confirm$/);
      expect(held(subscriptionId)).toMatchObject({ updates: 0, items: [{ price: 'price_starter' }] });
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', status: 'active' });
      const page = world.fake.calls.findLast(({ path }) => path === '/v1/billing_portal/sessions');
      expect(page?.params).toMatchObject({
        customer: customerId,
        flow_data: {
          subscription_update_confirm: {
            subscription: subscriptionId,
            items: [{ price: 'price_pro', quantity: '1' }],
          },
        },
      });
      // What the payer confirms there comes as an event.
      held(subscriptionId).items = [{ id: 'si_1', price: 'price_pro' }];
      world.fake.setStatus(subscriptionId, 'active');
      await arrive();
      expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
    },
  );

  test('leads to the page for a card where the portal does not offer the switch, and is refused where it offers nothing', async () => {
    const { accountId, customerId } = await world.subscribe('starter');
    world.fake.setCard(customerId, 'none');
    const { portalFlows } = world.fake.store;
    portalFlows.delete('subscription_update_confirm');
    try {
      expect((await world.changePlan(accountId, 'pro')).checkoutUrl).toMatch(/payment_method_update$/);
      portalFlows.clear();
      expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
    } finally {
      for (const flow of ['subscription_update_confirm', 'payment_method_update']) portalFlows.add(flow);
    }
  });

  test('beside an end that the customer asked for says that the subscription still ends, and does not renew it', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    world.fake.cancelAtPeriodEnd(subscriptionId);
    const day = new Date(held(subscriptionId).periodEnd * 1_000).toISOString().slice(0, 10);
    for (const changed of [true, false]) {
      const answer = await world.changePlan(accountId, 'pro');
      expect(answer).toMatchObject({ applied: true, changed });
      expect(answer.detail).toContain(`still ends on ${day}`);
    }
    expect(held(subscriptionId).cancelAt).not.toBeNull();
  });
});

test('a suspended account is led to no payment, and may still switch to a cheaper plan', async () => {
  const { admin } = world.stack.core;
  const fresh = await world.createAccount();
  const { accountId } = await world.subscribe('pro');
  for (const id of [fresh, accountId]) await admin.suspendAccount({ accountId: id, reason: 'spam' });
  expect(await world.refusalOf(world.changePlan(fresh, 'pro'))).toBe(ErrorCode.ACCOUNT_SUSPENDED);
  expect(await world.changePlan(accountId, 'starter')).toMatchObject({ applied: true, changed: true });
});

// What plan changes cost: nobody pays twice for a day, a declined card costs nothing, and an account gets what it paid for.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { monthSeconds } from '../support/stripe_fake/charges.ts';
import { checkoutIn } from './stripe_settings.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startStripeWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.fake.faults.clear());

const invoicesOf = (subscriptionId: string) =>
  [...world.fake.store.invoices.values()].filter(({ subscription }) => subscription === subscriptionId);
const halfAMonth = () => world.simulation.leap((monthSeconds / 2) * 1_000);

describe('a switch', () => {
  test('upwards is charged at once, for what is left of the month', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    halfAMonth();
    await world.changePlan(accountId, 'pro');
    expect(invoicesOf(subscriptionId)).toMatchObject([
      { totalCents: 900, status: 'paid' },
      { totalCents: 4_500, status: 'paid', reason: 'subscription_update' },
    ]);
    expect(await world.usageOf(accountId)).toEqual({ plan: 'pro', status: 'active', cap: 10_000n });
  });

  test('downwards costs nothing and pays nothing back: it lowers the next invoice', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('growth');
    halfAMonth();
    await world.changePlan(accountId, 'starter');
    expect(invoicesOf(subscriptionId)).toHaveLength(1);
    expect(world.fake.store.getCustomer(customerId).balanceCents).toBe(0);
    expect(world.fake.renew(subscriptionId)).toMatchObject({ totalCents: 900 - 1_000, dueCents: 0 });
    expect(world.fake.renew(subscriptionId)).toMatchObject({ totalCents: 900, dueCents: 800 });
  });

  test('up, down and up again on one day is paid once', async () => {
    const { accountId, subscriptionId } = await world.subscribe('starter');
    for (const plan of ['pro', 'starter', 'pro']) await world.changePlan(accountId, plan);
    const paid = invoicesOf(subscriptionId).map(({ dueCents }) => dueCents);
    expect(paid).toEqual([900, 9_000, 0]);
  });

  test('a switch to the present plan only reads the state at Stripe', async () => {
    const { accountId } = await world.subscribe('growth');
    world.fake.calls.length = 0;
    expect(await world.changePlan(accountId, 'growth')).toMatchObject({ applied: true, changed: false });
    expect(new Set(world.fake.calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('upwards with a declined card costs nothing and leaves nothing at Stripe', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('starter');
    world.fake.setCard(customerId, 'declined');
    const made = world.fake.events.made.length;
    expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
    expect(invoicesOf(subscriptionId)).toHaveLength(1);
    expect(world.fake.store.getSubscription(subscriptionId)).toMatchObject({ status: 'active', updates: 0 });
    expect(world.fake.events.made.length).toBe(made);
    expect(await world.usageOf(accountId)).toEqual({ plan: 'starter', status: 'active', cap: 500n });
  });
});

describe('a payer', () => {
  test('a payer whose card is declined on the page gets the plan with another card on the same page', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    world.fake.payCheckout(checkoutIn(checkoutUrl), { card: 'declined' });
    expect((await world.changePlan(accountId, 'growth')).checkoutUrl).toBe(checkoutUrl);
    expect(await world.usageOf(accountId)).toEqual({ cap: 0n });
    world.fake.payCheckout(checkoutIn(checkoutUrl));
    await world.deliver();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('a payer whose card works once is refused the next upgrade, and gets it with a card that works', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl } = await world.changePlan(accountId, 'starter');
    const { customer } = world.fake.payCheckout(checkoutIn(checkoutUrl), { card: 'ok_then_declined' });
    expect(await world.refusalOf(world.changePlan(accountId, 'pro'))).toBe(ErrorCode.PAYMENT_ERROR);
    world.fake.setCard(customer as string, 'ok');
    expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
  });

  test('a payer whose next month is not paid may go on while Stripe tries again, and is active once it is paid', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('growth');
    world.fake.setCard(customerId, 'declined');
    world.fake.renew(subscriptionId);
    await world.deliver();
    expect(await world.usageOf(accountId)).toEqual({ plan: 'growth', status: 'past_due', cap: 2_500n });
    world.fake.setCard(customerId, 'ok');
    expect(await world.changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: true });
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('a payer who was deleted at Stripe can pay again, as a new customer', async () => {
    const { accountId, customerId } = await world.subscribe('growth');
    world.fake.deleteCustomer(customerId);
    await world.deliver();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'growth', status: 'canceled' });
    const { checkoutUrl } = await world.changePlan(accountId, 'pro');
    const paid = world.fake.payCheckout(checkoutIn(checkoutUrl));
    expect(paid.customer).not.toBe(customerId);
    await world.deliver();
    expect(await world.usageOf(accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('a payer who comes back after a subscription ended is the same customer at Stripe', async () => {
    const { accountId, subscriptionId, customerId } = await world.subscribe('growth');
    world.fake.cancelSubscription(subscriptionId);
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    expect(world.fake.payCheckout(checkoutIn(checkoutUrl)).customer).toBe(customerId);
  });

  test('a payer who leaves a checkout open for a day gets a new one, and the old one cannot be paid', async () => {
    const accountId = await world.createAccount();
    const { checkoutUrl: old } = await world.changePlan(accountId, 'growth');
    world.simulation.leap('24 h');
    const { checkoutUrl } = await world.changePlan(accountId, 'growth');
    expect(checkoutUrl).not.toBe(old);
    expect(() => world.fake.payCheckout(checkoutIn(old))).toThrow(/expired/);
    expect(world.fake.events.made.some(({ type }) => type === 'checkout.session.expired')).toBe(true);
    world.fake.payCheckout(checkoutIn(checkoutUrl));
  });
});

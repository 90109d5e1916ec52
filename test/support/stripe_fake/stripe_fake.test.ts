// The real library against the fake: what it remembers, refuses and charges is what Stripe would.
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { monthSeconds } from './charges.ts';
import { openLibrary, subscribe } from './library.ts';
import { type StripeFake, startStripeFake } from './stripe_fake.ts';

const { clock, run } = simulateEachTest();

let fake: StripeFake;
let stripe: Stripe;

beforeEach(async () => {
  fake = await startStripeFake({ clock });
  stripe = openLibrary(fake);
});
afterEach(() => fake.stop());

const failureOf = (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );
const invoices = () => [...fake.store.invoices.values()];
const eventTypes = () => fake.events.made.map(({ type }) => type);
const upgrade = {
  proration_behavior: 'always_invoice',
  payment_behavior: 'error_if_incomplete',
} as const;

describe('a checkout', () => {
  const asked: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: 'price_growth', quantity: 1 }],
    client_reference_id: '42',
    metadata: { a: '1' },
    subscription_data: { metadata: { account_id: '42' } },
    success_url: 'https://texts.example/paid',
  };

  test('a checkout that is paid becomes a subscription with its metadata, a customer and a paid invoice', async () => {
    const session = await stripe.checkout.sessions.create(asked);
    expect(session).toMatchObject({ status: 'open', customer: null, client_reference_id: '42' });
    expect(session.url).toMatch(/^https:/);
    fake.payCheckout(session.id);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const held = await stripe.subscriptions.retrieve(String(paid.subscription));
    expect(held).toMatchObject({ status: 'active', customer: paid.customer, metadata: { account_id: '42' } });
    expect(held.items.data[0]).toMatchObject({ price: { id: 'price_growth', unit_amount: 2_900 } });
    expect(invoices()).toMatchObject([{ status: 'paid', dueCents: 2_900, reason: 'subscription_create' }]);
    expect(eventTypes().sort()).toEqual([
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
    ]);
  });

  test('a checkout stays open when the card is declined', async () => {
    const { id } = await stripe.checkout.sessions.create(asked);
    fake.payCheckout(id, { card: 'declined' });
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    expect(eventTypes()).toEqual([]);
    fake.payCheckout(id);
    expect(() => fake.payCheckout(id)).toThrow(/complete/);
  });

  test('a checkout ends after 24 hours, when it is expired, and not twice', async () => {
    const [late, given] = [
      await stripe.checkout.sessions.create(asked),
      await stripe.checkout.sessions.create(asked),
    ];
    expect((await stripe.checkout.sessions.expire(given.id)).status).toBe('expired');
    expect((await failureOf(stripe.checkout.sessions.expire(given.id))).statusCode).toBe(400);
    await run(24 * 3_600_000);
    expect((await stripe.checkout.sessions.retrieve(late.id)).status).toBe('expired');
    expect(() => fake.payCheckout(late.id)).toThrow(/expired/);
    expect(eventTypes()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  });

  test('a checkout lists by customer and status', async () => {
    const customer = (await stripe.customers.create({ email: 'a@texts.example' })).id;
    const mine = await stripe.checkout.sessions.create({ ...asked, customer });
    await stripe.checkout.sessions.create(asked);
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open' });
    expect(data.map(({ id }) => id)).toEqual([mine.id]);
  });
});

describe('a switch', () => {
  test('upwards is invoiced at once for the rest of the month', async () => {
    const held = await subscribe(fake, stripe, 'price_starter');
    await run((monthSeconds / 2) * 1_000);
    const items = [{ id: held.items.data[0]?.id as string, price: 'price_pro' }];
    const after = await stripe.subscriptions.update(held.id, { items, ...upgrade, metadata: { note: 'x' } });
    expect(after.items.data).toMatchObject([{ price: { id: 'price_pro' } }]);
    expect(after.metadata).toEqual({ account_id: '42', note: 'x' });
    expect(invoices().at(-1)).toMatchObject({ totalCents: 4_500, status: 'paid' });
  });

  test('upwards with a declined card is refused as a whole, if that was asked for', async () => {
    const held = await subscribe(fake, stripe, 'price_starter');
    fake.setCard(String(held.customer), 'declined');
    const items = [{ id: held.items.data[0]?.id as string, price: 'price_pro' }];
    const before = fake.events.made.length;
    const failure = await failureOf(
      stripe.subscriptions.update(held.id, { items, ...upgrade, metadata: { note: 'x' } }),
    );
    expect(failure).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(failure).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    expect(await stripe.subscriptions.retrieve(held.id)).toMatchObject({
      status: 'active',
      metadata: { account_id: '42' },
      items: { data: [{ price: { id: 'price_starter' } }] },
    });
    expect([fake.events.made.length, invoices().length]).toEqual([before, 1]);
  });

  test('upwards with a declined card is done and past due, if that was not asked for', async () => {
    const held = await subscribe(fake, stripe, 'price_starter');
    fake.setCard(String(held.customer), 'declined');
    const items = [{ id: held.items.data[0]?.id as string, price: 'price_pro' }];
    const after = await stripe.subscriptions.update(held.id, { items, proration_behavior: 'always_invoice' });
    expect(after).toMatchObject({ status: 'past_due', items: { data: [{ price: { id: 'price_pro' } }] } });
    expect(eventTypes().slice(-2)).toEqual(['invoice.payment_failed', 'customer.subscription.updated']);
  });

  test('downwards is a credit on the next invoice, which a declined card does not hinder', async () => {
    const held = await subscribe(fake, stripe, 'price_pro');
    fake.setCard(String(held.customer), 'declined');
    const items = [{ id: held.items.data[0]?.id as string, price: 'price_starter' }];
    await stripe.subscriptions.update(held.id, { items, proration_behavior: 'create_prorations' });
    expect(invoices()).toHaveLength(1);
    expect(fake.store.getSubscription(held.id).pendingCents).toBe(900 - 9_900);
    const next = fake.renew(held.id);
    expect(next).toMatchObject({ status: 'paid', totalCents: 900 - 9_000, dueCents: 0 });
    expect((await stripe.customers.retrieve(String(held.customer))).lastResponse.statusCode).toBe(200);
    expect(fake.store.getCustomer(String(held.customer)).balanceCents).toBe(900 - 9_000);
  });

  test('a switch without the id of its item adds a second one', async () => {
    const held = await subscribe(fake, stripe, 'price_starter');
    const after = await stripe.subscriptions.update(held.id, { items: [{ price: 'price_pro' }] });
    expect(after.items.data).toHaveLength(2);
  });
});

test('a renewal with a declined card leaves the subscription past due, and a paid one makes it active', async () => {
  const held = await subscribe(fake, stripe, 'price_growth');
  fake.setCard(String(held.customer), 'declined');
  fake.renew(held.id);
  expect((await stripe.subscriptions.retrieve(held.id)).status).toBe('past_due');
  fake.setCard(String(held.customer), 'ok');
  fake.renew(held.id);
  expect((await stripe.subscriptions.retrieve(held.id)).status).toBe('active');
});

test('subscriptions are listed newest first, without the canceled ones unless they are asked for', async () => {
  const first = await subscribe(fake, stripe, 'price_starter');
  const customer = String(first.customer);
  const second = await subscribe(fake, stripe, 'price_pro', customer);
  const third = await subscribe(fake, stripe, 'price_growth', customer);
  await subscribe(fake, stripe, 'price_growth');
  expect((await stripe.subscriptions.cancel(second.id)).status).toBe('canceled');
  const idsOf = async (more: Stripe.SubscriptionListParams) =>
    (await stripe.subscriptions.list({ customer, ...more }).autoPagingToArray({ limit: 100 })).map(
      ({ id }) => id,
    );
  expect(await idsOf({ limit: 1 })).toEqual([third.id, first.id]);
  expect(await idsOf({ status: 'all', limit: 2 })).toEqual([third.id, second.id, first.id]);
  expect(await idsOf({ status: 'ended' })).toEqual([second.id]);
});

describe('what Stripe refuses', () => {
  test('a wrong key', async () => {
    const wrong = openLibrary(fake, { secretKey: 'sk_test_wrong' });
    expect(await failureOf(wrong.customers.create())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(fake.store.customers.size).toBe(0);
  });

  test('things that are not there', async () => {
    const missing = { code: 'resource_missing', type: 'StripeInvalidRequestError' };
    const readings: [Promise<unknown>, number][] = [
      [stripe.customers.retrieve('cus_none'), 404],
      [stripe.subscriptions.retrieve('sub_none'), 404],
      [stripe.checkout.sessions.retrieve('cs_none'), 404],
      [stripe.subscriptions.update('sub_none', {}), 404],
      [stripe.checkout.sessions.create({ mode: 'subscription', line_items: [{ price: 'price_none' }] }), 400],
    ];
    for (const [reading, statusCode] of readings)
      expect(await failureOf(reading)).toMatchObject({ ...missing, statusCode });
    const held = await subscribe(fake, stripe, 'price_growth');
    const customer = String(held.customer);
    fake.deleteCustomer(customer);
    const gone = await failureOf(
      stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: 'price_growth' }],
        customer,
        success_url: 'https://texts.example',
      }),
    );
    expect(gone).toMatchObject({ ...missing, statusCode: 400, param: 'customer' });
    expect((await stripe.subscriptions.retrieve(held.id)).status).toBe('canceled');
  });

  test('a change of what is canceled, a parameter of its own invention, a price twice', async () => {
    const held = await subscribe(fake, stripe, 'price_growth');
    const invented = { prorate_behaviour: 'none' } as Stripe.SubscriptionUpdateParams;
    expect(await failureOf(stripe.subscriptions.update(held.id, invented))).toMatchObject({
      code: 'parameter_unknown',
      param: 'prorate_behaviour',
    });
    const twice = { items: [{ price: 'price_growth' }] };
    expect(await failureOf(stripe.subscriptions.update(held.id, twice))).toMatchObject({ statusCode: 400 });
    fake.cancelSubscription(held.id);
    expect(await failureOf(stripe.subscriptions.update(held.id, {}))).toMatchObject({ statusCode: 400 });
    expect(await failureOf(stripe.subscriptions.cancel(held.id))).toMatchObject({ statusCode: 404 });
  });
});

test('every request is written down, with an id that its answer carries', async () => {
  const { lastResponse } = await stripe.customers.create(
    { metadata: { account_id: '7' } },
    { idempotencyKey: 'key-1' },
  );
  expect(fake.calls).toMatchObject([
    {
      method: 'POST',
      path: '/v1/customers',
      idempotencyKey: 'key-1',
      params: { metadata: { account_id: '7' } },
      status: 200,
      isReplay: false,
      requestId: lastResponse.requestId,
    },
  ]);
});

test('the portal opens for a customer that there is, and a subscription that ends with its period says when', async () => {
  const held = await subscribe(fake, stripe, 'price_growth');
  const customer = String(held.customer);
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://texts.example',
  });
  expect(session).toMatchObject({
    customer,
    return_url: 'https://texts.example',
    object: 'billing_portal.session',
  });
  expect(session.url).toMatch(/^https:/);
  const missing = await failureOf(stripe.billingPortal.sessions.create({ customer: 'cus_none' }));
  expect([missing.code, missing.param]).toEqual(['resource_missing', 'customer']);
  fake.cancelAtPeriodEnd(held.id);
  const ending = await stripe.subscriptions.retrieve(held.id);
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
});

import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { InvalidEvent } from './provider.ts';
import { StripeProvider } from './stripe.ts';
import { type ScriptedStripe, startScriptedStripe } from './testing/scripted_stripe.ts';
import {
  newCheckout,
  ok,
  refused,
  sampleSettings,
  session,
  subscription,
  upgrade,
  webhookSecret,
} from './testing/stripe_samples.ts';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.stop());

const open = (timeoutMs = 2_000, clock: Clock = systemClock) =>
  new StripeProvider({ ...sampleSettings, apiUrl: stripe.url, timeoutMs, clock, onCall: () => undefined });

describe('what Stripe is asked', () => {
  test('an upgrade is charged at once, or refused as a whole', async () => {
    stripe.answer(ok(subscription()));
    await open().switchSubscription(upgrade);
    const [, asked] = stripe.asked;
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/subscriptions/sub_1',
      idempotencyKey: upgrade.key,
    });
    expect(asked?.fields).toEqual({
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_p',
      'metadata[account_id]': '42',
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
  });

  test('a downgrade lowers the next invoices', async () => {
    stripe.answer(ok(subscription()));
    await open().switchSubscription({ ...upgrade, isUpgrade: false });
    expect(stripe.asked[1]?.fields).toMatchObject({ proration_behavior: 'create_prorations' });
    expect(stripe.asked[1]?.fields).not.toHaveProperty('payment_behavior');
  });

  test('a subscription that is on the price already is not switched', async () => {
    stripe.answer(ok(subscription()));
    await open().switchSubscription({ ...upgrade, plan: 'starter' });
    expect(stripe.asked.map(({ method }) => method)).toEqual(['GET']);
  });

  test('a checkout names the account wherever Stripe may speak of it', async () => {
    stripe.answer(ok(session()));
    expect(await open().openCheckout(newCheckout)).toEqual({
      id: 'cs_1',
      url: 'https://checkout.example/cs_1',
      expiresAtMs: 1_800_000_000_000,
    });
    expect(stripe.asked[0]).toMatchObject({ path: '/v1/checkout/sessions', idempotencyKey: newCheckout.key });
    expect(stripe.asked[0]?.fields).toEqual({
      mode: 'subscription',
      'line_items[0][price]': 'price_g',
      'line_items[0][quantity]': '1',
      client_reference_id: '42',
      'metadata[account_id]': '42',
      'subscription_data[metadata][account_id]': '42',
      success_url: 'https://texts.example/billing/return?outcome=paid&checkout={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://texts.example/billing/return?outcome=canceled',
    });
  });

  test('the portal is opened for the customer and leads back to the plan of their account', async () => {
    stripe.answer(ok({ id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.example/p/1' }));
    expect(await open().openPortal('cus_1', 42n)).toBe('https://billing.example/p/1');
    expect(stripe.asked[0]).toMatchObject({
      path: '/v1/billing_portal/sessions',
      fields: { customer: 'cus_1', return_url: 'https://texts.example/accounts/42/billing' },
    });
  });

  test('a customer who was deleted at Stripe is no reason to turn a payer away', async () => {
    const gone = refused(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' });
    stripe.answer(gone, ok(session()));
    await open().openCheckout({ ...newCheckout, customerId: 'cus_gone' });
    expect(stripe.asked.map(({ fields, idempotencyKey }) => [fields.customer, idempotencyKey])).toEqual([
      ['cus_gone', newCheckout.key],
      [undefined, `${newCheckout.key}.new`],
    ]);
  });

  test('a checkout that was paid while it was being expired is complete', async () => {
    const paid = session({ status: 'complete', subscription: 'sub_1', customer: { id: 'cus_1' } });
    stripe.answer(ok(session()), refused(400, { type: 'invalid_request_error' }), ok(paid));
    expect(await open().expireCheckout('cs_1')).toEqual({
      state: 'complete',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
  });
});

describe('what Stripe answers', () => {
  test('a price that is none of ours stands for no plan', async () => {
    stripe.answer(ok(subscription({ items: { data: [{ id: 'si_1', price: { id: 'price_x' } }] } })));
    expect(await open().retrieveSubscription('sub_1')).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      accountId: 42n,
      plan: null,
      status: 'active',
      endsAtMs: null,
    });
  });

  test('what Stripe does not know is not there', async () => {
    stripe.answer(refused(404, { type: 'invalid_request_error', code: 'resource_missing' }));
    expect(await open().retrieveSubscription('sub_1')).toBeUndefined();
    expect(await open().readCheckout('cs_1')).toEqual({ state: 'expired' });
    expect(await open().listSubscriptions({ accountId: 42n, customerId: 'cus_1' })).toEqual([]);
  });

  test('a customer’s subscriptions that name the account are found, newest first, and nobody else’s', async () => {
    const listed = [
      subscription({ id: 'sub_other', metadata: { account_id: '43' }, created: 9 }),
      subscription({ id: 'sub_foreign', metadata: {}, created: 7 }),
      subscription({ id: 'sub_odd', metadata: { account_id: '42.0' }, created: 6 }),
      subscription({ id: 'sub_ended', status: 'incomplete_expired', created: 5 }),
    ];
    const more = [
      subscription({ id: 'sub_old', created: 1 }),
      subscription({ id: 'sub_new', status: 'past_due', created: 2 }),
      subscription({ id: 'sub_unpaid', status: 'unpaid', created: 3 }),
    ];
    const list = (data: object[], has_more: boolean) =>
      ok({ object: 'list', url: '/v1/subscriptions', data, has_more });
    stripe.answer(list(listed, true), list(more, false));
    const found = await open().listSubscriptions({ accountId: 42n, customerId: 'cus_1' });
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      ['sub_unpaid', 'unpaid'],
      ['sub_new', 'past_due'],
      ['sub_old', 'active'],
    ]);
    expect(await open().listSubscriptions({ accountId: 42n, customerId: null })).toEqual([]);
  });

  test('the item of a configured price is the plan’s, of several the largest plan’s, and nothing else is written to', async () => {
    const item = (id: string, price: string) => ({ id, price: { id: price } });
    const items = (...data: object[]) => subscription({ items: { object: 'list', data } });
    stripe.answer(ok(items(item('si_x', 'price_x'), item('si_s', 'price_s'), item('si_p', 'price_p_old'))));
    expect(await open().retrieveSubscription('sub_1')).toMatchObject({ plan: 'pro' });
    await open().switchSubscription({ ...upgrade, plan: 'growth', isUpgrade: false });
    expect(stripe.asked.at(-1)?.fields).toMatchObject({
      'items[0][id]': 'si_p',
      'items[0][price]': 'price_g',
    });
    for (const nothing of [items(), items(item('si_x', 'price_x'))]) {
      stripe.answer(ok(nothing));
      await expect(open().switchSubscription(upgrade)).rejects.toMatchObject({ kind: 'rejected' });
      expect(stripe.asked.map(({ method }) => method)).toEqual(['GET']);
    }
  });

  test('who pays an older price of a plan is on it, and is not switched to the one for sale', async () => {
    stripe.answer(ok(subscription({ items: { data: [{ id: 'si_1', price: { id: 'price_p_old' } }] } })));
    await open().switchSubscription(upgrade);
    expect(stripe.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('an event', () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    data: {
      object: { object: 'subscription', id: 'sub_1', customer: 'cus_1', metadata: { account_id: '42' } },
    },
  });
  const nowSeconds = 1_773_144_000;
  const clock: Clock = { ...systemClock, nowMs: () => nowSeconds * 1000 };
  const sign = (timestamp = nowSeconds, secret = webhookSecret) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const read = (signature: string, body = payload) =>
    open(1_000, clock).readEvent?.(Buffer.from(body), signature);

  test('an event with a signature of ours says where to look', () => {
    expect(read(sign())).toMatchObject({ eventId: 'evt_1', accountId: 42n, subscriptionId: 'sub_1' });
    expect(read(sign(nowSeconds - 300))).toBeDefined();
  });

  test.each([
    ['no signature', ''],
    ['a signature of words', 't=1,v1=words'],
    ['a signature of another secret', sign(nowSeconds, 'whsec_other')],
    ['a signature that is too old', sign(nowSeconds - 301)],
  ])('an event with %s is refused', (_name, signature) => {
    expect(() => read(signature)).toThrow(InvalidEvent);
  });

  test('an event that was changed by one byte is refused', () => {
    expect(() => read(sign(), payload.replace('sub_1', 'sub_2'))).toThrow(InvalidEvent);
    expect(() => read(sign(), `${payload} `)).toThrow(InvalidEvent);
  });
});

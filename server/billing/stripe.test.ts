import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { InvalidEvent, ProviderFailure } from './provider.ts';
import { StripeProvider } from './stripe.ts';
import { type ScriptedStripe, type StripeAnswer, startScriptedStripe } from './testing/scripted_stripe.ts';

const prices = [
  { plan: 'starter', price: 'price_s' },
  { plan: 'growth', price: 'price_g' },
  { plan: 'pro', price: 'price_p' },
  { plan: 'pro', price: 'price_p_old' },
];
const secretKey = 'sk_test_canary4711';
const webhookSecret = 'whsec_canary4712';
const calls: string[] = [];
let stripe: ScriptedStripe;

beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.stop());

const settings = (timeoutMs = 2_000, clock = systemClock) => ({
  secretKey,
  webhookSecret,
  prices,
  downgradeCredit: 'always' as const,
  apiUrl: stripe.url,
  timeoutMs,
  publicUrl: 'https://texts.example',
  clock,
  onCall: (call: string, outcome: string) => calls.push(`${call} ${outcome}`),
});
const open = (timeoutMs?: number, clock?: Clock) => new StripeProvider(settings(timeoutMs, clock));

const subscription = (fields: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  customer: 'cus_1',
  created: 1,
  metadata: { account_id: '42' },
  items: { object: 'list', data: [{ id: 'si_1', price: { id: 'price_s' } }] },
  ...fields,
});
const session = (fields: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  url: 'https://checkout.example/cs_1',
  expires_at: 1_800_000_000,
  customer: null,
  subscription: null,
  ...fields,
});
const ok = (body: unknown): StripeAnswer => ({ status: 200, body });
const refused = (status: number, error: object = {}, headers = {}): StripeAnswer => ({
  status,
  body: { error: { message: `Invalid API Key provided: ${secretKey}`, ...error } },
  headers,
});

const upgrade = {
  accountId: 42n,
  subscriptionId: 'sub_1',
  plan: 'pro',
  isUpgrade: true,
  isCredited: true,
  key: 'upgrade.sub_1.x',
};
const newCheckout = { accountId: 42n, plan: 'growth', customerId: null, key: 'checkout..x' };

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
      fields: { customer: 'cus_1', return_url: 'https://texts.example/accounts/42/plan' },
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

describe('what goes wrong', () => {
  const failureOf = async (work: Promise<unknown>): Promise<ProviderFailure> => {
    const failure = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(String((failure as Error).message)).not.toMatch(/canary/);
    return failure as ProviderFailure;
  };

  test.each([
    ['a card that is declined', refused(402, { type: 'card_error', code: 'card_declined' }), 'declined', 1],
    ['a key that is refused', refused(401, { type: 'invalid_request_error' }), 'misconfigured', 1],
    ['a key that may not do it', refused(403, { type: 'invalid_request_error' }), 'misconfigured', 1],
    ['a request that is refused', refused(400, { type: 'invalid_request_error' }), 'rejected', 1],
    ['a key that was used for something else', refused(400, { type: 'idempotency_error' }), 'rejected', 1],
    ['a limit that stays', refused(429, { code: 'rate_limit' }), 'unreached', 3],
    [
      'a bank that wants to ask the payer',
      refused(402, { type: 'card_error', code: 'subscription_payment_intent_requires_action' }),
      'payer_needed',
      1,
    ],
    [
      'a customer without a card',
      refused(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'This customer has no attached payment source or default payment method.',
      }),
      'payer_needed',
      1,
    ],
    ['a failure that stays', refused(500, { type: 'api_error' }), 'failed', 3],
    [
      'a failure that need not be repeated',
      refused(503, {}, { 'stripe-should-retry': 'false' }),
      'failed',
      1,
    ],
    [
      'a failure that is kept under the key',
      refused(500, {}, { 'idempotent-replayed': 'true' }),
      'rejected',
      1,
    ],
    ['an answer that is no JSON', { status: 200, body: undefined } as StripeAnswer, 'failed', 1],
    ['a connection that closes, again and again', 'drop' as StripeAnswer, 'failed', 2],
  ])('%s', async (_name, answer, kind, times) => {
    stripe.answer(answer);
    expect((await failureOf(open().openCheckout(newCheckout))).kind).toBe(kind);
    expect(stripe.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array(times).fill(newCheckout.key),
    );
    expect(calls.at(-1)).toBe(`open_checkout ${kind}`);
  });

  test.each([
    ['a call that is in flight under the same key', refused(409, { code: 'idempotency_key_in_use' })],
    ['a limit', refused(429, { code: 'rate_limit' })],
    ['a failure', refused(503)],
    ['a closed connection', 'drop' as StripeAnswer],
  ])('%s is repeated under its key until there is an answer', async (_name, answer) => {
    stripe.answer(answer, ok(session()));
    expect(await open().openCheckout(newCheckout)).toMatchObject({ id: 'cs_1' });
    expect(stripe.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      newCheckout.key,
      newCheckout.key,
    ]);
    expect(calls.at(-1)).toBe('open_checkout ok');
  });

  test.each([
    ['a failure', refused(500, { type: 'api_error' })],
    ['a closed connection', 'drop' as StripeAnswer],
  ])('%s before a limit leaves unknown what became of the call', async (_name, first) => {
    stripe.answer(first, refused(429, { code: 'rate_limit' }));
    expect((await failureOf(open().openCheckout(newCheckout))).kind).toBe('failed');
  });

  test('a connection that is refused means that nothing was done', async () => {
    const gone = await startScriptedStripe();
    await gone.stop();
    const provider = new StripeProvider({ ...settings(), apiUrl: gone.url });
    expect((await failureOf(provider.openCheckout(newCheckout))).kind).toBe('unreached');
  });

  test('the asking for a switch ends when its key is used up, by us or by the switch', async () => {
    const inUse = refused(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    for (const [answer, isEnded] of [
      [ok(subscription()), true],
      [refused(404), true],
      [refused(500, {}, { 'idempotent-replayed': 'true' }), true],
      [refused(400, { type: 'idempotency_error' }), false],
    ] as const) {
      stripe.answer(answer);
      expect(await open().endSwitch(upgrade)).toBe(isEnded);
      expect(stripe.asked).toMatchObject([
        {
          path: '/v1/subscriptions/sub_1',
          idempotencyKey: upgrade.key,
          fields: { 'metadata[account_id]': '42' },
        },
      ]);
    }
    stripe.answer(inUse);
    expect(await open(500).endSwitch(upgrade)).toBe(false);
    stripe.answer(refused(429));
    expect((await failureOf(open(500).endSwitch(upgrade))).kind).toBe('unreached');
  });

  test('silence ends with the time limit, once', async () => {
    stripe.answer('silent');
    expect((await failureOf(open(100).openCheckout(newCheckout))).kind).toBe('failed');
    expect(stripe.asked).toHaveLength(1);
  });

  test('repeats end with the time limit', async () => {
    stripe.answer(refused(409, { code: 'idempotency_key_in_use' }));
    expect((await failureOf(open(500).openCheckout(newCheckout))).kind).toBe('failed');
    expect(stripe.asked.length).toBeLessThan(4);
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
  const clock = new ManualClock();
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
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

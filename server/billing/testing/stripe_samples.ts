// What Stripe answers in tests, and what it is asked.
import type { StripeAnswer } from './scripted_stripe.ts';

export const secretKey = 'sk_test_canary4711';
export const webhookSecret = 'whsec_canary4712';

/** A provider's settings, with two prices of one plan. */
export const sampleSettings = {
  secretKey,
  webhookSecret,
  prices: [
    { plan: 'starter', price: 'price_s' },
    { plan: 'growth', price: 'price_g' },
    { plan: 'pro', price: 'price_p' },
    { plan: 'pro', price: 'price_p_old' },
  ],
  downgradeCredit: 'always' as const,
  publicUrl: 'https://texts.example',
};

export const subscription = (fields: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  customer: 'cus_1',
  created: 1,
  metadata: { account_id: '42' },
  items: { object: 'list', data: [{ id: 'si_1', price: { id: 'price_s' } }] },
  ...fields,
});

export const session = (fields: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  url: 'https://checkout.example/cs_1',
  expires_at: 1_800_000_000,
  customer: null,
  subscription: null,
  ...fields,
});

export const ok = (body: unknown): StripeAnswer => ({ status: 200, body });

/** A refusal, which quotes the key as Stripe does. */
export const refused = (status: number, error: object = {}, headers = {}): StripeAnswer => ({
  status,
  body: { error: { message: `Invalid API Key provided: ${secretKey}`, ...error } },
  headers,
});

export const upgrade = {
  accountId: 42n,
  subscriptionId: 'sub_1',
  plan: 'pro',
  isUpgrade: true,
  isCredited: true,
  key: 'upgrade.sub_1.x',
};

export const newCheckout = { accountId: 42n, plan: 'growth', customerId: null, key: 'checkout..x' };

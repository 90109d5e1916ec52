// Configures a core with the Stripe fake, and reads its links.
import type { BillingSettings } from '../../server/billing/settings.ts';
import type { StripeFake } from '../support/stripe_fake/stripe_fake.ts';

/** The price of each plan at Stripe. */
export const prices = ['starter', 'growth', 'pro'].map((plan) => ({ plan, price: `price_${plan}` }));

type StripeBilling = Extract<BillingSettings, { provider: 'stripe' }>;

export const settingsOf = (
  { url, secretKey, webhookSecret }: StripeFake,
  timeoutMs = 10_000,
): StripeBilling => ({
  provider: 'stripe',
  downgradeCredit: 'always',
  secretKey,
  webhookSecret,
  prices,
  apiUrl: url,
  timeoutMs,
});

/** The checkout that a link leads to. */
export const checkoutIn = (url = '') => url.slice(url.lastIndexOf('/') + 1);

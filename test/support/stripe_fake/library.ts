// The real library, pointed at the fake, and the one step that most of its tests begin with.
import Stripe from 'stripe';
import type { StripeFake } from './stripe_fake.ts';

/** The library as our core opens it: no repeats of its own, a time limit, nothing reported to Stripe. */
export const openLibrary = (
  { host, port, secretKey }: Pick<StripeFake, 'host' | 'port' | 'secretKey'>,
  { secretKey: key = secretKey, timeoutMs = 5_000 }: { secretKey?: string; timeoutMs?: number } = {},
): Stripe =>
  new Stripe(key, {
    host,
    port,
    protocol: 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });

/** Opens a checkout and pays it; returns the subscription. */
export async function subscribe(
  fake: StripeFake,
  stripe: Stripe,
  price: string,
  customer?: string,
): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    ...(customer !== undefined && { customer }),
    subscription_data: { metadata: { account_id: '42' } },
    success_url: 'https://texts.example/paid',
  });
  const { subscription } = fake.payCheckout(session.id);
  return stripe.subscriptions.retrieve(subscription as string);
}

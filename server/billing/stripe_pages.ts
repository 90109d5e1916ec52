// Pages at Stripe on which a payer does what no call can: pays a checkout, confirms a charge, gives a card, pays what is owed.
import Stripe from 'stripe';
import type { NewCheckout, Switch } from './provider.ts';
import { isMissing, type StripeCall } from './stripe_calls.ts';
import { accountIdKey, idOf } from './stripe_events.ts';
import type { StripePrices } from './stripe_prices.ts';

interface StripePagesOptions {
  stripe: Stripe;
  call: StripeCall;
  prices: StripePrices;
  /** Base of the pages to which a payer comes back. */
  publicUrl: string;
}

type Flow = NonNullable<Stripe.BillingPortal.SessionCreateParams['flow_data']>;

/** Null where Stripe will not make such a page, as when the portal's settings were never saved or do not allow it. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

type Pages = Pick<StripePagesOptions, 'stripe' | 'prices' | 'publicUrl'>;

async function openPortal({ stripe, publicUrl }: Pages, customer: string, accountId: bigint, flow?: Flow) {
  const return_url = `${publicUrl}/accounts/${accountId}/billing`;
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url,
    ...(flow && { flow_data: flow }),
  });
  return session.url;
}

function createSession(
  { stripe, prices, publicUrl }: Pages,
  { accountId, plan }: Pick<NewCheckout, 'accountId' | 'plan'>,
  customer: string | null,
  idempotencyKey: string,
) {
  const metadata = { [accountIdKey]: String(accountId) };
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price: prices.saleOf(plan), quantity: 1 }],
      ...(customer !== null && { customer }),
      client_reference_id: String(accountId),
      metadata,
      subscription_data: { metadata },
      success_url: `${publicUrl}/billing/return?outcome=paid&checkout={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}/billing/return?outcome=canceled`,
    },
    { idempotencyKey },
  );
}

export function createStripePages(options: StripePagesOptions) {
  const { stripe, call, prices } = options;
  return {
    openPortal: (customer: string, accountId: bigint) =>
      call('open_portal', () => openPortal(options, customer, accountId)),

    async openCheckout(checkout: NewCheckout) {
      const { customerId, key } = checkout;
      const session = await call('open_checkout', async () => {
        try {
          return await createSession(options, checkout, customerId, key);
        } catch (error) {
          // A customer who was deleted at Stripe is no reason to turn a payer away.
          if (customerId === null || !isMissing(error, 'customer')) throw error;
          return await createSession(options, checkout, null, `${key}.new`);
        }
      });
      return { id: session.id, url: session.url ?? '', expiresAtMs: session.expires_at * 1000 };
    },

    /** The page that asks for this very switch; where the portal does not offer that, the one that takes a card. */
    openSwitchPage: ({
      accountId,
      subscriptionId,
      plan,
    }: Pick<Switch, 'accountId' | 'subscriptionId' | 'plan'>) =>
      call('open_portal', async () => {
        const found = await stripe.subscriptions.retrieve(subscriptionId);
        const [item, customer] = [prices.itemOf(found), idOf(found.customer)];
        if (item === undefined || customer === null) return null;
        const items = [{ id: item.id, price: prices.saleOf(plan), quantity: item.quantity ?? 1 }];
        const confirm: Flow = {
          type: 'subscription_update_confirm',
          subscription_update_confirm: { subscription: subscriptionId, items },
        };
        return (
          (await orNull(openPortal(options, customer, accountId, confirm))) ??
          orNull(openPortal(options, customer, accountId, { type: 'payment_method_update' }))
        );
      }),

    openArrearsPage: (subscription: string, accountId: bigint) =>
      call('open_arrears', async () => {
        const owed = await stripe.invoices.list({ subscription, status: 'open', limit: 1 });
        const page = owed.data[0]?.hosted_invoice_url;
        if (page) return page;
        const customer = idOf((await stripe.subscriptions.retrieve(subscription)).customer);
        return customer === null ? null : orNull(openPortal(options, customer, accountId));
      }),
  };
}

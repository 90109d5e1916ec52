// Stripe as the payment provider, through its own library. Prices are mapped to plans by configuration; nothing is
// ever refunded or canceled here.
import Stripe from 'stripe';
import type { Clock } from '../../runtime/clock.ts';
import { isLiveStatus } from '../domain/quota.ts';
import { type BillingProvider, type CheckoutState, InvalidEvent, type Subscription } from './provider.ts';
import { createStripeCalls, isMissing, type OnCall } from './stripe_calls.ts';
import { accountIdIn, accountIdKey, idOf, readStripeEvent } from './stripe_events.ts';

/** What the operator says of Stripe. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Each plan's price; no price is there twice. */
  prices: ReadonlyMap<string, string>;
  /** Where Stripe's interface is; Stripe's own when left out. */
  apiUrl: string | undefined;
  /** For one call with all its repeats, in milliseconds. */
  timeoutMs: number;
}

interface StripeProviderOptions extends StripeSettings {
  /** Base of the pages to which a payer comes back. */
  publicUrl: string;
  clock: Clock;
  onCall: OnCall;
}

/** How far an event's stamp may lie back, in seconds (Stripe's own default). */
const signatureAgeSeconds = 300;

function placeOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

/** Opens Stripe; nothing connects before the first call. */
export function createStripeProvider(options: StripeProviderOptions): BillingProvider {
  const { prices, publicUrl, clock } = options;
  const plans = new Map([...prices].map(([plan, price]) => [price, plan]));
  const stripe = new Stripe(options.secretKey, {
    ...placeOf(options.apiUrl),
    timeout: options.timeoutMs,
    // Repeats are ours, so that they end with the call's own deadline; a closed connection is repeated by the library.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const call = createStripeCalls(options);

  const priceOf = (plan: string): string => {
    const price = prices.get(plan);
    if (price === undefined) throw new TypeError('a plan has no price');
    return price;
  };

  /** The item that the plan is paid by: the first one with a price of ours, else the first. */
  const itemOf = ({ items }: Stripe.Subscription) =>
    items.data.find(({ price }) => plans.has(price.id)) ?? items.data[0];

  const toSubscription = (found: Stripe.Subscription): Subscription => ({
    id: found.id,
    customerId: idOf(found.customer),
    accountId: accountIdIn(found.metadata),
    plan: plans.get(itemOf(found)?.price.id ?? '') ?? null,
    status: found.status,
  });

  const toState = (session: Stripe.Checkout.Session): CheckoutState =>
    session.status === 'complete'
      ? { state: 'complete', subscriptionId: idOf(session.subscription), customerId: idOf(session.customer) }
      : { state: session.status === 'open' ? 'open' : 'expired' };

  const readCheckout = (id: string) =>
    call<CheckoutState>(
      'read_checkout',
      async () => toState(await stripe.checkout.sessions.retrieve(id)),
      () => ({ state: 'expired' }),
    );

  const createSession = (plan: string, accountId: string, customer: string | null, idempotencyKey: string) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: priceOf(plan), quantity: 1 }],
        ...(customer !== null && { customer }),
        client_reference_id: accountId,
        metadata: { [accountIdKey]: accountId },
        subscription_data: { metadata: { [accountIdKey]: accountId } },
        success_url: `${publicUrl}/billing/return?outcome=paid`,
        cancel_url: `${publicUrl}/billing/return?outcome=canceled`,
      },
      { idempotencyKey },
    );

  return {
    retrieveSubscription: (id) =>
      call<Subscription | undefined>(
        'retrieve_subscription',
        async () => toSubscription(await stripe.subscriptions.retrieve(id)),
        () => undefined,
      ),

    async findLiveSubscription({ accountId, customerId }) {
      if (customerId === null) return undefined;
      const found = await call<Stripe.Subscription[]>(
        'list_subscriptions',
        async () => (await stripe.subscriptions.list({ customer: customerId, limit: 20 })).data,
        () => [],
      );
      return found
        .filter(({ status }) => isLiveStatus(status))
        .sort((a, b) => b.created - a.created)
        .map(toSubscription)
        .find((subscription) => subscription.accountId === null || subscription.accountId === accountId);
    },

    async switchSubscription({ accountId, subscriptionId, plan, isUpgrade, key }) {
      const price = priceOf(plan);
      const found = await call('retrieve_subscription', () => stripe.subscriptions.retrieve(subscriptionId));
      const item = itemOf(found);
      if (item?.price.id === price) return;
      await call('update_subscription', () =>
        stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ ...(item && { id: item.id }), price }],
            metadata: { [accountIdKey]: String(accountId) },
            // Stripe would apply an upgrade even if its payment failed, unless the call says otherwise.
            ...(isUpgrade
              ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
              : { proration_behavior: 'create_prorations' }),
          },
          { idempotencyKey: key },
        ),
      );
    },

    async previewSwitch({ subscriptionId, plan, isUpgrade }) {
      const price = priceOf(plan);
      const found = await call('retrieve_subscription', () => stripe.subscriptions.retrieve(subscriptionId));
      const item = itemOf(found);
      const invoice = await call('preview_invoice', () =>
        stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: {
            items: [{ ...(item && { id: item.id }), price }],
            proration_behavior: isUpgrade ? 'always_invoice' : 'create_prorations',
          },
        }),
      );
      return { amountCents: invoice.amount_due, currency: invoice.currency };
    },

    async openCheckout({ accountId, plan, customerId, key }) {
      const account = String(accountId);
      const session = await call('open_checkout', async () => {
        try {
          return await createSession(plan, account, customerId, key);
        } catch (error) {
          // A customer who was deleted at Stripe is no reason to turn a payer away.
          if (customerId === null || !isMissing(error, 'customer')) throw error;
          return await createSession(plan, account, null, `${key}.new`);
        }
      });
      return { id: session.id, url: session.url ?? '', expiresAtMs: session.expires_at * 1000 };
    },

    readCheckout,

    async expireCheckout(id) {
      const before = await readCheckout(id);
      if (before.state !== 'open') return before;
      return call<CheckoutState>('expire_checkout', async () => {
        try {
          return toState(await stripe.checkout.sessions.expire(id));
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          // It was paid, or ended, since it was read.
          return toState(await stripe.checkout.sessions.retrieve(id));
        }
      });
    },

    readEvent(payload, signature) {
      let event: unknown;
      try {
        event = stripe.webhooks.constructEvent(
          Buffer.from(payload),
          signature,
          options.webhookSecret,
          signatureAgeSeconds,
          undefined,
          clock.nowMs(),
        );
      } catch {
        throw new InvalidEvent();
      }
      return readStripeEvent(event);
    },
  };
}

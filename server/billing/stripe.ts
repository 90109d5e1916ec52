// Stripe as the payment provider, through its own library. Prices are mapped to plans by configuration; nothing is
// ever refunded or canceled here.
import Stripe from 'stripe';
import type { Clock } from '../../runtime/clock.ts';
import { isLiveStatus } from '../domain/plans/quota.ts';
import {
  type BillingProvider,
  type CheckoutState,
  InvalidEvent,
  type NewCheckout,
  type Renewal,
  type Subscription,
  type Switch,
} from './provider.ts';
import { createStripeCalls, isMissing, type OnCall } from './stripe_calls.ts';
import { accountIdIn, accountIdKey, idOf, readStripeEvent } from './stripe_events.ts';

/** The operator's settings of Stripe. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Each plan's price; no price is there twice. */
  prices: ReadonlyMap<string, string>;
  /** The address of Stripe's interface; Stripe's own when left out. */
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

/** Stripe; nothing connects before the first call. */
export class StripeProvider implements BillingProvider {
  readonly #options: StripeProviderOptions;
  readonly #stripe: Stripe;
  readonly #call: ReturnType<typeof createStripeCalls>;
  /** The plan of each price. */
  readonly #plans: ReadonlyMap<string, string>;

  constructor(options: StripeProviderOptions) {
    this.#options = options;
    this.#plans = new Map([...options.prices].map(([plan, price]) => [price, plan]));
    this.#stripe = new Stripe(options.secretKey, {
      ...placeOf(options.apiUrl),
      timeout: options.timeoutMs,
      // Repeats are ours, so that they end with the call's own deadline; a closed connection is repeated by the library.
      maxNetworkRetries: 0,
      telemetry: false,
    });
    this.#call = createStripeCalls(options);
  }

  retrieveSubscription(id: string) {
    return this.#call<Subscription | undefined>(
      'retrieve_subscription',
      async () => this.#toSubscription(await this.#stripe.subscriptions.retrieve(id)),
      () => undefined,
    );
  }

  async findLiveSubscription({ accountId, customerId }: { accountId: bigint; customerId: string | null }) {
    if (customerId === null) return undefined;
    const found = await this.#call<Stripe.Subscription[]>(
      'list_subscriptions',
      async () => (await this.#stripe.subscriptions.list({ customer: customerId, limit: 20 })).data,
      () => [],
    );
    return found
      .filter(({ status }) => isLiveStatus(status))
      .sort((a, b) => b.created - a.created)
      .map((each) => this.#toSubscription(each))
      .find((subscription) => subscription.accountId === null || subscription.accountId === accountId);
  }

  async switchSubscription({ accountId, subscriptionId, plan, isUpgrade, key }: Switch) {
    const { price, current, items } = await this.#switchedItem(subscriptionId, plan);
    if (current === price) return;
    await this.#call('update_subscription', () =>
      this.#stripe.subscriptions.update(
        subscriptionId,
        {
          items,
          metadata: { [accountIdKey]: String(accountId) },
          // Stripe would apply an upgrade even if its payment failed, unless the call says otherwise.
          ...(isUpgrade
            ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
            : { proration_behavior: 'create_prorations' }),
        },
        { idempotencyKey: key },
      ),
    );
  }

  async previewSwitch({ subscriptionId, plan, isUpgrade }: Omit<Switch, 'key' | 'accountId'>) {
    const { items } = await this.#switchedItem(subscriptionId, plan);
    const proration_behavior = isUpgrade ? 'always_invoice' : 'create_prorations';
    const invoice = await this.#call('preview_invoice', () =>
      this.#stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: { items, proration_behavior },
      }),
    );
    return { amountCents: invoice.amount_due, currency: invoice.currency };
  }

  readRenewal(id: string) {
    return this.#call<Renewal | null>(
      'read_renewal',
      async () => {
        const found = await this.#stripe.subscriptions.retrieve(id);
        const end = found.cancel_at ?? this.#itemOf(found)?.current_period_end;
        if (!isLiveStatus(found.status) || end === undefined) return null;
        return { atMs: end * 1_000, isEnd: found.cancel_at !== null || found.cancel_at_period_end };
      },
      () => null,
    );
  }

  async openPortal(customer: string, accountId: bigint) {
    const return_url = `${this.#options.publicUrl}/accounts/${accountId}/plan`;
    const session = await this.#call('open_portal', () =>
      this.#stripe.billingPortal.sessions.create({ customer, return_url }),
    );
    return session.url;
  }

  async openCheckout({ accountId, plan, customerId, key }: NewCheckout) {
    const account = String(accountId);
    const session = await this.#call('open_checkout', async () => {
      try {
        return await this.#createSession(plan, account, customerId, key);
      } catch (error) {
        // A customer who was deleted at Stripe is no reason to turn a payer away.
        if (customerId === null || !isMissing(error, 'customer')) throw error;
        return await this.#createSession(plan, account, null, `${key}.new`);
      }
    });
    return { id: session.id, url: session.url ?? '', expiresAtMs: session.expires_at * 1000 };
  }

  readCheckout(id: string) {
    return this.#call<CheckoutState>(
      'read_checkout',
      async () => stateOf(await this.#stripe.checkout.sessions.retrieve(id)),
      () => ({ state: 'expired' }),
    );
  }

  async expireCheckout(id: string) {
    const before = await this.readCheckout(id);
    if (before.state !== 'open') return before;
    const { sessions } = this.#stripe.checkout;
    return this.#call<CheckoutState>('expire_checkout', async () => {
      try {
        return stateOf(await sessions.expire(id));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // It was paid, or ended, since it was read.
        return stateOf(await sessions.retrieve(id));
      }
    });
  }

  readEvent(payload: Uint8Array, signature: string) {
    const { webhookSecret, clock } = this.#options;
    const bytes = Buffer.from(payload);
    let event: unknown;
    try {
      const { webhooks } = this.#stripe;
      const nowMs = clock.nowMs();
      event = webhooks.constructEvent(bytes, signature, webhookSecret, signatureAgeSeconds, undefined, nowMs);
    } catch {
      throw new InvalidEvent();
    }
    return readStripeEvent(event);
  }

  #priceOf(plan: string): string {
    const price = this.#options.prices.get(plan);
    if (price === undefined) throw new TypeError('a plan has no price');
    return price;
  }

  /** The item that the plan is paid by: the first one with a price of ours, else the first. */
  #itemOf({ items }: Stripe.Subscription) {
    return items.data.find(({ price }) => this.#plans.has(price.id)) ?? items.data[0];
  }

  #toSubscription(found: Stripe.Subscription): Subscription {
    return {
      id: found.id,
      customerId: idOf(found.customer),
      accountId: accountIdIn(found.metadata),
      plan: this.#plans.get(this.#itemOf(found)?.price.id ?? '') ?? null,
      status: found.status,
    };
  }

  /** A subscription's items once it is on the plan, the price that this takes, and the price that it has now. */
  async #switchedItem(subscriptionId: string, plan: string) {
    const price = this.#priceOf(plan);
    const found = await this.#call('retrieve_subscription', () =>
      this.#stripe.subscriptions.retrieve(subscriptionId),
    );
    const item = this.#itemOf(found);
    return { price, current: item?.price.id, items: [{ ...(item && { id: item.id }), price }] };
  }

  #createSession(plan: string, accountId: string, customer: string | null, idempotencyKey: string) {
    const { publicUrl } = this.#options;
    const metadata = { [accountIdKey]: accountId };
    return this.#stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: this.#priceOf(plan), quantity: 1 }],
        ...(customer !== null && { customer }),
        client_reference_id: accountId,
        metadata,
        subscription_data: { metadata },
        success_url: `${publicUrl}/billing/return?outcome=paid`,
        cancel_url: `${publicUrl}/billing/return?outcome=canceled`,
      },
      { idempotencyKey },
    );
  }
}

const stateOf = (session: Stripe.Checkout.Session): CheckoutState =>
  session.status === 'complete'
    ? { state: 'complete', subscriptionId: idOf(session.subscription), customerId: idOf(session.customer) }
    : { state: session.status === 'open' ? 'open' : 'expired' };

// Stripe as the payment provider, through its own library. Prices are mapped to plans by configuration; nothing is
// ever refunded or canceled here.
import Stripe from 'stripe';
import type { Clock } from '../../runtime/clock.ts';
import { isLiveStatus } from '../domain/plans/quota.ts';
import {
  type AskedSwitch,
  type BillingProvider,
  type CheckoutState,
  type EventHint,
  InvalidEvent,
  ProviderFailure,
  type Renewal,
  type Subscription,
  type Switch,
} from './provider.ts';
import {
  createStripeCalls,
  isKeyUsed,
  isMissing,
  isReplayed,
  type OnCall,
  type StripeCall,
} from './stripe_calls.ts';
import { openStripe } from './stripe_client.ts';
import { accountIdKey, eventTypes, idOf, readStripeEvent } from './stripe_events.ts';
import { createStripePages } from './stripe_pages.ts';
import { createStripePrices, type StripePrices } from './stripe_prices.ts';
import type { StripeSettings } from './stripe_settings.ts';

interface StripeProviderOptions extends StripeSettings {
  /** Base of the pages to which a payer comes back. */
  publicUrl: string;
  clock: Clock;
  onCall: OnCall;
}

/** How far an event's stamp may lie back, in seconds (Stripe's own default). */
const signatureAgeSeconds = 300;
/** Most subscriptions of a customer, and most events, that are read at once; the newest come first. */
const mostListed = 500;
const mostEvents = 2_000;
const perPage = 100;

/** States that no subscription leaves. */
const isOver = (status: string) => status === 'canceled' || status === 'incomplete_expired';

/** Stripe; nothing connects before the first call. */
export class StripeProvider implements BillingProvider {
  readonly #options: StripeProviderOptions;
  readonly #stripe: Stripe;
  readonly #call: StripeCall;
  readonly #prices: StripePrices;
  readonly openPortal;
  readonly openCheckout;
  readonly openSwitchPage;
  readonly openArrearsPage;

  constructor(options: StripeProviderOptions) {
    this.#options = options;
    this.#prices = createStripePrices(options.prices);
    this.#stripe = openStripe(options);
    this.#call = createStripeCalls(options);
    const { publicUrl } = options;
    const pages = createStripePages({
      stripe: this.#stripe,
      call: this.#call,
      prices: this.#prices,
      publicUrl,
    });
    ({
      openPortal: this.openPortal,
      openCheckout: this.openCheckout,
      openSwitchPage: this.openSwitchPage,
      openArrearsPage: this.openArrearsPage,
    } = pages);
  }

  retrieveSubscription(id: string) {
    return this.#call<Subscription | undefined>(
      'retrieve_subscription',
      async () => this.#prices.toSubscription(await this.#stripe.subscriptions.retrieve(id)),
      () => undefined,
    );
  }

  async listSubscriptions({ accountId, customerId }: { accountId: bigint; customerId: string | null }) {
    if (customerId === null) return [];
    const found = await this.#call<Stripe.Subscription[]>(
      'list_subscriptions',
      () =>
        this.#stripe.subscriptions
          .list({ customer: customerId, limit: perPage })
          .autoPagingToArray({ limit: mostListed }),
      () => [],
    );
    return found
      .filter(({ status }) => !isOver(status))
      .sort((a, b) => b.created - a.created)
      .map((each) => this.#prices.toSubscription(each))
      .filter((subscription) => subscription.accountId === accountId);
  }

  async switchSubscription({ accountId, subscriptionId, plan, isUpgrade, isCredited, key }: Switch) {
    const { isOnPlan, items } = await this.#switchedItem(subscriptionId, plan);
    if (isOnPlan) return;
    await this.#call('update_subscription', () =>
      this.#stripe.subscriptions.update(
        subscriptionId,
        {
          items,
          metadata: { [accountIdKey]: String(accountId) },
          // Stripe would apply an upgrade even if its payment failed, unless the call says otherwise.
          ...(isUpgrade
            ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
            : { proration_behavior: isCredited ? 'create_prorations' : 'none' }),
        },
        { idempotencyKey: key },
      ),
    );
  }

  /** Uses the key up with a request that changes nothing: Stripe then refuses any other that comes under it. */
  endSwitch({ accountId, subscriptionId, key }: AskedSwitch) {
    return this.#call('end_switch', async () => {
      try {
        const metadata = { [accountIdKey]: String(accountId) };
        await this.#stripe.subscriptions.update(subscriptionId, { metadata }, { idempotencyKey: key });
        return true;
      } catch (error) {
        // A failure that is kept is the answer to an earlier request of this kind, which has used the key up.
        if (isMissing(error) || isReplayed(error)) return true;
        // The key was used with other parameters, or is in use: those of the switch.
        if (isKeyUsed(error)) return false;
        throw error;
      }
    });
  }

  async previewSwitch({ subscriptionId, plan, isUpgrade, isCredited }: Omit<Switch, 'key' | 'accountId'>) {
    const { items } = await this.#switchedItem(subscriptionId, plan);
    const credit = isCredited ? 'create_prorations' : 'none';
    const proration_behavior = isUpgrade ? 'always_invoice' : credit;
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
        const item = this.#prices.itemOf(found) ?? found.items.data[0];
        const end = found.cancel_at ?? item?.current_period_end;
        if (!isLiveStatus(found.status) || end === undefined) return null;
        return { atMs: end * 1_000, isEnd: found.cancel_at !== null || found.cancel_at_period_end };
      },
      () => null,
    );
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

  async listEvents(sinceMs: number): Promise<EventHint[]> {
    const asked = { created: { gte: Math.floor(sinceMs / 1_000) }, types: [...eventTypes], limit: perPage };
    const found = await this.#call('list_events', () =>
      this.#stripe.events.list(asked).autoPagingToArray({ limit: mostEvents }),
    );
    return found.reverse().flatMap((event) => readStripeEvent(event) ?? []);
  }

  /** The item of a subscription once it is on the plan; nothing but that item is written to. */
  async #switchedItem(subscriptionId: string, plan: string) {
    const found = await this.#call('retrieve_subscription', () =>
      this.#stripe.subscriptions.retrieve(subscriptionId),
    );
    const item = this.#prices.itemOf(found);
    if (item === undefined)
      throw new ProviderFailure('rejected', 'the subscription has no price that is configured');
    const isOnPlan = this.#prices.planOf(item) === plan;
    return { isOnPlan, items: [{ id: item.id, price: this.#prices.saleOf(plan) }] };
  }
}

const stateOf = (session: Stripe.Checkout.Session): CheckoutState =>
  session.status === 'complete'
    ? { state: 'complete', subscriptionId: idOf(session.subscription), customerId: idOf(session.customer) }
    : { state: session.status === 'open' ? 'open' : 'expired' };

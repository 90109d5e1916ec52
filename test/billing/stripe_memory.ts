// What Stripe would remember, as far as plan changes go: customers with cards, subscriptions, checkouts, answers kept
// under idempotency keys, and the events it would send. Knows nothing of HTTP.
import { createHash } from 'node:crypto';
import { nextId } from './stripe_ids.ts';

export interface HeldCheckout {
  id: string;
  status: 'open' | 'complete' | 'expired';
  price: string;
  accountId: string;
  customer: string | null;
  subscription: string | null;
}

export interface HeldSubscription {
  id: string;
  customer: string;
  status: string;
  price: string;
  accountId: string;
  created: number;
  /** Switches that were carried out. */
  updates: number;
}

/** An answer of Stripe. */
export interface StripeAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A form as Stripe reads it. */
// biome-ignore lint/suspicious/noExplicitAny: a form's fields nest as the caller likes.
export type Form = any;

const refusal = (status: number, error: Record<string, string>): StripeAnswer => ({
  status,
  body: { error },
});
const missing = (param: string) =>
  refusal(404, { type: 'invalid_request_error', code: 'resource_missing', param, message: 'No such thing' });

export class StripeMemory {
  readonly checkouts = new Map<string, HeldCheckout>();
  readonly subscriptions = new Map<string, HeldSubscription>();
  /** Customers whose card is declined. */
  readonly declining = new Set<string>();
  /** Objects of events that were not taken yet, in order, as they were. */
  events: unknown[] = [];
  readonly #kept = new Map<string, { asked: string; answer: StripeAnswer }>();

  /** Answers a request; under a key that was used before, what was answered then. */
  answer(method: string, path: string, form: Form, key: string | undefined): StripeAnswer {
    if (method !== 'POST' || key === undefined) return this.#act(method, path, form);
    const asked = createHash('sha256')
      .update(`${path} ${JSON.stringify(form)}`)
      .digest('hex');
    const kept = this.#kept.get(key);
    if (kept && kept.asked !== asked)
      return refusal(400, { type: 'idempotency_error', message: 'Keys are for one request' });
    if (kept) return { ...kept.answer, headers: { 'idempotent-replayed': 'true' } };
    const answer = this.#act(method, path, form);
    this.#kept.set(key, { asked, answer });
    return answer;
  }

  /** Somebody pays an open checkout with a card that works. */
  pay(id: string): void {
    const checkout = this.checkouts.get(id);
    if (checkout?.status !== 'open') throw new Error('the checkout can not be paid');
    const subscription: HeldSubscription = {
      id: nextId('sub'),
      customer: checkout.customer ?? nextId('cus'),
      status: 'active',
      price: checkout.price,
      accountId: checkout.accountId,
      created: this.subscriptions.size + 1,
      updates: 0,
    };
    this.subscriptions.set(subscription.id, subscription);
    Object.assign(checkout, {
      status: 'complete',
      customer: subscription.customer,
      subscription: subscription.id,
    });
    const parent = {
      subscription_details: {
        subscription: subscription.id,
        metadata: { account_id: checkout.accountId },
      },
    };
    this.events.push(
      this.#showSubscription(subscription),
      { object: 'invoice', id: nextId('in'), customer: subscription.customer, parent },
      this.#showCheckout(checkout),
    );
  }

  /** Ends a subscription. */
  cancel(subscription: HeldSubscription): void {
    subscription.status = 'canceled';
    this.events.push(this.#showSubscription(subscription));
  }

  #act(method: string, path: string, form: Form): StripeAnswer {
    const [, , collection, ...rest] = path.split('/');
    if (collection === 'subscriptions') return this.#onSubscriptions(method, rest[0], form);
    if (collection !== 'checkout') return missing('url');
    const [, id, verb] = rest;
    if (id === undefined) return this.#openCheckout(form);
    const checkout = this.checkouts.get(id);
    if (!checkout) return missing('session');
    if (verb === 'expire') {
      if (checkout.status !== 'open')
        return refusal(400, { type: 'invalid_request_error', message: 'Only open sessions expire' });
      checkout.status = 'expired';
    }
    return { status: 200, body: this.#showCheckout(checkout) };
  }

  #onSubscriptions(method: string, id: string | undefined, form: Form): StripeAnswer {
    if (id === undefined) {
      const found = [...this.subscriptions.values()].filter(({ customer }) => customer === form.customer);
      const data = found
        .filter(({ status }) => status !== 'canceled')
        .map((held) => this.#showSubscription(held));
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/subscriptions' } };
    }
    const held = this.subscriptions.get(id);
    if (!held) return missing('id');
    if (method === 'POST') {
      if (held.status === 'canceled')
        return refusal(400, { type: 'invalid_request_error', message: 'It is canceled' });
      const isCharged = form.proration_behavior === 'always_invoice';
      if (isCharged && form.payment_behavior === 'error_if_incomplete' && this.declining.has(held.customer))
        return refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined' });
      held.price = form.items[0].price;
      held.updates++;
      this.events.push(this.#showSubscription(held));
    }
    return { status: 200, body: this.#showSubscription(held) };
  }

  #openCheckout(form: Form): StripeAnswer {
    const checkout: HeldCheckout = {
      id: nextId('cs_test'),
      status: 'open',
      price: form.line_items[0].price,
      accountId: form.client_reference_id,
      customer: form.customer ?? null,
      subscription: null,
    };
    this.checkouts.set(checkout.id, checkout);
    return { status: 200, body: this.#showCheckout(checkout) };
  }

  #showCheckout({ id, status, customer, subscription, accountId }: HeldCheckout) {
    return {
      object: 'checkout.session',
      id,
      status,
      customer,
      subscription,
      client_reference_id: accountId,
      metadata: { account_id: accountId },
      url: status === 'open' ? `https://checkout.example/${id}` : null,
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
    };
  }

  #showSubscription({ id, customer, status, price, accountId, created }: HeldSubscription) {
    const data = [{ id: `si_${id}`, object: 'subscription_item', price: { id: price, object: 'price' } }];
    const metadata = { account_id: accountId };
    return {
      object: 'subscription',
      id,
      customer,
      status,
      created,
      metadata,
      items: { object: 'list', data },
    };
  }
}

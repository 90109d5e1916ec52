// Stripe's endpoints of checkouts, and what a payer does on the page behind one.
import { type Answer, badParameter, missing, missingParameter, notAllowed, ok } from './answers.ts';
import { begin } from './charges.ts';
import { formIn, listIn, mergeMetadata, textIn } from './form.ts';
import { listOf } from './list.ts';
import type { Call, Route } from './routes.ts';
import { showSession } from './shapes.ts';
import { createId, type HeldSession, type StripeStore } from './store.ts';

const minLifeSeconds = 30 * 60;
const maxLifeSeconds = 24 * 3_600;

/** What a payer does: a card that works, one that is declined, or one that is declined from the next charge on. */
export type PayerCard = 'ok' | 'declined' | 'ok_then_declined';

/** Ends a checkout that is open. */
export function expire(store: StripeStore, session: HeldSession): void {
  session.status = 'expired';
  store.events.add('checkout.session.expired', showSession(session));
}

/** Ends the checkouts whose time is over. */
export function expireDue(store: StripeStore): void {
  for (const session of store.sessions.values())
    if (session.status === 'open' && session.expiresAt <= store.nowSeconds()) expire(store, session);
}

/** Pays an open checkout; a declined card leaves it open. Throws for one that is not open: nobody can pay it. */
export function pay(store: StripeStore, session: HeldSession, card: PayerCard): HeldSession {
  if (session.status !== 'open') throw new Error(`a checkout that is ${session.status} cannot be paid`);
  if (card === 'declined') return session;
  const customer = session.customer === null ? store.addCustomer() : store.getCustomer(session.customer);
  customer.card = 'ok';
  const { subscriptionMetadata: metadata, price } = session;
  const subscription = begin(store, { customer: customer.id, metadata, price });
  if (card === 'ok_then_declined') customer.card = 'declined';
  Object.assign(session, { status: 'complete', customer: customer.id, subscription: subscription.id });
  store.events.add('checkout.session.completed', showSession(session));
  return session;
}

function create({ store, form }: Call): Answer {
  const now = store.nowSeconds();
  if (textIn(form, 'mode') !== 'subscription')
    return badParameter('mode', 'This Stripe knows only the mode subscription.');
  const [line, ...others] = listIn(form, 'line_items');
  const price = line && textIn(line, 'price');
  if (price === undefined || others.length > 0)
    return badParameter('line_items', 'This Stripe wants exactly one line with a price.');
  if (!store.prices.has(price)) return missingParameter('price', price, 'line_items[0][price]');
  const customer = textIn(form, 'customer') ?? null;
  if (customer !== null && !store.customers.has(customer))
    return missingParameter('customer', customer, 'customer');
  const successUrl = textIn(form, 'success_url');
  if (successUrl === undefined) return badParameter('success_url', 'Missing required param: success_url.');
  const expiresAt = Number(textIn(form, 'expires_at') ?? now + maxLifeSeconds);
  if (!(expiresAt >= now + minLifeSeconds && expiresAt <= now + maxLifeSeconds))
    return badParameter('expires_at', 'expires_at must be 30 minutes to 24 hours from now.');

  const session: HeldSession = {
    id: createId('cs_test'),
    status: 'open',
    price,
    customer,
    subscription: null,
    clientReferenceId: textIn(form, 'client_reference_id') ?? null,
    metadata: mergeMetadata({}, form),
    subscriptionMetadata: mergeMetadata({}, formIn(form, 'subscription_data')),
    successUrl,
    cancelUrl: textIn(form, 'cancel_url') ?? null,
    created: now,
    expiresAt,
  };
  store.sessions.set(session.id, session);
  return ok(showSession(session));
}

const withSession =
  (work: (session: HeldSession, store: StripeStore) => Answer) =>
  ({ store, id }: Call): Answer => {
    const session = store.sessions.get(id);
    return session ? work(session, store) : missing('checkout.session', id, 'session');
  };

export const checkoutRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    parameters: [
      'mode',
      'line_items',
      'customer',
      'client_reference_id',
      'metadata',
      'subscription_data',
      'success_url',
      'cancel_url',
      'expires_at',
    ],
    answer: create,
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    parameters: ['customer', 'subscription', 'status', 'limit', 'starting_after'],
    answer({ store, form, path }) {
      const fits = (name: string, value: string | null) =>
        textIn(form, name) === undefined || textIn(form, name) === value;
      const found = [...store.sessions.values()].filter(
        ({ customer, subscription, status }) =>
          fits('customer', customer) && fits('subscription', subscription) && fits('status', status),
      );
      return listOf(path, form, found, showSession);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    parameters: [],
    answer: withSession((session) => ok(showSession(session))),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    parameters: [],
    answer: withSession((session, store) => {
      if (session.status !== 'open')
        return notAllowed(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      expire(store, session);
      return ok(showSession(session));
    }),
  },
];

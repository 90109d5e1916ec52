// What subscriptions cost, and whether it is paid: prorations, credits, invoices and what a declined card does.

import { showInvoice, showSubscription } from './shapes.ts';
import {
  type Card,
  createId,
  type HeldSubscription,
  type Invoice,
  type Item,
  type StripeStore,
} from './store.ts';

/** A month of this Stripe: always 30 days. */
export const monthSeconds = 30 * 86_400;

/** What a period with these items costs. */
export const costOf = (store: StripeStore, items: readonly Item[]) =>
  items.reduce((sum, { price }) => sum + (store.prices.get(price) ?? 0), 0);

/** What the rest of the period costs more with other items; negative: a credit. */
export function prorationOf(store: StripeStore, held: HeldSubscription, items: readonly Item[]): number {
  const left = Math.max(0, held.periodEnd - store.nowSeconds());
  const share = left / (held.periodEnd - held.periodStart);
  return Math.round((costOf(store, items) - costOf(store, held.items)) * share);
}

/** An invoice as it would be: its total, and what is left to charge after the customer's credit. */
export interface Quote {
  totalCents: number;
  dueCents: number;
  /** Why the card would not be charged; undefined when it would. */
  fails: Exclude<Card, 'ok'> | undefined;
}

/** Says what an invoice over an amount and everything pending would come to; changes nothing. */
export function quote(store: StripeStore, held: HeldSubscription, amountCents: number): Quote {
  const { balanceCents, card } = store.getCustomer(held.customer);
  const totalCents = amountCents + held.pendingCents;
  const dueCents = Math.max(0, totalCents + Math.min(0, balanceCents));
  return { totalCents, dueCents, fails: dueCents > 0 && card !== 'ok' ? card : undefined };
}

/** Makes the invoice of a quote. One that is not paid leaves its subscription past_due. */
export function invoice(
  store: StripeStore,
  held: HeldSubscription,
  { totalCents, dueCents, fails }: Quote,
  reason: Invoice['reason'],
): Invoice {
  const made: Invoice = {
    id: createId('in'),
    customer: held.customer,
    subscription: held.id,
    reason,
    status: fails ? 'open' : 'paid',
    totalCents,
    dueCents,
    askedBy: store.events.request.idempotency_key,
    created: store.nowSeconds(),
  };
  store.invoices.set(made.id, made);
  store.getCustomer(held.customer).balanceCents += totalCents - dueCents;
  held.pendingCents = 0;
  held.latestInvoice = made.id;
  if (fails) held.status = 'past_due';
  else if (held.status === 'past_due') held.status = 'active';
  store.events.add(fails ? 'invoice.payment_failed' : 'invoice.paid', showInvoice(store, made));
  return made;
}

/** Begins the next period, and charges for it with everything that was pending. */
export function renew(store: StripeStore, held: HeldSubscription): Invoice {
  held.periodStart = held.periodEnd;
  held.periodEnd += monthSeconds;
  const made = invoice(store, held, quote(store, held, costOf(store, held.items)), 'subscription_cycle');
  store.events.add('customer.subscription.updated', showSubscription(store, held));
  return made;
}

/** Begins a subscription whose first month is paid. */
export function begin(
  store: StripeStore,
  fields: Pick<HeldSubscription, 'customer' | 'metadata'> & { price: string },
): HeldSubscription {
  const now = store.nowSeconds();
  const held: HeldSubscription = {
    id: createId('sub'),
    customer: fields.customer,
    status: 'active',
    items: [{ id: createId('si'), price: fields.price }],
    metadata: fields.metadata,
    created: now,
    periodStart: now,
    periodEnd: now + monthSeconds,
    canceledAt: null,
    cancelAt: null,
    latestInvoice: null,
    pendingCents: 0,
    updates: 0,
  };
  store.subscriptions.set(held.id, held);
  store.events.add('customer.subscription.created', showSubscription(store, held));
  invoice(store, held, quote(store, held, costOf(store, held.items)), 'subscription_create');
  return held;
}

/** Ends a subscription at once. */
export function cancel(store: StripeStore, held: HeldSubscription): void {
  held.status = 'canceled';
  held.canceledAt = store.nowSeconds();
  store.events.add('customer.subscription.deleted', showSubscription(store, held));
}

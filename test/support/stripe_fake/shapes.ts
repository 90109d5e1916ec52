// How Stripe shows what it holds, in the fields of its API 2026-10-28 that somebody may read.
import type { Customer, HeldSession, HeldSubscription, Invoice, StripeStore } from './store.ts';

export const showCustomer = (customer: Customer) => ({
  id: customer.id,
  object: 'customer',
  email: customer.email,
  name: customer.name,
  balance: customer.balanceCents,
  created: customer.created,
  livemode: false,
  metadata: customer.metadata,
});

export function showSubscription(store: StripeStore, held: HeldSubscription) {
  const period = { current_period_start: held.periodStart, current_period_end: held.periodEnd };
  const data = held.items.map(({ id, price }) => ({
    id,
    object: 'subscription_item',
    subscription: held.id,
    quantity: 1,
    price: {
      id: price,
      object: 'price',
      active: !store.archived.has(price),
      currency: store.currency,
      unit_amount: store.prices.get(price) ?? null,
      recurring: { interval: 'month', interval_count: 1 },
      type: 'recurring',
    },
    metadata: {},
    ...period,
  }));
  return {
    id: held.id,
    object: 'subscription',
    status: held.status,
    customer: held.customer,
    currency: store.currency,
    created: held.created,
    start_date: held.created,
    canceled_at: held.canceledAt,
    ended_at: held.canceledAt,
    cancel_at: held.cancelAt,
    cancel_at_period_end: held.cancelAt === held.periodEnd,
    collection_method: 'charge_automatically',
    latest_invoice: held.latestInvoice,
    livemode: false,
    metadata: held.metadata,
    items: { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${held.id}` },
  };
}

export function showInvoice(store: StripeStore, invoice: Invoice) {
  const metadata = store.subscriptions.get(invoice.subscription)?.metadata ?? {};
  return {
    id: invoice.id,
    object: 'invoice',
    customer: invoice.customer,
    status: invoice.status,
    billing_reason: invoice.reason,
    currency: store.currency,
    hosted_invoice_url: `https://invoice.example/i/${invoice.id}`,
    total: invoice.totalCents,
    amount_due: invoice.dueCents,
    amount_paid: invoice.status === 'paid' ? invoice.dueCents : 0,
    created: invoice.created,
    livemode: false,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: invoice.subscription, metadata },
    },
  };
}

export const showSession = (session: HeldSession) => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'subscription',
  status: session.status,
  payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
  customer: session.customer,
  subscription: session.subscription,
  client_reference_id: session.clientReferenceId,
  metadata: session.metadata,
  url: session.status === 'open' ? `https://checkout.example/c/pay/${session.id}` : null,
  success_url: session.successUrl,
  cancel_url: session.cancelUrl,
  created: session.created,
  expires_at: session.expiresAt,
  livemode: false,
});

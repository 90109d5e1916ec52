// Stripe's preview of an invoice: what the switch of a subscription would be charged. Nothing is changed.
import { type Answer, badParameter, missingParameter, notAllowed, ok } from './answers.ts';
import { costOf, prorationOf, quote } from './charges.ts';
import { formIn, textIn } from './form.ts';
import { listOf } from './list.ts';
import type { Call, Route } from './routes.ts';
import { showInvoice } from './shapes.ts';
import { itemsAfter } from './subscription_items.ts';

function preview({ store, form }: Call): Answer {
  const id = textIn(form, 'subscription') ?? '';
  const held = store.subscriptions.get(id);
  if (!held) return missingParameter('subscription', id, 'subscription');
  if (held.status === 'canceled') return notAllowed('You cannot preview a canceled subscription.');
  const details = formIn(form, 'subscription_details');
  const proration = textIn(details, 'proration_behavior') ?? 'create_prorations';
  if (!['always_invoice', 'create_prorations', 'none'].includes(proration))
    return badParameter('subscription_details[proration_behavior]', 'Invalid proration_behavior.');
  const after = itemsAfter(store, held, details);
  if (!('items' in after)) return after;
  const difference = proration === 'none' ? 0 : prorationOf(store, held, after.items);
  // An invoice of its own now, or the next period's with what is pending.
  const renewal = proration === 'always_invoice' ? 0 : costOf(store, after.items);
  const { totalCents, dueCents } = quote(store, held, difference + renewal);
  return ok({
    object: 'invoice',
    customer: held.customer,
    status: 'draft',
    currency: store.currency,
    total: totalCents,
    amount_due: dueCents,
    livemode: false,
  });
}

export const invoiceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    parameters: ['subscription', 'customer', 'status', 'limit', 'starting_after'],
    answer({ store, form, path }) {
      const fits = (name: string, value: string) =>
        textIn(form, name) === undefined || textIn(form, name) === value;
      const found = [...store.invoices.values()].filter(
        ({ subscription, customer, status }) =>
          fits('subscription', subscription) && fits('customer', customer) && fits('status', status),
      );
      return listOf(path, form, found, (each) => showInvoice(store, each));
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    parameters: ['subscription', 'subscription_details'],
    answer: preview,
  },
];

// Stripe's endpoints of subscriptions: read, list, switch and cancel.
import { type Answer, badParameter, chargeRefused, missing, notAllowed, ok } from './answers.ts';
import { cancel, invoice, prorationOf, quote } from './charges.ts';
import { mergeMetadata, textIn } from './form.ts';
import { listOf } from './list.ts';
import type { Call, Route } from './routes.ts';
import { showSubscription } from './shapes.ts';
import type { HeldSubscription } from './store.ts';
import { itemsAfter } from './subscription_items.ts';

const isEnded = ({ status }: HeldSubscription) => status === 'canceled' || status === 'incomplete_expired';

const withSubscription =
  (work: (held: HeldSubscription, call: Call) => Answer) =>
  (call: Call): Answer => {
    const held = call.store.subscriptions.get(call.id);
    return held ? work(held, call) : missing('subscription', call.id);
  };

const prorations = ['always_invoice', 'create_prorations', 'none'];
/** `pending_if_incomplete` and `default_incomplete` are Stripe's too, and not modelled here. */
const payments = ['allow_incomplete', 'error_if_incomplete'];

function update(held: HeldSubscription, { store, form }: Call): Answer {
  if (isEnded(held) && Object.keys(form).join() !== 'metadata')
    return notAllowed('A canceled subscription can only update its cancellation_details and metadata.');
  const proration = textIn(form, 'proration_behavior') ?? 'create_prorations';
  const payment = textIn(form, 'payment_behavior') ?? 'allow_incomplete';
  if (!prorations.includes(proration))
    return badParameter('proration_behavior', 'Invalid proration_behavior.');
  if (!payments.includes(payment)) return badParameter('payment_behavior', 'Invalid payment_behavior.');
  const after = itemsAfter(store, held, form);
  if (!('items' in after)) return after;

  const metadata = mergeMetadata(held.metadata, form);
  if (JSON.stringify(after.items) === JSON.stringify(held.items)) {
    const isSame = JSON.stringify(metadata) === JSON.stringify(held.metadata);
    held.metadata = metadata;
    const shown = showSubscription(store, held);
    if (!isSame) store.events.add('customer.subscription.updated', shown);
    return ok(shown);
  }
  const amount = proration === 'none' ? 0 : prorationOf(store, held, after.items);
  const isInvoiced = proration === 'always_invoice' && amount !== 0;
  const asked = quote(store, held, amount);
  if (isInvoiced && asked.fails && payment === 'error_if_incomplete') return chargeRefused(asked.fails);

  held.items = after.items;
  held.metadata = metadata;
  held.updates++;
  if (isInvoiced) invoice(store, held, asked, 'subscription_update');
  else held.pendingCents += amount;
  const shown = showSubscription(store, held);
  store.events.add('customer.subscription.updated', shown);
  return ok(shown);
}

/** Which are listed: without a status all that are not canceled. */
const isAskedFor = (status: string | undefined) => (held: HeldSubscription) => {
  if (status === undefined) return held.status !== 'canceled';
  if (status === 'all') return true;
  return status === 'ended' ? isEnded(held) : held.status === status;
};

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    parameters: ['customer', 'status', 'price', 'limit', 'starting_after'],
    answer({ store, form, path }) {
      const customer = textIn(form, 'customer');
      const price = textIn(form, 'price');
      const found = [...store.subscriptions.values()]
        .filter(isAskedFor(textIn(form, 'status')))
        .filter((held) => customer === undefined || held.customer === customer)
        .filter((held) => price === undefined || held.items.some((item) => item.price === price));
      return listOf(path, form, found, (held) => showSubscription(store, held));
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/([^/]+)$/,
    parameters: [],
    answer: withSubscription((held, { store }) => ok(showSubscription(store, held))),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/([^/]+)$/,
    parameters: ['items', 'metadata', 'proration_behavior', 'payment_behavior'],
    answer: withSubscription(update),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/([^/]+)$/,
    parameters: [],
    answer: withSubscription((held, { store }) => {
      if (isEnded(held)) return missing('subscription', held.id);
      cancel(store, held);
      return ok(showSubscription(store, held));
    }),
  },
];

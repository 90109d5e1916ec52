// Stripe's events: which account, subscription, customer or checkout one speaks of, and nothing else of it. What comes
// here is signed, and still judged as if it were not.
import { type EventHint, InvalidEvent } from './provider.ts';

const largestAccountId = 2n ** 63n - 1n;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(value);

/** An id as Stripe gives it: as it is, or inside the object that it names. */
export function idOf(value: unknown): string | null {
  const id = isObject(value) ? value.id : value;
  return isId(id) ? id : null;
}

/** An account's id as we wrote it into Stripe's records. */
function accountIdOf(value: unknown): bigint | null {
  if (typeof value !== 'string' || !/^[1-9]\d{0,18}$/.test(value)) return null;
  const id = BigInt(value);
  return id <= largestAccountId ? id : null;
}

/** The name under which an account's id is kept in Stripe's records. */
export const accountIdKey = 'account_id';

export const accountIdIn = (metadata: unknown): bigint | null =>
  isObject(metadata) ? accountIdOf(metadata[accountIdKey]) : null;

/** Where an invoice speaks of its subscription: in its parent, and in earlier versions of Stripe's interface itself. */
function detailsOf(invoice: Record<string, unknown>): Record<string, unknown> {
  const { parent, subscription } = invoice;
  const details = isObject(parent) ? parent.subscription_details : undefined;
  return isObject(details) ? details : { subscription };
}

/** The events that are looked for where they did not arrive. */
export const eventTypes = [
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

/** Reads an event whose signature was checked; undefined for one that concerns no subscription or checkout. */
export function readStripeEvent(event: unknown): EventHint | undefined {
  if (!isObject(event) || event.object !== 'event' || !isId(event.id)) throw new InvalidEvent();
  if (!isObject(event.data) || !isObject(event.data.object)) throw new InvalidEvent();
  const { object } = event.data;
  const shared = { eventId: event.id, customerId: idOf(object.customer) };
  switch (object.object) {
    case 'checkout.session':
      return {
        ...shared,
        accountId: accountIdOf(object.client_reference_id) ?? accountIdIn(object.metadata),
        subscriptionId: idOf(object.subscription),
        checkoutId: idOf(object.id),
      };
    case 'subscription':
      return {
        ...shared,
        accountId: accountIdIn(object.metadata),
        subscriptionId: idOf(object.id),
        checkoutId: null,
      };
    case 'invoice': {
      const { metadata, subscription } = detailsOf(object);
      return {
        ...shared,
        accountId: accountIdIn(metadata),
        subscriptionId: idOf(subscription),
        checkoutId: null,
      };
    }
    default:
      return undefined;
  }
}

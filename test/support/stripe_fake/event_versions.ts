// Events as older versions of Stripe's interface show them: an endpoint gets those of the version that it was made with.
import type { StripeEvent } from './events.ts';

/** Versions in which events that are read here differ, or which many accounts still have. */
export const eventVersions = [
  '2020-08-27',
  '2022-11-15',
  '2023-10-16',
  '2024-06-20',
  '2025-03-31.basil',
  '2025-09-30.clover',
  '2026-10-28.dahlia',
] as const;

/** The version in which invoices got a parent, and periods moved to items. */
const basil = '2025-03-31';

interface Shown {
  object: string;
  parent?: { subscription_details: { subscription: string; metadata: object } };
  items?: { data: { current_period_start: number; current_period_end: number }[] };
}

export function asVersion(event: StripeEvent, version: string): StripeEvent {
  if (version >= basil) return { ...event, api_version: version };
  const object = structuredClone(event.data.object) as Shown;
  if (object.object === 'invoice' && object.parent) {
    const { subscription, metadata } = object.parent.subscription_details;
    delete object.parent;
    // Before 2023 an invoice said nothing of the subscription's metadata.
    const details = version >= '2023' ? { subscription_details: { metadata } } : {};
    Object.assign(object, { subscription, ...details });
  }
  if (object.object === 'subscription' && object.items?.data[0]) {
    const { current_period_start, current_period_end } = object.items.data[0];
    Object.assign(object, { current_period_start, current_period_end });
  }
  return { ...event, api_version: version, data: { object } };
}

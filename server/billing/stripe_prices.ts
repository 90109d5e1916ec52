// Which plan a subscription at Stripe is on: by its one item whose price the operator has configured. Every other item, and every
// other price, belongs to somebody else and is never written to.
import type Stripe from 'stripe';
import { planNames } from '../domain/plans/tier.ts';
import type { Subscription } from './provider.ts';
import { accountIdIn, idOf } from './stripe_events.ts';
import type { PlanPrice } from './stripe_settings.ts';

export type StripePrices = ReturnType<typeof createStripePrices>;

export function createStripePrices(prices: readonly PlanPrice[]) {
  const planOf = new Map(prices.map(({ plan, price }) => [price, plan]));
  const ranks = new Map<string | undefined, number>(planNames.map((plan, rank) => [plan, rank]));
  const rankOf = (item: Stripe.SubscriptionItem) => ranks.get(planOf.get(item.price.id)) ?? -1;

  /** The item that the plan is paid by: of several, the one of the largest plan. Undefined where no price is configured. */
  const itemOf = ({ items }: Stripe.Subscription) =>
    items.data.filter(({ price }) => planOf.has(price.id)).sort((a, b) => rankOf(b) - rankOf(a))[0];

  return {
    itemOf,

    planOf: (item: Stripe.SubscriptionItem): string | undefined => planOf.get(item.price.id),

    /** The price at which a plan is sold. */
    saleOf(plan: string): string {
      const found = prices.find((each) => each.plan === plan);
      if (found === undefined) throw new TypeError('a plan has no price');
      return found.price;
    },

    toSubscription(found: Stripe.Subscription): Subscription {
      const item = itemOf(found);
      const end = found.cancel_at ?? (found.cancel_at_period_end ? item?.current_period_end : undefined);
      return {
        id: found.id,
        customerId: idOf(found.customer),
        accountId: accountIdIn(found.metadata),
        plan: (item && planOf.get(item.price.id)) ?? null,
        status: found.status,
        endsAtMs: end === undefined ? null : end * 1_000,
      };
    },
  };
}

// What callers asked for and were answered, beside what Stripe charged: the two must agree.
import type { StripeEvent } from '../../support/stripe_fake/events.ts';
import type { StripeFake } from '../../support/stripe_fake/stripe_fake.ts';

/** One caller's wish. Moments are positions in what Stripe says happened. */
export interface Wish {
  plan: string;
  begunAt: number;
  /** Null while nobody was answered, and for a caller whose core died. */
  answeredAt: number | null;
  answer: 'applied' | 'link' | 'refused' | 'unknown' | null;
}

export interface Charge {
  at: number;
  subscription: string;
  plan: string;
  cents: number;
}

export const planOfPrice = (price: string | undefined): string | null =>
  /^price_(starter|growth|pro)$/.exec(price ?? '')?.[1] ?? null;

interface ShownInvoice {
  object: 'invoice';
  billing_reason: string;
  amount_due: number;
  parent: { subscription_details: { subscription: string } };
}

/** A subscription as an event shows it. */
export interface ShownSubscription {
  object: string;
  id: string;
  status: string;
  metadata: Record<string, string>;
  items: { data: { price: { id: string } }[] };
}

const isInvoice = (object: unknown): object is ShownInvoice =>
  (object as { object?: string }).object === 'invoice';

/** What switches were charged from a position on, and the plans that they led to. */
export function chargesSince({ events }: StripeFake, from: number): Charge[] {
  const charges: Charge[] = [];
  for (let at = from; at < events.made.length; at++) {
    const { object } = (events.made[at] as StripeEvent).data;
    if (!isInvoice(object) || object.billing_reason !== 'subscription_update') continue;
    const { subscription } = object.parent.subscription_details;
    // Its event is followed by that of the subscription as it is then.
    const after = events.made
      .slice(at)
      .map(({ data }) => data.object as ShownSubscription)
      .find(({ id }) => id === subscription);
    const plans = after?.items.data.map(({ price }) => planOfPrice(price.id)) ?? [];
    const plan = plans.find((each) => each !== null) ?? 'none';
    charges.push({ at, subscription, plan, cents: object.amount_due });
  }
  return charges;
}

/** Whether somebody asked for a charge who waited for it, or whose answer was that its outcome is not known, and who wished nothing else since. */
export function isAskedFor({ at, plan }: Charge, wishes: readonly Wish[]): boolean {
  return wishes.some((wish, index) => {
    const isOpen = wish.answeredAt === null || wish.answeredAt > at || wish.answer === 'unknown';
    const isReplaced = wishes.some(
      (newer, place) =>
        place > index &&
        newer.plan !== plan &&
        newer.answer === 'applied' &&
        newer.answeredAt !== null &&
        newer.answeredAt <= at &&
        (wish.answeredAt === null || newer.answeredAt > wish.answeredAt),
    );
    return wish.plan === plan && wish.begunAt <= at && isOpen && !isReplaced;
  });
}

// What may happen in a course: callers, payers, Stripe's dashboard, the way of events, Stripe's bad days, and time.
import type { Seeded } from '../../support/seeded.ts';
import { begin } from '../../support/stripe_fake/charges.ts';
import { eventVersions } from '../../support/stripe_fake/event_versions.ts';
import type { HeldSubscription, Metadata } from '../../support/stripe_fake/store.ts';
import { checkoutIn } from '../stripe_settings.ts';
import type { Course } from './course.ts';

export interface Step {
  name: string;
  /** How often it is drawn beside others. */
  weight: number;
  isPossible?: (course: Course) => boolean;
  play: (course: Course, chance: Seeded) => unknown;
}

const plans = ['starter', 'growth', 'pro'] as const;
const update = { method: 'POST', path: '/v1/subscriptions/' } as const;
const anyPost = { method: 'POST' } as const;
const hasSubscription = (course: Course) => course.own().length > 0;
/** Does it to each subscription of the account that is live. */
const each = (course: Course, work: (held: HeldSubscription) => unknown): void => {
  for (const held of course.live()) work(held);
};
const isLive = (course: Course) => course.live().length > 0;

const callers: Step[] = [
  {
    name: 'a wish',
    weight: 8,
    play: (course, chance) => course.wish(chance.pick(plans), chance.below(2)),
  },
  {
    name: 'two wishes at once',
    weight: 3,
    play: (course, chance) => Promise.all([0, 1].map((core) => course.wish(chance.pick(plans), core))),
  },
  {
    name: 'a wish whose core dies before it asked',
    weight: 1,
    isPossible: isLive,
    play: (course, chance) => course.dyingWish(chance.pick(plans), false),
  },
  {
    name: 'a wish whose core dies after it asked',
    weight: 1,
    isPossible: isLive,
    play: (course, chance) => course.dyingWish(chance.pick(plans), true),
  },
];

const payers: Step[] = [
  {
    name: 'the checkout is paid',
    weight: 8,
    isPossible: (course) => course.openLink() !== undefined,
    play(course, chance) {
      const card = chance.pick(['ok', 'ok', 'ok', 'declined', 'ok_then_declined'] as const);
      const paid = course.fake.payCheckout(checkoutIn(course.openLink()), { card });
      if (paid.customer !== null) course.customers.add(paid.customer);
    },
  },
  {
    name: 'the card changes',
    weight: 3,
    isPossible: hasSubscription,
    play(course, chance) {
      const card = chance.pick(['ok', 'ok', 'declined', 'needs_payer', 'none'] as const);
      for (const id of course.customers)
        if (course.fake.store.customers.has(id)) course.fake.setCard(id, card);
    },
  },
  {
    name: 'the subscription is to end with its period',
    weight: 1,
    isPossible: isLive,
    play: (course) => each(course, ({ id }) => course.fake.cancelAtPeriodEnd(id)),
  },
];

const dashboard: Step[] = [
  {
    name: 'a month begins',
    weight: 2,
    isPossible: isLive,
    play: (course) => each(course, ({ id }) => course.fake.renew(id)),
  },
  {
    name: 'the subscription is ended',
    weight: 1,
    isPossible: isLive,
    play: (course) => each(course, ({ id }) => course.fake.cancelSubscription(id)),
  },
  {
    name: 'the subscription becomes unpaid or paused',
    weight: 2,
    isPossible: isLive,
    play: (course, chance) =>
      each(course, ({ id }) => course.fake.setStatus(id, chance.pick(['unpaid', 'paused', 'incomplete']))),
  },
  {
    name: 'what was owed is paid',
    weight: 3,
    isPossible: (course) => course.unfinished() !== undefined,
    play: (course) => course.fake.setStatus(course.unfinished()?.id as string, 'active'),
  },
  {
    name: 'the customer buys another product',
    weight: 2,
    isPossible: (course) => course.customers.size > 0,
    play(course, chance) {
      const [customer = ''] = course.customers;
      if (!course.fake.store.customers.has(customer)) return;
      const metadata: Metadata = chance.chance(0.3) ? { account_id: String(course.accountId) } : {};
      course.foreign.push(begin(course.fake.store, { customer, metadata, price: 'price_support' }));
    },
  },
  {
    name: 'the customer is deleted',
    weight: 0.3,
    isPossible: isLive,
    play: (course) => each(course, ({ customer }) => course.fake.deleteCustomer(customer)),
  },
];

const events: Step[] = [
  {
    name: 'events arrive',
    weight: 6,
    play: (course, chance) =>
      course.deliver({
        order: chance.pick(['made', 'reversed']),
        duplicate: 1 + chance.below(3),
        atOnce: chance.chance(0.3),
        version: chance.pick(eventVersions),
      }),
  },
  {
    name: 'some events arrive, others get lost',
    weight: 3,
    play: (course, chance) => course.deliver({ drop: () => chance.chance(0.5) }),
  },
  {
    name: 'all events get lost',
    weight: 2,
    play(course) {
      course.fake.events.pending = [];
    },
  },
];

const badDays: Step[] = [
  {
    name: 'Stripe limits or fails',
    weight: 3,
    play(course, chance) {
      const filter = { ...(chance.chance(0.6) ? update : anyPost), times: 1 + chance.below(8) };
      course.trouble(() => course.fake.faults.fail(chance.pick([429, 500, 503]), filter));
    },
  },
  {
    name: 'Stripe keeps a failure',
    weight: 1,
    play: (course) => course.trouble(() => course.fake.faults.failWhileWorking(500, update)),
  },
  {
    name: 'connections are dropped',
    weight: 3,
    play(course, chance) {
      const filter = { ...update, times: 1 + chance.below(6) };
      course.trouble(() =>
        chance.chance(0.5)
          ? course.fake.faults.dropAfterApplying(filter)
          : course.fake.faults.dropBeforeApplying(filter),
      );
    },
  },
  {
    name: 'a request is late, or slow',
    weight: 3,
    play(course, chance) {
      const kind = chance.pick(['holdArrival', 'holdBeforeApplying', 'holdAnswer'] as const);
      course.trouble(() => course.holds.push(course.fake.faults[kind](update)));
    },
  },
  {
    name: 'what was held goes on',
    weight: 4,
    isPossible: ({ holds }) => holds.length > 0,
    play: (course) => course.release(),
  },
  {
    name: 'Stripe is well again',
    weight: 2,
    play: (course) => course.heal(),
  },
];

const time: Step[] = [
  { name: 'a minute passes', weight: 3, play: (course, chance) => course.pass(60_000, chance.below(2)) },
  {
    name: 'half an hour passes',
    weight: 1,
    play: (course, chance) => course.pass(1_800_000, chance.below(2)),
  },
  { name: 'the account is to be erased', weight: 0.4, play: (course) => course.erase() },
];

export const steps: readonly Step[] = [...callers, ...payers, ...dashboard, ...events, ...badDays, ...time];

/** Draws one that is possible now. */
export function drawStep(course: Course, chance: Seeded): Step {
  const possible = steps.filter(({ isPossible }) => isPossible?.(course) ?? true);
  let left = chance.next() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const step of possible) {
    left -= step.weight;
    if (left <= 0) return step;
  }
  return possible[0] as Step;
}

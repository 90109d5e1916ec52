// The part of Stripe that Textrelay uses, on a real socket, for the real `stripe` library: point one at it with
// `new Stripe(fake.secretKey, { host: fake.host, port: fake.port, protocol: 'http' })`, or a core with `fake.url`. It
// remembers customers, subscriptions, invoices with prorations and credits, checkouts, and answers under idempotency
// keys for 24 hours; it refuses what Stripe refuses, in Stripe's words, parameters it does not know included. Time is
// the clock that it is given: a checkout ends, a key is forgotten and a period is prorated by it. A month has 30 days,
// a checkout one line, and `pending_if_incomplete` and `expand` are not modelled. `fake.calls` holds every request.
//
// A test plays the rest of the world. The payer: `payCheckout`, `expireCheckout`, `setCard` (of a customer, from the
// next charge on), `renew` (the next period is charged), `cancelAtPeriodEnd` (said on the portal; its end is played by
// `cancelSubscription`). Somebody at the dashboard: `cancelSubscription`, `setStatus`,
// `deleteCustomer`, or anything in `fake.store`. The network and Stripe on a bad day: `fake.faults`, a queue in which
// each fault waits for the next request that fits its filter; what is held says when it is (`await hold.held`), so no
// test sleeps. And the events' way: each change makes events, which wait in `fake.events` until `deliver` sends them,
// signed at that moment, to an address or a function: in order, reversed, repeated, only some of them, or not at all.
import { type Clock, systemClock } from '../../../runtime/clock.ts';
import { cancel, renew } from './charges.ts';
import { expire, expireDue, type PayerCard, pay } from './checkout_routes.ts';
import { type DeliveryPlan, EventLog, type Receiver } from './events.ts';
import { FaultQueue } from './faults.ts';
import { type RecordedCall, startServer } from './server.ts';
import { showSubscription } from './shapes.ts';
import { type Card, StripeStore } from './store.ts';

export interface StripeFakeOptions {
  clock?: Pick<Clock, 'nowMs'>;
  secretKey?: string;
  webhookSecret?: string;
  /** In the smallest unit, a month, by the price's id. */
  prices?: Readonly<Record<string, number>>;
  currency?: string;
}

export type StripeFake = Awaited<ReturnType<typeof startStripeFake>>;

/** Starts it on a free port of this machine. */
export async function startStripeFake({
  clock = systemClock,
  secretKey = 'sk_test_fake4711',
  webhookSecret = 'whsec_fake4711',
  prices = { price_starter: 900, price_growth: 2_900, price_pro: 9_900 },
  currency = 'usd',
}: StripeFakeOptions = {}) {
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
  const events = new EventLog({ webhookSecret, nowSeconds });
  const store = new StripeStore({ prices: new Map(Object.entries(prices)), currency, events, nowSeconds });
  const faults = new FaultQueue();
  const calls: RecordedCall[] = [];
  const server = await startServer({ store, faults, calls, secretKey });
  const host = '127.0.0.1';

  return {
    host,
    port: server.port,
    url: `http://${host}:${server.port}`,
    secretKey,
    webhookSecret,
    store,
    faults,
    events,
    calls,

    /** Somebody pays on the page. A declined card leaves the checkout open. Throws when it is not open. */
    payCheckout(id: string, { card = 'ok' }: { card?: PayerCard } = {}) {
      expireDue(store);
      return pay(store, store.getSession(id), card);
    },

    /** The payer gives up. */
    expireCheckout: (id: string) => expire(store, store.getSession(id)),

    /** What becomes of a customer's charges from now on. */
    setCard(customerId: string, card: Card) {
      store.getCustomer(customerId).card = card;
    },

    /** The next period begins and is charged, with what was pending. Returns its invoice. */
    renew: (id: string) => renew(store, store.getSubscription(id)),

    /** The customer ends the subscription with its period, on the portal. */
    cancelAtPeriodEnd(id: string) {
      const held = store.getSubscription(id);
      held.cancelAt = held.periodEnd;
      events.add('customer.subscription.updated', showSubscription(store, held));
    },

    cancelSubscription: (id: string) => cancel(store, store.getSubscription(id)),

    /** The subscription's status becomes any word. */
    setStatus(id: string, status: string) {
      const held = store.getSubscription(id);
      held.status = status;
      events.add('customer.subscription.updated', showSubscription(store, held));
    },

    /** The customer is gone, and its subscriptions are canceled, as on Stripe. */
    deleteCustomer(id: string) {
      for (const held of store.subscriptions.values())
        if (held.customer === id && held.status !== 'canceled') cancel(store, held);
      store.customers.delete(id);
    },

    /** Sends the events that wait. */
    deliver: (receiver: Receiver, plan?: DeliveryPlan) => events.deliver(receiver, plan),

    /** Ends every fault and every connection. Throws what went wrong in the fake itself. */
    stop: () => server.stop(),
  };
}

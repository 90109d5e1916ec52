// What this Stripe remembers: customers with a card, subscriptions, invoices and checkouts. Holds; decides nothing.
import { randomUUID } from 'node:crypto';
import type { EventLog } from './events.ts';

/** What becomes of a customer's next charge: its bank may want to ask the payer, and there may be no card. */
export type Card = 'ok' | 'declined' | 'needs_payer' | 'none';
export type Metadata = Record<string, string>;

export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Metadata;
  created: number;
  card: Card;
  /** Negative: a credit, taken off the next invoices. */
  balanceCents: number;
}

export interface Item {
  id: string;
  price: string;
}

export interface HeldSubscription {
  id: string;
  customer: string;
  status: string;
  items: Item[];
  metadata: Metadata;
  created: number;
  periodStart: number;
  periodEnd: number;
  canceledAt: number | null;
  /** When it ends, where its customer has said so. */
  cancelAt: number | null;
  latestInvoice: string | null;
  /** Prorations that wait for the next invoice; negative: a credit. */
  pendingCents: number;
  /** Updates that were carried out. */
  updates: number;
}

export interface Invoice {
  id: string;
  customer: string;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** The idempotency key of the request that made it; null for what a payer or time did. */
  askedBy: string | null;
  status: 'paid' | 'open';
  totalCents: number;
  /** What was left to charge after the credit. */
  dueCents: number;
  created: number;
}

export interface HeldSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  price: string;
  customer: string | null;
  subscription: string | null;
  clientReferenceId: string | null;
  metadata: Metadata;
  subscriptionMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
  created: number;
  expiresAt: number;
}

export interface StoreOptions {
  /** In the smallest unit, a month of each price. */
  prices: Map<string, number>;
  currency: string;
  events: EventLog;
  nowSeconds: () => number;
}

/** A new id of a kind, like sub_... */
export const createId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

export class StripeStore {
  readonly customers = new Map<string, Customer>();
  readonly subscriptions = new Map<string, HeldSubscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly sessions = new Map<string, HeldSession>();
  readonly prices: Map<string, number>;
  /** Prices that are no longer sold: who pays one goes on. */
  readonly archived = new Set<string>();
  /** Prices of another currency than the subscriptions have. */
  readonly ofOtherCurrency = new Set<string>();
  /** What the portal's settings let a customer do on a page of its own. */
  readonly portalFlows = new Set(['subscription_update_confirm', 'payment_method_update']);
  readonly currency: string;
  readonly events: EventLog;
  readonly nowSeconds: () => number;

  constructor({ prices, currency, events, nowSeconds }: StoreOptions) {
    this.prices = prices;
    this.currency = currency;
    this.events = events;
    this.nowSeconds = nowSeconds;
  }

  addCustomer(fields: Partial<Customer> = {}): Customer {
    const customer: Customer = {
      id: createId('cus'),
      email: null,
      name: null,
      metadata: {},
      created: this.nowSeconds(),
      card: 'ok',
      balanceCents: 0,
      ...fields,
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** For tests, which know that it is there. */
  getSubscription(id: string): HeldSubscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Error(`there is no subscription ${id}`);
    return found;
  }

  getCustomer(id: string): Customer {
    const found = this.customers.get(id);
    if (!found) throw new Error(`there is no customer ${id}`);
    return found;
  }

  getSession(id: string): HeldSession {
    const found = this.sessions.get(id);
    if (!found) throw new Error(`there is no checkout session ${id}`);
    return found;
  }
}

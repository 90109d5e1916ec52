// The tables of billing: what ties accounts to the payment provider, its events, and the sandbox provider's memory.
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { account } from './schema.ts';
import { instant, int8 } from './schema_columns.ts';

/**
 * The tie of an account to the payment provider. The one plan change that may be under way is part of the row, so that
 * there is never a second one.
 */
export const billing = pgTable(
  'billing',
  {
    accountId: int8('account_id')
      .primaryKey()
      .references(() => account.id),
    /** Counts what was applied; who read an older one applies nothing. */
    version: int8('version').notNull(),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    /** The checkout that may still be paid, and until when. */
    checkoutId: text('checkout_id'),
    checkoutUrl: text('checkout_url'),
    checkoutPlan: text('checkout_plan'),
    checkoutExpiresAt: instant('checkout_expires_at'),
    /** The plan change under way: its idempotency key at the provider, and who may go on with it until when. */
    intentId: text('intent_id'),
    intentPlan: text('intent_plan'),
    intentHolder: text('intent_holder'),
    intentLeasedUntil: instant('intent_leased_until'),
    /** When the provider was last asked. */
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [
    uniqueIndex('billing_subscription').on(t.subscriptionId).where(sql`subscription_id is not null`),
    // One customer may pay for several accounts.
    index('billing_of_customer').on(t.customerId).where(sql`customer_id is not null`),
    index('billing_checked').on(t.checkedAt),
    index('billing_checkout').on(t.checkoutId).where(sql`checkout_id is not null`),
    index('billing_intent').on(t.intentLeasedUntil).where(sql`intent_id is not null`),
  ],
);

/** A provider's event that was taken in; applied once. */
export const billingEvent = pgTable(
  'billing_event',
  {
    id: text('id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
  },
  (t) => [index('billing_event_received').on(t.receivedAt)],
);

/** The sandbox provider's own memory: what Stripe would know of a customer. One row a subscription. */
export const sandboxSubscription = pgTable('sandbox_subscription', {
  id: text('id').primaryKey(),
  accountId: int8('account_id').notNull(),
  plan: text('plan').notNull(),
  status: text('status').notNull(),
  /** The card is declined from the next charge on. */
  isDeclining: boolean('is_declining').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The sandbox provider's checkouts. */
export const sandboxCheckout = pgTable('sandbox_checkout', {
  id: text('id').primaryKey(),
  accountId: int8('account_id').notNull(),
  plan: text('plan').notNull(),
  state: text('state').notNull(),
  subscriptionId: text('subscription_id'),
  expiresAt: instant('expires_at').notNull(),
});

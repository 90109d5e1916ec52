// The accounts' ties to the payment provider, and the provider's events.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';

/** A checkout that may still be paid. */
export type StoredCheckout = RowOf<typeof storedCheckout>;
const storedCheckout = {
  id: text('checkout_id'),
  url: text('checkout_url'),
  plan: text('checkout_plan'),
  expiresAtMs: instant('checkout_expires_at'),
};

/** The plan change under way. */
const storedIntent = {
  /** Its idempotency key at the provider, which stands for the request. */
  id: text('intent_id'),
  plan: text('intent_plan'),
  leasedUntilMs: instant('intent_leased_until'),
};

/** An account's ties to the provider. */
export type BillingRow = RowOf<typeof billingRow>;
const billingRow = {
  accountId: int8,
  version: int8,
  customerId: text.orNull,
  subscriptionId: text.orNull,
  checkout: group(storedCheckout).orNull,
  intent: group(storedIntent).orNull,
};

/** The state at the provider that an account takes over. */
export type BillingChange = RowOf<typeof billingChange>;
const billingChange = {
  customerId: text.orNull,
  subscriptionId: text.orNull,
  /** Whether the stored checkout stays. */
  keepsCheckout: bool,
  /** Null leaves the account's own as it is. */
  plan: text.orNull,
  subscriptionStatus: text.orNull,
};

/** The ids by which the provider may know an account. */
const billingHint = { subscriptionId: text.orNull, customerId: text.orNull, checkoutId: text.orNull };

const ensure = statement({
  takes: { accountId: int8, nowMs: instant },
  text: ({ accountId, nowMs }) => `
insert into billing (account_id, version, checked_at)
select id, 0, ${nowMs} from account where id = ${accountId} on conflict do nothing`,
});

const find = statement({
  takes: { accountId: int8 },
  gives: billingRow,
  text: ({ accountId, row }) => `select ${row} from billing where account_id = ${accountId}`,
});

const findBilled = statement({
  takes: { ...billingHint, most: int4 },
  gives: { accountId: int8 },
  text: ({ subscriptionId, customerId, checkoutId, most, row }) => `
select ${row} from billing where subscription_id = ${subscriptionId}
union select ${row} from billing where checkout_id = ${checkoutId}
union select ${row} from billing where customer_id = ${customerId}
limit ${most}`,
});

/** Most accounts that one event of a customer can bring up to date; the others follow when they are compared. */
const mostOfOneCustomer = 20;

const apply = statement({
  takes: { accountId: int8, version: int8, ...billingChange, nowMs: instant },
  text: (given) => `
with moved as (
  update billing set version = version + 1, checked_at = ${given.nowMs},
    customer_id = ${given.customerId}, subscription_id = ${given.subscriptionId},
    checkout_id = case when ${given.keepsCheckout} then checkout_id end,
    checkout_url = case when ${given.keepsCheckout} then checkout_url end,
    checkout_plan = case when ${given.keepsCheckout} then checkout_plan end,
    checkout_expires_at = case when ${given.keepsCheckout} then checkout_expires_at end
  where account_id = ${given.accountId} and version = ${given.version}
  returning account_id
), followed as (
  update account a set plan = coalesce(${given.plan}, a.plan),
    subscription_status = coalesce(${given.subscriptionStatus}, a.subscription_status)
  from moved m where a.id = m.account_id
    and (${given.plan} is not null or ${given.subscriptionStatus} is not null)
)
select account_id from moved`,
});

const drop = statement({
  takes: { accountId: int8, checkoutId: text },
  text: ({ accountId, checkoutId }) => `
update billing set version = version + 1, checkout_id = null, checkout_url = null, checkout_plan = null,
  checkout_expires_at = null
where account_id = ${accountId} and checkout_id = ${checkoutId} returning account_id`,
});

const claimDue = statement({
  takes: { dueMs: instant, nowMs: instant },
  gives: { accountId: int8, isTied: bool('subscription_id is not null or checkout_id is not null') },
  text: ({ dueMs, nowMs, row }) => `
update billing set checked_at = ${nowMs}
where account_id = (
  select account_id from billing where checked_at < ${dueMs}
  order by checked_at limit 1 for update skip locked
)
returning ${row}`,
});

// The update changes nothing, but lets the statement see a row that another replica has just written.
const takeEvent = statement({
  takes: { id: text, nowMs: instant },
  gives: { isApplied: bool('e.applied_at is not null') },
  text: ({ id, nowMs, row }) => `
insert into billing_event as e (id, received_at) values (${id}, ${nowMs})
on conflict (id) do update set id = excluded.id returning ${row}`,
});

const markEvent = statement({
  takes: { id: text, nowMs: instant },
  text: ({ id, nowMs }) =>
    `update billing_event set applied_at = coalesce(applied_at, ${nowMs}) where id = ${id} returning id`,
});

export const prepareBilling = ({ writes, reads }: Database) => ({
  /** Makes sure that the account has a row. Returns nothing for an unknown account, and writes nothing. */
  async ensureBilling(accountId: bigint, nowMs: number): Promise<void> {
    await ensure.run(writes, { accountId, nowMs });
  },

  findBilling: (accountId: bigint) => find.first(reads, { accountId }),

  /** The accounts that any of these ids belongs to. */
  findBilledAccounts: async ({ subscriptionId, customerId, checkoutId }: RowOf<typeof billingHint>) => {
    const rows = await findBilled.run(reads, {
      subscriptionId,
      customerId,
      checkoutId,
      most: mostOfOneCustomer,
    });
    return rows.map(({ accountId }) => accountId);
  },

  /**
   * Applies the provider's state to the account, in one statement. Returns false if another state was applied since
   * `version` was read: this one may be older, and the provider must be asked again. Throws StatementFailed 23505 if
   * the customer or the subscription is another account's.
   */
  applyBilling: (accountId: bigint, version: bigint, change: BillingChange, nowMs: number) =>
    apply.any(writes, { accountId, version, ...change, nowMs }),

  /** Forgets a checkout that cannot be paid any more. */
  async dropCheckout(accountId: bigint, checkoutId: string): Promise<void> {
    await drop.run(writes, { accountId, checkoutId });
  },

  /**
   * Takes the account that was compared with the provider longest ago, if that was before `dueMs`. Only one of several
   * replicas gets it. `isTied` is false for an account that the provider does not know.
   */
  claimDueBilling: (dueMs: number, nowMs: number) => claimDue.first(writes, { dueMs, nowMs }),

  /** Stores an event's id. Returns whether it was applied before. */
  async takeEvent(id: string, nowMs: number): Promise<{ isApplied: boolean }> {
    const taken = await takeEvent.first(writes, { id, nowMs });
    return { isApplied: taken?.isApplied === true };
  },

  /** Says that an event was applied. */
  async markEvent(id: string, nowMs: number): Promise<void> {
    await markEvent.run(writes, { id, nowMs });
  },
});

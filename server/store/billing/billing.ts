// The accounts' ties to the payment provider, and the provider's events. An account may have one plan change under way:
// it is part of the account's billing row, so that only one of two simultaneous changes is stored. Its lease says how
// long the other must wait.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
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

/** The replica that may go on with a plan change, and until when. */
export type Lease = ValuesOf<typeof lease>;
const lease = { holder: text, untilMs: instant };

const intent = { accountId: int8, id: text };

const noIntent = 'intent_id = null, intent_plan = null, intent_holder = null, intent_leased_until = null';

// It counts as an addition: an erasure of the account sees it, or it sees the erasure.
const claimIntent = statement({
  takes: { ...intent, plan: text, ...lease, nowMs: instant },
  text: ({ accountId, id, plan, holder, untilMs, nowMs }) => `
with turn as (
  update account set additions = additions + 1
  where id = ${accountId} and suspension_reason is distinct from 'erased' returning id
)
insert into billing as b (account_id, version, checked_at, intent_id, intent_plan, intent_holder,
  intent_leased_until)
select t.id, 0, ${nowMs}, ${id}, ${plan}, ${holder}, ${untilMs} from turn t
on conflict (account_id) do update set intent_id = excluded.intent_id, intent_plan = excluded.intent_plan,
  intent_holder = excluded.intent_holder, intent_leased_until = excluded.intent_leased_until
where b.intent_id is null
returning account_id`,
});

const takeIntent = statement({
  takes: { ...intent, ...lease, nowMs: instant },
  text: ({ accountId, id, holder, untilMs, nowMs }) => `
update billing set intent_holder = ${holder}, intent_leased_until = ${untilMs}
where account_id = ${accountId} and intent_id = ${id} and intent_leased_until <= ${nowMs}
returning account_id`,
});

const decideIntent = statement({
  takes: { ...intent, decidedId: text, ...lease },
  text: ({ accountId, id, decidedId, holder, untilMs }) => `
update billing set intent_id = ${decidedId}, intent_leased_until = ${untilMs}
where account_id = ${accountId} and intent_id = ${id} and intent_holder = ${holder} returning account_id`,
});

const releaseIntent = statement({
  takes: { ...intent, holder: text, nowMs: instant },
  text: ({ accountId, id, holder, nowMs }) => `
update billing set intent_leased_until = ${nowMs}
where account_id = ${accountId} and intent_id = ${id} and intent_holder = ${holder} returning account_id`,
});

const clearIntent = statement({
  takes: intent,
  text: ({ accountId, id }) =>
    `update billing set ${noIntent} where account_id = ${accountId} and intent_id = ${id} returning account_id`,
});

const storeCheckout = statement({
  takes: { ...intent, checkoutId: text, url: text, plan: text, expiresAtMs: instant },
  text: ({ accountId, id, checkoutId, url, plan, expiresAtMs }) => `
update billing set version = version + 1, checkout_id = ${checkoutId}, checkout_url = ${url},
  checkout_plan = ${plan}, checkout_expires_at = ${expiresAtMs}, ${noIntent}
where account_id = ${accountId} and intent_id = ${id} returning account_id`,
});

const listStaleIntents = statement({
  takes: { nowMs: instant, limit: int4 },
  gives: { accountId: int8 },
  text: ({ nowMs, limit, row }) => `
select ${row} from billing where intent_id is not null and intent_leased_until <= ${nowMs}
order by intent_leased_until limit ${limit}`,
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

  /** Stores a plan change, unless the account has one under way, or is being erased. The account must exist. */
  claimIntent: (accountId: bigint, change: { id: string; plan: string }, lease: Lease, nowMs: number) =>
    claimIntent.any(writes, { accountId, ...change, ...lease, nowMs }),

  /** Takes over a plan change whose lease has run out. */
  takeIntent: (accountId: bigint, id: string, lease: Lease, nowMs: number) =>
    takeIntent.any(writes, { accountId, id, ...lease, nowMs }),

  /** Stores the id of the request before the provider is asked. Returns false if the lease was lost. */
  decideIntent: (accountId: bigint, id: string, decidedId: string, lease: Lease) =>
    decideIntent.any(writes, { accountId, id, decidedId, ...lease }),

  /** Ends the lease, so that the next replica can go on at once. */
  async releaseIntent(accountId: bigint, id: string, holder: string, nowMs: number): Promise<void> {
    await releaseIntent.run(writes, { accountId, id, holder, nowMs });
  },

  /** Ends a plan change. */
  async clearIntent(accountId: bigint, id: string): Promise<void> {
    await clearIntent.run(writes, { accountId, id });
  },

  /** Stores the checkout that a plan change has come to, and ends the change. False when it was ended before. */
  async storeCheckout(accountId: bigint, intentId: string, checkout: StoredCheckout): Promise<boolean> {
    const { id: checkoutId, ...rest } = checkout;
    return storeCheckout.any(writes, { accountId, id: intentId, checkoutId, ...rest });
  },

  /** Accounts with a plan change whose lease has run out. */
  listStaleIntents: async (nowMs: number, limit: number): Promise<bigint[]> =>
    (await listStaleIntents.run(reads, { nowMs, limit })).map(({ accountId }) => accountId),
});

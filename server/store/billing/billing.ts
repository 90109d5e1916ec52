// What ties accounts to the payment provider, and the one statement that lets an account follow it.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text } from '../postgres/kinds.ts';
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
  /** Its idempotency key at the provider, which says what is asked. */
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

/** What an account takes over from the provider. */
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

/** What an account may be known by at the provider. */
const billingHint = { subscriptionId: text.orNull, customerId: text.orNull, checkoutId: text.orNull };

const ensure = statement({
  takes: { accountId: int8, nowMs: instant },
  gives: {},
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
  takes: billingHint,
  gives: { accountId: int8 },
  text: ({ subscriptionId, customerId, checkoutId, row }) => `
select ${row} from billing where subscription_id = ${subscriptionId}
union all select ${row} from billing where customer_id = ${customerId}
union all select ${row} from billing where checkout_id = ${checkoutId} limit 1`,
});

const apply = statement({
  takes: { accountId: int8, version: int8, ...billingChange, nowMs: instant },
  gives: {},
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
  gives: {},
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

/** Prepares reads and writes of billing rows. */
export function prepareBilling({ writes, reads }: Database) {
  return {
    /** Makes sure that the account has a row. Returns nothing for an unknown account, and writes nothing. */
    async ensureBilling(accountId: bigint, nowMs: number): Promise<void> {
      await ensure.run(writes, { accountId, nowMs });
    },

    findBilling: async (accountId: bigint): Promise<BillingRow | undefined> =>
      (await find.run(reads, { accountId }))[0],

    /** The account that any of these ids belongs to. */
    findBilledAccount: async (hint: RowOf<typeof billingHint>): Promise<bigint | undefined> =>
      (await findBilled.run(reads, hint))[0]?.accountId,

    /**
     * Lets the account follow what the provider said, in one statement. Returns false when something else was applied
     * since `version` was read: what was said may be older than that, and must be asked again. Throws StatementFailed
     * 23505 when the customer or the subscription is another account's.
     */
    applyBilling: async (
      accountId: bigint,
      version: bigint,
      change: BillingChange,
      nowMs: number,
    ): Promise<boolean> => (await apply.run(writes, { accountId, version, ...change, nowMs })).length === 1,

    /** Forgets a checkout that cannot be paid any more. */
    async dropCheckout(accountId: bigint, checkoutId: string): Promise<void> {
      await drop.run(writes, { accountId, checkoutId });
    },

    /**
     * Takes the account that was not compared with the provider for longest, if that was before `dueMs`: of several
     * replicas one gets it. `isTied` is false for one that there is nothing to ask about.
     */
    claimDueBilling: async (
      dueMs: number,
      nowMs: number,
    ): Promise<{ accountId: bigint; isTied: boolean } | undefined> =>
      (await claimDue.run(writes, { dueMs, nowMs }))[0],
  };
}

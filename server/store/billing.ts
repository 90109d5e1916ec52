// What ties accounts to the payment provider, and the one statement that lets an account follow it.
import { eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { instantLiteral, type Row } from './driver.ts';
import { billing } from './schema_billing.ts';

/** A checkout that may still be paid. */
export interface StoredCheckout {
  id: string;
  url: string;
  plan: string;
  expiresAtMs: number;
}

/** The plan change under way. */
export interface StoredIntent {
  /** Its idempotency key at the provider, which says what is asked. */
  id: string;
  plan: string;
  leasedUntilMs: number;
}

/** An account's ties to the provider. */
export interface BillingRow {
  accountId: bigint;
  version: bigint;
  customerId: string | null;
  subscriptionId: string | null;
  checkout: StoredCheckout | null;
  intent: StoredIntent | null;
}

/** What an account takes over from the provider. */
export interface BillingChange {
  customerId: string | null;
  subscriptionId: string | null;
  /** Whether the stored checkout stays. */
  keepsCheckout: boolean;
  /** Null leaves the account's own as it is. */
  plan: string | null;
  subscriptionStatus: string | null;
}

/** Prepares reads and writes of billing rows. */
export function prepareBilling({ read, writes, reads }: Database) {
  const byAccount = read
    .select()
    .from(billing)
    .where(eq(billing.accountId, sql.placeholder('accountId')))
    .prepare('find_billing');

  return {
    /** Makes sure that the account has a row. Answers nothing for an unknown account, and writes nothing. */
    async ensureBilling(accountId: bigint, nowMs: number): Promise<void> {
      await writes.run(
        `insert into billing (account_id, version, checked_at)
        select id, 0, $2::timestamptz from account where id = $1::int8 on conflict do nothing`,
        [accountId, instantLiteral(nowMs)],
      );
    },

    async findBilling(accountId: bigint): Promise<BillingRow | undefined> {
      const [row] = await byAccount.execute({ accountId });
      return row && toBilling(row);
    },

    /** The account that any of these ids belongs to. */
    async findBilledAccount(hint: {
      subscriptionId: string | null;
      customerId: string | null;
      checkoutId: string | null;
    }): Promise<bigint | undefined> {
      const rows = await reads.run(
        `select account_id from billing where subscription_id = $1::text
        union all select account_id from billing where customer_id = $2::text
        union all select account_id from billing where checkout_id = $3::text limit 1`,
        [hint.subscriptionId, hint.customerId, hint.checkoutId],
      );
      return rows[0]?.[0] as bigint | undefined;
    },

    /**
     * Lets the account follow what the provider said, in one statement. Answers false when something else was applied
     * since `version` was read: what was said may be older than that, and must be asked again. Throws StatementFailed
     * 23505 when the customer or the subscription is another account's.
     */
    async applyBilling(
      accountId: bigint,
      version: bigint,
      change: BillingChange,
      nowMs: number,
    ): Promise<boolean> {
      const rows = await writes.run(
        `with moved as (
          update billing set version = version + 1, checked_at = $8::timestamptz,
            customer_id = $3::text, subscription_id = $4::text,
            checkout_id = case when $5::bool then checkout_id end,
            checkout_url = case when $5::bool then checkout_url end,
            checkout_plan = case when $5::bool then checkout_plan end,
            checkout_expires_at = case when $5::bool then checkout_expires_at end
          where account_id = $1::int8 and version = $2::int8
          returning account_id
        ), followed as (
          update account a set plan = coalesce($6::text, a.plan),
            subscription_status = coalesce($7::text, a.subscription_status)
          from moved m where a.id = m.account_id and ($6::text is not null or $7::text is not null)
        )
        select account_id from moved`,
        [
          accountId,
          version,
          change.customerId,
          change.subscriptionId,
          change.keepsCheckout,
          change.plan,
          change.subscriptionStatus,
          instantLiteral(nowMs),
        ],
      );
      return rows.length === 1;
    },

    /** Forgets a checkout that can't be paid any more. */
    async dropCheckout(accountId: bigint, checkoutId: string): Promise<void> {
      await writes.run(
        `update billing set version = version + 1, checkout_id = null, checkout_url = null, checkout_plan = null,
          checkout_expires_at = null
        where account_id = $1::int8 and checkout_id = $2::text returning account_id`,
        [accountId, checkoutId],
      );
    },

    /**
     * Takes the account that was not compared with the provider for longest, if that was before `dueMs`: of several
     * replicas one gets it. `isTied` is false for one that there is nothing to ask about.
     */
    async claimDueBilling(
      dueMs: number,
      nowMs: number,
    ): Promise<{ accountId: bigint; isTied: boolean } | undefined> {
      const [row]: Row[] = await writes.run(
        `update billing set checked_at = $2::timestamptz
        where account_id = (
          select account_id from billing where checked_at < $1::timestamptz
          order by checked_at limit 1 for update skip locked
        )
        returning account_id, subscription_id is not null or checkout_id is not null`,
        [instantLiteral(dueMs), instantLiteral(nowMs)],
      );
      return row && { accountId: row[0] as bigint, isTied: row[1] as boolean };
    },
  };
}

function toBilling(row: typeof billing.$inferSelect): BillingRow {
  const { accountId, version, customerId, subscriptionId, intentId } = row;
  return {
    accountId,
    version,
    customerId,
    subscriptionId,
    checkout:
      row.checkoutId === null
        ? null
        : {
            id: row.checkoutId,
            url: row.checkoutUrl ?? '',
            plan: row.checkoutPlan ?? '',
            expiresAtMs: row.checkoutExpiresAt?.getTime() ?? 0,
          },
    intent:
      intentId === null
        ? null
        : {
            id: intentId,
            plan: row.intentPlan ?? '',
            leasedUntilMs: row.intentLeasedUntil?.getTime() ?? 0,
          },
  };
}

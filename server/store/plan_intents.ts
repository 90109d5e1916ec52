// The one plan change that an account may have under way. It is part of the account's billing row, so that of two that
// come at once one gets in; its lease says how long the other must leave it alone.

import type { StoredCheckout } from './billing.ts';
import type { Database } from './database.ts';
import { instantLiteral } from './driver.ts';

/** Who may go on with a plan change, until when. */
export interface Lease {
  holder: string;
  untilMs: number;
}

/** Prepares writes of plan changes under way. */
export function preparePlanIntents({ writes, reads }: Database) {
  return {
    /** Stores a plan change, unless the account has one under way. The account must exist. */
    async claimIntent(
      accountId: bigint,
      { id, plan }: { id: string; plan: string },
      { holder, untilMs }: Lease,
      nowMs: number,
    ): Promise<boolean> {
      const rows = await writes.run(
        `insert into billing as b (account_id, version, checked_at, intent_id, intent_plan, intent_holder,
          intent_leased_until)
        values ($1::int8, 0, $6::timestamptz, $2, $3, $4, $5::timestamptz)
        on conflict (account_id) do update set intent_id = excluded.intent_id, intent_plan = excluded.intent_plan,
          intent_holder = excluded.intent_holder, intent_leased_until = excluded.intent_leased_until
        where b.intent_id is null
        returning account_id`,
        [accountId, id, plan, holder, instantLiteral(untilMs), instantLiteral(nowMs)],
      );
      return rows.length === 1;
    },

    /** Takes over a plan change whose lease has run out. */
    async takeIntent(
      accountId: bigint,
      id: string,
      { holder, untilMs }: Lease,
      nowMs: number,
    ): Promise<boolean> {
      const rows = await writes.run(
        `update billing set intent_holder = $3, intent_leased_until = $4::timestamptz
        where account_id = $1::int8 and intent_id = $2 and intent_leased_until <= $5::timestamptz
        returning account_id`,
        [accountId, id, holder, instantLiteral(untilMs), instantLiteral(nowMs)],
      );
      return rows.length === 1;
    },

    /** Says what will be asked of the provider, before it is asked. Answers false when the lease was lost. */
    async decideIntent(
      accountId: bigint,
      id: string,
      decidedId: string,
      { holder, untilMs }: Lease,
    ): Promise<boolean> {
      const rows = await writes.run(
        `update billing set intent_id = $3, intent_leased_until = $5::timestamptz
        where account_id = $1::int8 and intent_id = $2 and intent_holder = $4 returning account_id`,
        [accountId, id, decidedId, holder, instantLiteral(untilMs)],
      );
      return rows.length === 1;
    },

    /** Lets whoever comes next go on with it at once. */
    async releaseIntent(accountId: bigint, id: string, holder: string, nowMs: number): Promise<void> {
      await writes.run(
        `update billing set intent_leased_until = $4::timestamptz
        where account_id = $1::int8 and intent_id = $2 and intent_holder = $3 returning account_id`,
        [accountId, id, holder, instantLiteral(nowMs)],
      );
    },

    /** Ends a plan change. */
    async clearIntent(accountId: bigint, id: string): Promise<void> {
      await writes.run(
        `update billing set intent_id = null, intent_plan = null, intent_holder = null, intent_leased_until = null
        where account_id = $1::int8 and intent_id = $2 returning account_id`,
        [accountId, id],
      );
    },

    /** Stores the checkout that a plan change has come to, and ends the change. False when it was ended before. */
    async storeCheckout(accountId: bigint, intentId: string, checkout: StoredCheckout): Promise<boolean> {
      const rows = await writes.run(
        `update billing set version = version + 1, checkout_id = $3, checkout_url = $4, checkout_plan = $5,
          checkout_expires_at = $6::timestamptz, intent_id = null, intent_plan = null, intent_holder = null,
          intent_leased_until = null
        where account_id = $1::int8 and intent_id = $2 returning account_id`,
        [accountId, intentId, checkout.id, checkout.url, checkout.plan, instantLiteral(checkout.expiresAtMs)],
      );
      return rows.length === 1;
    },

    /** Accounts whose plan change nobody goes on with. */
    async listStaleIntents(nowMs: number, limit: number): Promise<bigint[]> {
      const rows = await reads.run(
        `select account_id from billing where intent_id is not null and intent_leased_until <= $1::timestamptz
        order by intent_leased_until limit $2::int4`,
        [instantLiteral(nowMs), limit],
      );
      return rows.map((row) => row[0] as bigint);
    },
  };
}

// The one plan change that an account may have under way. It is part of the account's billing row, so that of two that
// come at once one gets in; its lease says how long the other must leave it alone.

import type { Database } from '../postgres/database.ts';
import { instant, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import type { StoredCheckout } from './billing.ts';

/** Who may go on with a plan change, until when. */
export type Lease = ValuesOf<typeof lease>;
const lease = { holder: text, untilMs: instant };

const intent = { accountId: int8, id: text };

const none = 'intent_id = null, intent_plan = null, intent_holder = null, intent_leased_until = null';

const claim = statement({
  takes: { ...intent, plan: text, ...lease, nowMs: instant },
  gives: {},
  text: ({ accountId, id, plan, holder, untilMs, nowMs }) => `
insert into billing as b (account_id, version, checked_at, intent_id, intent_plan, intent_holder,
  intent_leased_until)
values (${accountId}, 0, ${nowMs}, ${id}, ${plan}, ${holder}, ${untilMs})
on conflict (account_id) do update set intent_id = excluded.intent_id, intent_plan = excluded.intent_plan,
  intent_holder = excluded.intent_holder, intent_leased_until = excluded.intent_leased_until
where b.intent_id is null
returning account_id`,
});

const take = statement({
  takes: { ...intent, ...lease, nowMs: instant },
  gives: {},
  text: ({ accountId, id, holder, untilMs, nowMs }) => `
update billing set intent_holder = ${holder}, intent_leased_until = ${untilMs}
where account_id = ${accountId} and intent_id = ${id} and intent_leased_until <= ${nowMs}
returning account_id`,
});

const decide = statement({
  takes: { ...intent, decidedId: text, ...lease },
  gives: {},
  text: ({ accountId, id, decidedId, holder, untilMs }) => `
update billing set intent_id = ${decidedId}, intent_leased_until = ${untilMs}
where account_id = ${accountId} and intent_id = ${id} and intent_holder = ${holder} returning account_id`,
});

const release = statement({
  takes: { ...intent, holder: text, nowMs: instant },
  gives: {},
  text: ({ accountId, id, holder, nowMs }) => `
update billing set intent_leased_until = ${nowMs}
where account_id = ${accountId} and intent_id = ${id} and intent_holder = ${holder} returning account_id`,
});

const clear = statement({
  takes: intent,
  gives: {},
  text: ({ accountId, id }) =>
    `update billing set ${none} where account_id = ${accountId} and intent_id = ${id} returning account_id`,
});

const storeCheckout = statement({
  takes: { ...intent, checkoutId: text, url: text, plan: text, expiresAtMs: instant },
  gives: {},
  text: ({ accountId, id, checkoutId, url, plan, expiresAtMs }) => `
update billing set version = version + 1, checkout_id = ${checkoutId}, checkout_url = ${url},
  checkout_plan = ${plan}, checkout_expires_at = ${expiresAtMs}, ${none}
where account_id = ${accountId} and intent_id = ${id} returning account_id`,
});

const listStale = statement({
  takes: { nowMs: instant, limit: int4 },
  gives: { accountId: int8 },
  text: ({ nowMs, limit, row }) => `
select ${row} from billing where intent_id is not null and intent_leased_until <= ${nowMs}
order by intent_leased_until limit ${limit}`,
});

/** Prepares writes of plan changes under way. */
export function preparePlanIntents({ writes, reads }: Database) {
  return {
    /** Stores a plan change, unless the account has one under way. The account must exist. */
    claimIntent: async (
      accountId: bigint,
      change: { id: string; plan: string },
      lease: Lease,
      nowMs: number,
    ): Promise<boolean> => (await claim.run(writes, { accountId, ...change, ...lease, nowMs })).length === 1,

    /** Takes over a plan change whose lease has run out. */
    takeIntent: async (accountId: bigint, id: string, lease: Lease, nowMs: number): Promise<boolean> =>
      (await take.run(writes, { accountId, id, ...lease, nowMs })).length === 1,

    /** Says what will be asked of the provider, before it is asked. Returns false when the lease was lost. */
    decideIntent: async (accountId: bigint, id: string, decidedId: string, lease: Lease): Promise<boolean> =>
      (await decide.run(writes, { accountId, id, decidedId, ...lease })).length === 1,

    /** Lets whoever comes next go on with it at once. */
    async releaseIntent(accountId: bigint, id: string, holder: string, nowMs: number): Promise<void> {
      await release.run(writes, { accountId, id, holder, nowMs });
    },

    /** Ends a plan change. */
    async clearIntent(accountId: bigint, id: string): Promise<void> {
      await clear.run(writes, { accountId, id });
    },

    /** Stores the checkout that a plan change has come to, and ends the change. False when it was ended before. */
    async storeCheckout(accountId: bigint, intentId: string, checkout: StoredCheckout): Promise<boolean> {
      const { id: checkoutId, ...rest } = checkout;
      return (await storeCheckout.run(writes, { accountId, id: intentId, checkoutId, ...rest })).length === 1;
    },

    /** Accounts whose plan change nobody goes on with. */
    listStaleIntents: async (nowMs: number, limit: number): Promise<bigint[]> =>
      (await listStale.run(reads, { nowMs, limit })).map(({ accountId }) => accountId),
  };
}

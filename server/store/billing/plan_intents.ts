// The plan change that an account may have under way: it is part of the account's billing row, so that only one of two simultaneous
// changes is stored. Its lease says how long the other must wait.
import type { Database } from '../postgres/database.ts';
import { instant, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import type { StoredCheckout } from './billing.ts';

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

export const preparePlanIntents = ({ writes, reads }: Database) => ({
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

// The sandbox provider's memory: the subscriptions and checkouts that Stripe would know.
import { liveStatuses } from '../../domain/plans/quota.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text, textArray, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

export type SandboxSubscriptionRow = RowOf<typeof subscriptionRow>;
const subscriptionRow = { id: text, accountId: int8, plan: text, status: text };

export type SandboxCheckoutRow = RowOf<typeof checkoutRow>;
const newCheckout = { id: text, accountId: int8, plan: text, expiresAtMs: instant };
const checkoutRow = {
  ...newCheckout,
  state: word<'open' | 'paid' | 'expired'>(),
  subscriptionId: text.orNull,
};

const find = statement({
  takes: { id: text },
  gives: subscriptionRow,
  text: ({ id, row }) => `select ${row} from sandbox_subscription where id = ${id}`,
});

const findLive = statement({
  takes: { accountId: int8, live: textArray },
  gives: subscriptionRow,
  text: ({ accountId, live, row }) => `
select ${row} from sandbox_subscription where account_id = ${accountId} and status = any (${live})
order by created_at desc limit 1`,
});

const switchPlan = statement({
  takes: { id: text, plan: text, isCharged: bool, live: textArray },
  text: ({ id, plan, isCharged, live }) => `
update sandbox_subscription set plan = ${plan}
where id = ${id} and status = any (${live}) and (plan = ${plan} or not (is_declining and ${isCharged}))
returning id`,
});

const open = statement({
  takes: newCheckout,
  text: ({ id, accountId, plan, expiresAtMs }) => `
insert into sandbox_checkout (id, account_id, plan, state, expires_at)
values (${id}, ${accountId}, ${plan}, 'open', ${expiresAtMs}) on conflict do nothing`,
});

const findCheckout = statement({
  takes: { id: text },
  gives: checkoutRow,
  text: ({ id, row }) => `select ${row} from sandbox_checkout where id = ${id}`,
});

const pay = statement({
  takes: { id: text, subscriptionId: text, isDeclining: bool, nowMs: instant },
  text: ({ id, subscriptionId, isDeclining, nowMs }) => `
with paid as (
  update sandbox_checkout set state = 'paid', subscription_id = ${subscriptionId}
  where id = ${id} and state = 'open' and expires_at > ${nowMs} returning account_id, plan
)
insert into sandbox_subscription (id, account_id, plan, status, is_declining, created_at)
select ${subscriptionId}, account_id, plan, 'active', ${isDeclining}, ${nowMs} from paid returning id`,
});

const expire = statement({
  takes: { id: text },
  text: ({ id }) => `
update sandbox_checkout set state = case when state = 'open' then 'expired' else state end
where id = ${id} returning id`,
});

export const prepareSandbox = ({ reads, writes }: Database) => ({
  findSandboxSubscription: (id: string) => find.first(reads, { id }),

  /** The newest live one of an account. */
  findLiveSandboxSubscription: (accountId: bigint) =>
    findLive.first(reads, { accountId, live: liveStatuses }),

  /** Moves a live subscription to a plan, unless that is charged and its card is declined. Returns whether it is on it. */
  switchSandboxSubscription: (id: string, plan: string, isCharged: boolean) =>
    switchPlan.any(writes, { id, plan, isCharged, live: liveStatuses }),

  /** Opens a checkout; one of the same id stays as it is. */
  async insertSandboxCheckout(row: Omit<SandboxCheckoutRow, 'state' | 'subscriptionId'>): Promise<void> {
    await open.run(writes, row);
  },

  /** A checkout as it is at `nowMs`: one that was not paid in time is expired. */
  async findSandboxCheckout(id: string, nowMs: number): Promise<SandboxCheckoutRow | undefined> {
    const row = await findCheckout.first(reads, { id });
    return row && row.state === 'open' && row.expiresAtMs <= nowMs ? { ...row, state: 'expired' } : row;
  },

  /** Pays an open checkout: its subscription lives from now on. Returns false when it is not open any more. */
  paySandboxCheckout: (id: string, subscriptionId: string, isDeclining: boolean, nowMs: number) =>
    pay.any(writes, { id, subscriptionId, isDeclining, nowMs }),

  /** Makes an open checkout unpayable. */
  async expireSandboxCheckout(id: string): Promise<void> {
    await expire.run(writes, { id });
  },
});

// Accounts: the operator makes, finds, changes and suspends them; whoever acts for an account reads it.
import { subscriptionStatuses } from '../../../runtime/interfaces/stripe_words.ts';
import { createRandomId } from '../../domain/keys/api_key.ts';
import { isKnownCountry } from '../../domain/numbers/address.ts';
import { monthOf } from '../../domain/plans/month.ts';
import { invalidRequest, notFound, readWord } from '../../errors.ts';
import type { AccountRow, ListedAccount } from '../../store/accounts/accounts.ts';
import type { AccountChange } from '../../store/accounts/change_accounts.ts';
import type { AppContext } from '../context.ts';
import { checkName } from '../names.ts';
import { entriesOf, readSearch } from '../pages.ts';
import { healMonths, newestMonthAt } from '../plans/heal_months.ts';
import { findAccount, tierOf } from '../plans/plan_rules.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** The settings of a new account. */
export interface AccountWanted {
  name: string;
  country: string;
  plan: string | undefined;
  exempt: boolean;
}

/** A country as it is stored. Throws `invalid_request` for one that is not known. */
function readCountry(typed: string): string {
  const country = typed.toUpperCase();
  if (isKnownCountry(country)) return country;
  throw invalidRequest('country must be an ISO 3166-1 code of two letters, like US');
}

function checkStatus(status: string | undefined): void {
  if (status !== undefined) readWord('subscription_status', subscriptionStatuses, status);
}

type AccountsOptions = Pick<
  AppContext<
    | 'findAccount'
    | 'healPeriods'
    | 'insertAccount'
    | 'listAccounts'
    | 'resumeAccount'
    | 'suspendAccount'
    | 'updateAccount'
  >,
  'store' | 'clock' | 'tiers'
>;

/** Each action throws `not_found` for an unknown account. */
export function createAccounts({ store, clock, tiers }: AccountsOptions) {
  const checkPlan = (plan: string | undefined) => {
    if (plan !== undefined) tierOf(tiers, plan);
  };

  /** Texts of an earlier month do not count. */
  const thisMonth = <Account extends ListedAccount>(account: Account): Account =>
    account.period >= monthOf(clock.nowMs()) ? account : { ...account, textsUsed: 0 };

  const get = async (id: bigint): Promise<AccountRow> => {
    const account = await findAccount(store, id);
    if (account.period <= newestMonthAt(clock.nowMs())) return thisMonth(account);
    await healMonths(store, clock, [id]);
    return thisMonth(await findAccount(store, id));
  };

  return {
    get,

    /** A page in order of id; it may be short and yet not be the last. */
    async list(
      search: string,
      { limit, cursor }: { limit: number; cursor: bigint | undefined },
    ): Promise<{ accounts: ListedAccount[]; nextAfter: bigint | null }> {
      const page = await store.listAccounts(readSearch(search), cursor ?? 0n, entriesOf(limit));
      return { ...page, accounts: page.accounts.map(thisMonth) };
    },

    /** A plan begins with an active subscription. */
    async create({ name, country, plan, exempt }: AccountWanted): Promise<AccountRow> {
      checkName('name', name, 1);
      checkPlan(plan);
      const nowMs = clock.nowMs();
      const fresh = {
        ...{ name, country: readCountry(country), plan: plan ?? null, exempt },
        subscriptionStatus: plan === undefined ? null : 'active',
        ...{ period: monthOf(nowMs), createdAtMs: nowMs },
      };
      for (let id = createRandomId(); ; id = createRandomId())
        if (await store.insertAccount({ ...fresh, id })) return get(id);
    },

    /** A new plan makes the subscription active unless a status is given, too. */
    async update(id: bigint, change: AccountChange): Promise<AccountRow> {
      const { name, plan } = change;
      if (name !== undefined) checkName('name', name, 1);
      const country = change.country === undefined ? undefined : readCountry(change.country);
      checkPlan(plan);
      const subscriptionStatus = change.subscriptionStatus ?? (plan === undefined ? undefined : 'active');
      checkStatus(subscriptionStatus);
      if (!(await store.updateAccount(id, { ...change, country, subscriptionStatus })))
        throw notFound('account');
      return get(id);
    },

    /** No text of the account leaves once this has resolved. */
    async suspend(id: bigint, reason: string): Promise<AccountRow> {
      checkName('reason', reason, 0);
      if (!(await store.suspendAccount(id, reason))) throw notFound('account');
      return get(id);
    },

    /** It sends again. */
    async resume(id: bigint): Promise<AccountRow> {
      if (!(await store.resumeAccount(id))) throw notFound('account');
      return get(id);
    },
  };
}

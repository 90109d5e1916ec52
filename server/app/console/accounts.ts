// Accounts as the operator's pages list and change them.

import type { Clock } from '../../../runtime/clock.ts';
import { monthOf } from '../../domain/month.ts';
import { entriesOf } from '../../domain/page_size.ts';
import { invalidRequest } from '../../errors.ts';
import type { FoundAccount } from '../../store/console/find_accounts.ts';
import type { Store } from '../../store/store.ts';
import { type Admin, checkName, readCountry } from '../operator/admin.ts';

const pageSize = { most: 500, usual: 100 };
const maxSearchLength = 100;

/** What is changed; undefined leaves a field as it is. */
interface AccountChange {
  name?: string | undefined;
  country?: string | undefined;
  plan?: string | undefined;
  subscriptionStatus?: string | undefined;
  exempt?: boolean | undefined;
}

interface OperatorAccountsOptions {
  admin: Admin;
  store: Pick<Store, 'findAccounts' | 'updateAccount'>;
  clock: Clock;
}

/** Binds the actions to the store. Each throws a Refusal. */
export function createOperatorAccounts({ admin, store, clock }: OperatorAccountsOptions) {
  /** What was used in an earlier month does not count. */
  const thisMonth = (account: FoundAccount): FoundAccount =>
    account.period >= monthOf(clock.nowMs()) ? account : { ...account, textsUsed: 0 };

  return {
    /** A page of accounts in order of id; it may be short and yet not be the last. */
    async find(
      search: string,
      { limit, cursor }: { limit: number; cursor: bigint | undefined },
    ): Promise<{ accounts: FoundAccount[]; nextAfter: bigint | null }> {
      if (search.length > maxSearchLength || search.includes('\u0000'))
        throw invalidRequest(`search must have at most ${maxSearchLength} characters`);
      const asked = search === '' ? null : search;
      const id = /^[1-9]\d{0,17}$/.test(search) ? BigInt(search) : null;
      const most = entriesOf(limit, pageSize);
      const page = await store.findAccounts({ part: asked, id }, cursor ?? 0n, most);
      return { ...page, accounts: page.accounts.map(thisMonth) };
    },

    async create(fields: Parameters<Admin['createAccount']>[0]): Promise<FoundAccount> {
      return thisMonth(await admin.createAccount(fields));
    },

    async change(id: bigint, { name, country, ...plan }: AccountChange): Promise<FoundAccount> {
      if (name !== undefined) checkName('name', name, 1);
      const code = country === undefined ? null : readCountry(country);
      await admin.getAccount(id);
      // The plan is judged first, and nothing is changed where it is refused.
      if (Object.values(plan).some((value) => value !== undefined)) await admin.setPlan(id, plan);
      await store.updateAccount(id, name ?? null, code);
      return thisMonth(await admin.getAccount(id));
    },
  };
}

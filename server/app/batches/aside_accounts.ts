// Items of accounts whose rows are locked: set aside by account.
import type { Store } from '../../store/store.ts';
import { Aside, type AsideOptions } from './aside.ts';

/** How long an item waits for its account, in milliseconds; then whoever reported it repeats it. */
const patienceMs = 8_000;

/** What is set aside by account. `patienceMs` is 8,000 unless given. */
export function asideOfAccounts<In extends { accountId: bigint }, Out>({
  store,
  ...options
}: Pick<AsideOptions<In, Out>, 'clock' | 'keyOf' | 'write'> & {
  store: Pick<Store, 'areAccountsLocked'>;
  patienceMs?: number;
}): Aside<In, Out> {
  return new Aside({
    patienceMs,
    ...options,
    ownerOf: ({ accountId }) => String(accountId),
    findLocked: async (items) => {
      const accountIds = [...new Set(items.map(({ accountId }) => accountId))];
      const locked = await store.areAccountsLocked(accountIds);
      return new Set(accountIds.filter((_, index) => locked[index]).map(String));
    },
  });
}

// AccountService: accounts, and the tiers that they may be on.
import type { ConnectRouter } from '@connectrpc/connect';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Accounts } from '../../app/accounts/accounts.ts';
import type { ReadOverview } from '../../app/accounts/overview.ts';
import type { ListLinkedAccounts } from '../../app/platforms/linked_accounts.ts';
import type { Tier } from '../../domain/tier.ts';
import { invalidRequest } from '../../errors.ts';
import { toAccount, toLinkedAccount, toOverview, toTier } from './account_proto.ts';

interface AccountServiceOptions {
  accounts: Accounts;
  listLinkedAccounts: ListLinkedAccounts;
  readOverview: ReadOverview;
  tiers: readonly Tier[];
}

/** Serves AccountService. */
export function routeAccounts(
  router: ConnectRouter,
  { accounts, listLinkedAccounts, readOverview, tiers }: AccountServiceOptions,
): void {
  router.service(AccountService, {
    createAccount: async ({ name, country, plan, exempt }) => ({
      account: toAccount(await accounts.create({ name, country, plan, exempt })),
    }),

    getAccount: async ({ accountId }) => ({ account: toAccount(await accounts.get(accountId)) }),

    getOverview: async ({ accountId }) => toOverview(await readOverview(accountId)),

    async listAccounts({ search, limit, cursor }) {
      const page = await accounts.list(search, { limit, cursor });
      return {
        accounts: page.accounts.map(toAccount),
        ...(page.nextAfter !== null && { nextCursor: page.nextAfter }),
      };
    },

    updateAccount: async ({ accountId, name, country, plan, subscriptionStatus, exempt }) => ({
      account: toAccount(
        await accounts.update(accountId, { name, country, plan, subscriptionStatus, exempt }),
      ),
    }),

    suspendAccount: async ({ accountId, reason }) => ({
      account: toAccount(await accounts.suspend(accountId, reason)),
    }),

    resumeAccount: async ({ accountId }) => ({ account: toAccount(await accounts.resume(accountId)) }),

    async listAccountsOfKey({ caller, limit, cursor }) {
      switch (caller.case) {
        case 'accountId':
          return { accounts: [toAccount(await accounts.get(caller.value))] };
        case 'platformKeyId': {
          const page = await listLinkedAccounts(caller.value, { limit, cursor });
          return {
            accounts: page.accounts.map(toLinkedAccount),
            ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
          };
        }
        default:
          throw invalidRequest('account_id or platform_key_id is missing');
      }
    },

    listTiers: () => ({ tiers: tiers.map(toTier) }),
  });
}

// AccountService: accounts, what they have used, and the tiers that they may be on.
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import { AccountService } from '../../../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import { userOf } from '../../../access/caller.ts';
import type { Accounts } from '../../../app/accounts/accounts.ts';
import type { ReadOverview } from '../../../app/accounts/overview.ts';
import type { ReadStats } from '../../../app/accounts/stats.ts';
import type { QuietHoursOf } from '../../../app/outbound/quiet_hours.ts';
import type { ListLinkedAccounts } from '../../../app/platforms/linked_accounts.ts';
import type { Members } from '../../../app/users/members.ts';
import { quotaMonth } from '../../../domain/plans/month.ts';
import { usageOf } from '../../../domain/plans/quota.ts';
import type { Tier } from '../../../domain/plans/tier.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import type { AccountRow } from '../../../store/accounts/accounts.ts';
import { toMemberAccount } from '../users/user_proto.ts';
import {
  readAskedStats,
  toAccount,
  toLinkedAccount,
  toOverview,
  toRecord,
  toStats,
  toTier,
  toUsage,
} from './account_proto.ts';

interface AccountServiceOptions {
  accounts: Accounts;
  members: Pick<Members, 'createAccount'>;
  quietHours: QuietHoursOf;
  listLinkedAccounts: ListLinkedAccounts;
  readOverview: ReadOverview;
  readStats: ReadStats;
  tiers: readonly Tier[];
  clock: Clock;
}

/** An account as the person who asks sees it, who is in it. */
function toOwnAccount({ id, name, country }: AccountRow, context: HandlerContext) {
  const { role } = userOf(context);
  if (role === null) throw notFound('account');
  return { account: toMemberAccount({ id, name, country, role }) };
}

/** Serves AccountService. */
export function routeAccounts(
  router: ConnectRouter,
  {
    accounts,
    members,
    quietHours,
    listLinkedAccounts,
    readOverview,
    readStats,
    tiers,
    clock,
  }: AccountServiceOptions,
): void {
  router.service(AccountService, {
    async createAccount({ name, country, plan, exempt = false, owned }, context) {
      const wanted = { name, country, plan, exempt };
      const made = owned ? members.createAccount(userOf(context), wanted) : accounts.create(wanted);
      return { account: toRecord(await made) };
    },

    getAccount: async ({ accountId }) => ({ account: toAccount(await accounts.get(accountId)) }),

    getMemberAccount: async ({ accountId }, context) => toOwnAccount(await accounts.get(accountId), context),

    getAccountRecord: async ({ accountId }) => ({ account: toRecord(await accounts.get(accountId)) }),

    getUsage: async ({ accountId }) => ({
      usage: toUsage(usageOf(await accounts.get(accountId), tiers, quotaMonth(clock.nowMs()))),
    }),

    getOverview: async ({ accountId }) => toOverview(await readOverview(accountId)),

    listStats: async (request) => toStats(await readStats(request.accountId, readAskedStats(request))),

    async listAccounts({ search, limit, cursor }) {
      const page = await accounts.list(search, { limit, cursor });
      return { accounts: page.accounts.map(toRecord), nextCursor: page.nextAfter ?? undefined };
    },

    updateAccount: async ({ accountId, name, country, plan, subscriptionStatus, exempt }) => ({
      account: toRecord(
        await accounts.update(accountId, { name, country, plan, subscriptionStatus, exempt }),
      ),
    }),

    renameAccount: async ({ accountId, name, country }, context) =>
      toOwnAccount(await accounts.update(accountId, { name, country }), context),

    suspendAccount: async ({ accountId, reason }) => ({
      account: toRecord(await accounts.suspend(accountId, reason)),
    }),

    resumeAccount: async ({ accountId }) => ({ account: toRecord(await accounts.resume(accountId)) }),

    async listAccountsOfKey({ caller, limit, cursor }) {
      if (caller.case === 'accountId') return { accounts: [toAccount(await accounts.get(caller.value))] };
      if (caller.case === undefined) throw invalidRequest('account_id or platform_key_id is required');
      const page = await listLinkedAccounts(caller.value, { limit, cursor });
      return { accounts: page.accounts.map(toLinkedAccount), nextCursor: page.nextCursor };
    },

    listTiers: () => ({ tiers: tiers.map(toTier) }),

    getQuietHours: async ({ accountId }) => ({
      quietHours: (await quietHours.read(accountId)) ?? undefined,
    }),

    async setQuietHours({ accountId, quietHours: asked }) {
      if (!asked) throw invalidRequest('quiet_hours is required');
      return { quietHours: await quietHours.set(accountId, asked) };
    },

    async clearQuietHours({ accountId }) {
      await quietHours.clear(accountId);
      return {};
    },
  });
}

// The services that read: threads, usage, accounts and tiers.

import type { ConnectRouter } from '@connectrpc/connect';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UsageService } from '../../../proto/gen/textrelay/v1/usage_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { personOf } from '../../access/caller.ts';
import type { Conversations } from '../../app/messages/conversations.ts';
import { listThreadMessages, listThreads } from '../../app/messages/feed.ts';
import type { Admin } from '../../app/operator/admin.ts';
import type { PlatformAdmin } from '../../app/operator/platform_admin.ts';
import { quotaMonth } from '../../domain/month.ts';
import { usageOf } from '../../domain/quota.ts';
import type { Tier } from '../../domain/tier.ts';
import { invalidRequest } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { toMessage, toThread } from './message_proto.ts';
import { toAccount, toLinkedAccount, toUsage } from './to_proto.ts';

interface ReadServicesOptions {
  store: Pick<Store, 'listThreads' | 'listThreadMessages' | 'listCountries'>;
  admin: Admin;
  platforms: PlatformAdmin;
  tiers: readonly Tier[];
  clock: Clock;
}

/** Serves ThreadService. */
export function routeThreads(
  router: ConnectRouter,
  { store, conversations }: Pick<ReadServicesOptions, 'store'> & { conversations: Conversations },
): void {
  router.service(ThreadService, {
    async listUnreadThreads({ accountId, limit, cursor, search }, context) {
      const reader = { accountId, personId: personOf(context).personId };
      const { threads, nextCursor } = await conversations.list(reader, { limit, cursor, search });
      return { threads: threads.map(toThread), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async markThreadRead({ accountId, address, lastMessageId }, context) {
      await conversations.markRead(
        { accountId, personId: personOf(context).personId },
        address,
        lastMessageId,
      );
      return {};
    },

    async listThreads({ accountId, limit, cursor }) {
      const page = await listThreads(store, accountId, limit, cursor);
      return {
        threads: page.threads.map(toThread),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      };
    },

    async listThreadMessages({ accountId, address, limit, before }) {
      const page = await listThreadMessages(store, accountId, address, limit, before);
      return {
        addressNorm: page.addressNorm,
        messages: page.messages.map(toMessage),
        ...(page.nextBefore !== undefined && { nextBefore: page.nextBefore }),
      };
    },
  });
}

/** Serves UsageService. */
export function routeUsage(router: ConnectRouter, { admin, tiers, clock }: ReadServicesOptions): void {
  router.service(UsageService, {
    async getUsage({ accountId }) {
      return { usage: toUsage(usageOf(await admin.getAccount(accountId), tiers, quotaMonth(clock.nowMs()))) };
    },
  });
}

/** Serves AccountService. */
export function routeAccounts(router: ConnectRouter, { admin, platforms, tiers }: ReadServicesOptions): void {
  router.service(AccountService, {
    async getAccount({ accountId }) {
      return { account: toAccount(await admin.getAccount(accountId)) };
    },

    async listAccounts({ caller, limit, cursor }) {
      switch (caller.case) {
        case 'accountId':
          return { accounts: [toAccount(await admin.getAccount(caller.value))] };
        case 'platformKeyId': {
          const { accounts, nextCursor } = await platforms.listLinkedAccounts(caller.value, {
            limit,
            cursor,
          });
          return { accounts: accounts.map(toLinkedAccount), ...(nextCursor !== undefined && { nextCursor }) };
        }
        default:
          throw invalidRequest('account_id or platform_key_id is missing');
      }
    },

    listTiers() {
      return {
        tiers: tiers.map((tier) => ({
          plan: tier.plan,
          name: tier.name,
          textsCap: BigInt(tier.textsCap),
          priceCents: BigInt(tier.priceCents),
          currency: tier.currency,
          interval: 'month',
        })),
      };
    },
  });
}

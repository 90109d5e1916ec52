// ThreadService: conversations, and what a person has read of them.
import type { ConnectRouter } from '@connectrpc/connect';
import { ThreadFilter, ThreadService } from '../../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { userOf } from '../../../access/caller.ts';
import { readerHash } from '../../../app/access/check_keys.ts';
import type { Conversations, Filter } from '../../../app/conversations/conversations.ts';
import { listThreadMessages, listThreads } from '../../../app/messages/feed.ts';
import type { Store } from '../../../store/store.ts';
import { toMessage, toThread, toUnread } from '../messages/message_proto.ts';

interface ThreadServiceOptions {
  store: Pick<Store, 'listThreads' | 'listReadableThreads' | 'listThreadMessages' | 'listCountries'>;
  conversations: Conversations;
}

const filters: Readonly<Record<ThreadFilter, Filter>> = {
  [ThreadFilter.UNSPECIFIED]: 'all',
  [ThreadFilter.ALL]: 'all',
  [ThreadFilter.UNREAD]: 'unread',
  [ThreadFilter.WAITING]: 'waiting',
  [ThreadFilter.FAILED]: 'failed',
};

/** Serves ThreadService. */
export function routeThreads(router: ConnectRouter, { store, conversations }: ThreadServiceOptions): void {
  router.service(ThreadService, {
    async listUnreadThreads({ accountId, limit, cursor, search, filter }, context) {
      const reader = { accountId, userId: userOf(context).userId };
      const wanted = { limit, cursor, search: search || undefined, filter: filters[filter] ?? 'all' };
      const { threads, nextCursor } = await conversations.list(reader, wanted);
      return { threads: threads.map(toUnread), nextCursor };
    },

    countThreads: ({ accountId }, context) =>
      conversations.count({ accountId, userId: userOf(context).userId }),

    async markThreadRead({ accountId, address, lastMessageId }, context) {
      await conversations.markRead({ accountId, userId: userOf(context).userId }, address, lastMessageId);
      return {};
    },

    async listThreads({ accountId, limit, cursor, apiKey }) {
      const page = await listThreads(store, { accountId, limit, cursor, keyHash: readerHash(apiKey) });
      return { threads: page.threads.map(toThread), nextCursor: page.nextCursor };
    },

    async listThreadMessages({ accountId, address, limit, before, apiKey }) {
      const page = await listThreadMessages(store, accountId, address, limit, before, readerHash(apiKey));
      return { ...page, messages: page.messages.map(toMessage), truncated: page.isTruncated || undefined };
    },
  });
}

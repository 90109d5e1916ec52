// Conversations as a person in the account sees them: with unread texts, and by the beginning of a number.
import { numberBeginnings } from '../../domain/address.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { UnreadThread } from '../../store/messages/threads.ts';
import type { Store } from '../../store/store.ts';
import { entriesOf, wrongCursor } from '../pages.ts';
import { fromNewest, pageOctets } from './feed.ts';
import { threadNameOf } from './outbound_text.ts';

const pageSize = { most: 100, usual: 50 };
const leastDigits = 3;

/** The person who reads, and the account. */
interface Reader {
  accountId: bigint;
  personId: bigint;
}

/** A page as it is asked for. */
interface Wanted {
  limit: number;
  /** The next_cursor of the page before. */
  cursor: string | undefined;
  /** The beginning of a number; left out for all conversations. */
  search: string | undefined;
}

/** A cursor of the newest first is an id; one of a search, an address. */
function readId(cursor: string | undefined): bigint {
  if (cursor === undefined) return fromNewest;
  if (!/^\d{1,18}$/.test(cursor)) throw wrongCursor();
  return BigInt(cursor);
}

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(
  store: Pick<Store, 'findUnreadThreads' | 'listCountries' | 'listUnreadThreads' | 'markRead'>,
) {
  const search = async (reader: Reader, typed: string, after: string, limit: number) => {
    const digits = typed.replace(/[\s().\-/\u00a0]/g, '');
    if (!new RegExp(`^\\+?\\d{${leastDigits},15}$`).test(digits))
      throw invalidRequest(`search must be the beginning of a number, with ${leastDigits} to 15 digits`);
    const country = (await store.listCountries([reader.accountId])).get(reader.accountId);
    const beginnings = numberBeginnings(digits, country ?? '');
    const { threads, hasMore } = await store.findUnreadThreads(reader, beginnings, after, limit);
    return { threads, nextCursor: hasMore ? threads.at(-1)?.addressNorm : undefined };
  };

  return {
    /** A page of conversations, newest text first; those of a search in order of number. Throws a Refusal. */
    async list(
      reader: Reader,
      { limit, cursor, search: typed }: Wanted,
    ): Promise<{ threads: UnreadThread[]; nextCursor: string | undefined }> {
      const most = entriesOf(limit, pageSize);
      if (cursor?.includes('\u0000')) throw wrongCursor();
      if (typed !== undefined) return search(reader, typed, cursor ?? '', most);
      const { threads, hasMore } = await store.listUnreadThreads(reader, readId(cursor), most, pageOctets);
      return { threads, nextCursor: hasMore ? threads.at(-1)?.lastMessage.id.toString() : undefined };
    },

    /** Notes that a person has read up to a text; never back. Throws `not_found` for an unknown conversation. */
    async markRead(reader: Reader, address: string, lastMessageId: bigint): Promise<void> {
      if (address.includes('\u0000') || lastMessageId < 1n)
        throw invalidRequest('last_message_id must be the id of a text');
      const name = await threadNameOf(address, reader.accountId, store);
      if (!(await store.markRead(reader, name, lastMessageId))) throw notFound('conversation');
    },
  };
}

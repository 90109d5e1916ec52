// Conversations as a person in the account sees them: those that need somebody first, with unread texts, and by the beginning
// of a number.
import { asciiNumber, digitsOf } from '../../../runtime/texts/number_shape.ts';
import { numberBeginnings } from '../../domain/numbers/address.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { Need } from '../../store/conversations/inbox.ts';
import type { Reader } from '../../store/conversations/threads.ts';
import type { Store } from '../../store/store.ts';
import { threadNameOf } from '../outbound/outbound_text.ts';
import { entriesOf, wrongCursor } from '../pages.ts';
import { createListAll, type Page, readId } from './all_conversations.ts';

const pageSize = { most: 100, usual: 50 };
const leastDigits = 3;

/** A filter of conversations. `waiting` are those that are assigned to the reader or to nobody. */
export type Filter = 'all' | keyof typeof needs;
const needs = { unread: 'unread', waiting: 'mine', failed: 'failed' } as const satisfies Record<string, Need>;

/** A page as it is asked for. */
interface Wanted {
  limit: number;
  /** The next_cursor of the page before. */
  cursor: string | undefined;
  /** The beginning of a number; left out for all conversations. */
  search: string | undefined;
  filter: Filter;
}

export type Conversations = ReturnType<typeof createConversations>;

export function createConversations(
  store: Pick<
    Store,
    | 'countNeeding'
    | 'findFloor'
    | 'findUnreadThreads'
    | 'listCountries'
    | 'listNeeding'
    | 'listUnreadThreads'
    | 'markRead'
  >,
) {
  const search = async (reader: Reader, typed: string, after: string, limit: number) => {
    const digits = digitsOf(asciiNumber(typed));
    if (!new RegExp(`^\\+?\\d{${leastDigits},15}$`).test(digits))
      throw invalidRequest(`search must be the beginning of a number, with ${leastDigits} to 15 digits`);
    const country = (await store.listCountries([reader.accountId])).get(reader.accountId);
    const beginnings = numberBeginnings(digits, country ?? '');
    const { threads, hasMore } = await store.findUnreadThreads(reader, beginnings, after, limit);
    return { threads, nextCursor: hasMore ? threads.at(-1)?.addressNorm : undefined };
  };

  const listAll = createListAll(store);

  return {
    /**
     * A page of conversations. Of all, those that wait for an answer come first; then, and in each other list, newest text
     * first; those of a search in order of number. Throws a Refusal.
     */
    async list(reader: Reader, { limit, cursor, search: typed, filter }: Wanted): Promise<Page> {
      const most = entriesOf(limit, pageSize);
      if (cursor?.includes('\u0000')) throw wrongCursor();
      if (typed !== undefined && filter !== 'all')
        throw invalidRequest(
          'only one of search and filter may be given: a search goes through all conversations',
        );
      if (typed !== undefined) return search(reader, typed, cursor ?? '', most);
      if (filter === 'all') return listAll(reader, cursor, most);
      const { threads, nextBefore } = await store.listNeeding(reader, needs[filter], readId(cursor), most);
      return { threads, nextCursor: nextBefore?.toString() };
    },

    /** How many conversations need a person. */
    async count(reader: Reader): Promise<Record<Exclude<Filter, 'all'>, number>> {
      const { unread, mine, failed } = await store.countNeeding(reader);
      return { unread, waiting: mine, failed };
    },

    /**
     * Notes that a person has read up to a text; it never moves back. Throws `not_found` for an unknown conversation.
     */
    async markRead(reader: Reader, address: string, lastMessageId: bigint): Promise<void> {
      if (address.includes('\u0000') || lastMessageId < 1n)
        throw invalidRequest('last_message_id must be the id of a text');
      const name = await threadNameOf(address, reader.accountId, store);
      if (!(await store.markRead(reader, name, lastMessageId))) throw notFound('conversation');
    },
  };
}

// One search over everything that an account has: people by name, conversations by any part of a number, texts by
// words.
import { asciiNumber, digitsOf } from '../../../runtime/texts/number_shape.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { numberBeginnings } from '../../domain/numbers/address.ts';
import { invalidRequest } from '../../errors.ts';
import type { Contact } from '../../store/contacts/read_contacts.ts';
import type { Thread } from '../../store/conversations/threads.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { Store } from '../../store/store.ts';
import { fromNewest } from '../messages/feed.ts';
import { entriesOf } from '../pages.ts';
import { readLooked } from './contact_text.ts';

const pageSize = { most: 100, usual: 50 };
const leastCharacters = 2;
/** Most contacts, and most conversations, of an answer. */
const mostOthers = 20;

interface Found {
  contacts: Contact[];
  threads: Thread[];
  messages: Message[];
  /** The place where the search stopped looking; null when it looked at all texts. */
  nextBefore: bigint | null;
}

interface Search {
  q: string;
  limit: number;
  before: bigint | undefined;
}

export type SearchAccount = ReturnType<typeof createSearch>;

/** Makes the search. It throws a Refusal. */
export function createSearch(
  store: Pick<Store, 'listContacts' | 'listCountries' | 'searchTexts' | 'searchThreads'>,
) {
  const beginningsOf = async (accountId: bigint, typed: string) => {
    const country = (await store.listCountries([accountId])).get(accountId);
    return numberBeginnings(digitsOf(asciiNumber(typed)), country ?? '');
  };

  return async (accountId: bigint, { q, limit, before = fromNewest }: Search): Promise<Found> => {
    const looked = readLooked(q);
    if (!looked || !q.split(/\s+/u).some((word) => lengthInCodePoints(word) >= leastCharacters))
      throw invalidRequest(`q must have a word of ${leastCharacters} characters or more`);
    const { names, numbers, words } = looked;
    const isFirst = before === fromNewest;
    const beginnings = numbers.length > 0 && isFirst ? await beginningsOf(accountId, q) : [];
    const [contacts, threads, texts] = await Promise.all([
      isFirst
        ? store.listContacts(
            accountId,
            { names, numbers, groupId: null },
            { namePlain: '', id: 0n },
            mostOthers,
          )
        : [],
      numbers.length > 0 ? store.searchThreads(accountId, before, beginnings, numbers, mostOthers) : [],
      store.searchTexts(accountId, before, words, entriesOf(limit, pageSize)),
    ]);
    return { contacts, threads, ...texts };
  };
}

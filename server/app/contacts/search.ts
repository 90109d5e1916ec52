// One search over everything that an account has: people by name, conversations by any part of a number, texts by
// words.

import type { Clock } from '../../../runtime/clock.ts';
import { asciiNumber, digitsOf } from '../../../runtime/texts/number_shape.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { numberBeginnings } from '../../domain/numbers/address.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { Contact } from '../../store/contacts/read_contacts.ts';
import type { Thread } from '../../store/conversations/threads.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { Store } from '../../store/store.ts';
import { fromNewest } from '../messages/feed.ts';
import { entriesOf } from '../pages.ts';
import { readLooked } from './contact_text.ts';

const pageSize = { most: 100, usual: 50 };
const leastCharacters = 2;
const mostWords = 8;
/** Most contacts, and most conversations, of an answer. */
const mostOthers = 20;
/** A search looks at a thousand texts at a time, so often, and begins no further look after this time in milliseconds. */
const mostLooks = 20;
const budgetMs = 500;
/** Searches of an account that wait for one another. */
const mostWaiting = 4;

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

/** One search of an account at a time, in their order. Throws RATE_LIMITED for one too many. */
function createTurns() {
  const waiting = new Map<bigint, { last: Promise<unknown>; count: number }>();
  return async <T>(accountId: bigint, work: () => Promise<T>): Promise<T> => {
    const before = waiting.get(accountId);
    if (before && before.count > mostWaiting)
      throw new Refusal('rate_limited', 'too many searches of the account at a time', 1);
    const own = (before?.last ?? Promise.resolve()).then(work);
    const turn = before ?? { last: own, count: 0 };
    turn.count++;
    turn.last = own.catch(() => undefined);
    waiting.set(accountId, turn);
    try {
      return await own;
    } finally {
      if (--turn.count === 0) waiting.delete(accountId);
    }
  };
}

/** Makes the search. It throws a Refusal. */
export function createSearch(
  store: Pick<Store, 'listContacts' | 'listCountries' | 'searchTexts' | 'searchThreads'>,
  clock: Pick<Clock, 'nowMs'>,
) {
  const inTurn = createTurns();

  /** Looks at the texts below a place until there are enough, or it has looked for long enough. */
  const searchTexts = async (accountId: bigint, from: bigint, words: readonly string[], most: number) => {
    const untilMs = clock.nowMs() + budgetMs;
    const messages: Message[] = [];
    let nextBefore: bigint | null = from;
    for (let looks = 0; nextBefore !== null && looks < mostLooks && messages.length < most; looks++) {
      if (looks > 0 && clock.nowMs() >= untilMs) break;
      const page = await store.searchTexts(accountId, nextBefore, words, most - messages.length);
      messages.push(...page.messages);
      nextBefore = page.nextBefore;
    }
    return { messages, nextBefore };
  };

  const beginningsOf = async (accountId: bigint, typed: string) => {
    const country = (await store.listCountries([accountId])).get(accountId);
    return numberBeginnings(digitsOf(asciiNumber(typed)), country ?? '');
  };

  const find = async (accountId: bigint, { q, limit, before = fromNewest }: Search): Promise<Found> => {
    const looked = readLooked(q);
    if (!looked || !q.split(/\s+/u).some((word) => lengthInCodePoints(word) >= leastCharacters))
      throw invalidRequest(`q must have a word of ${leastCharacters} characters or more`);
    const { names, numbers, words } = looked;
    if (words.length > mostWords) throw invalidRequest(`q must have at most ${mostWords} words`);
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
      searchTexts(accountId, before, words, entriesOf(limit, pageSize)),
    ]);
    return { contacts, threads, ...texts };
  };
  return (accountId: bigint, asked: Search): Promise<Found> =>
    inTurn(accountId, () => find(accountId, asked));
}

// Texts by their words, and conversations by any part of their numbers. A search looks at a bounded number of an account's
// newest texts, which stand together in the table, some at a time: it costs as much at ten million texts as at a hundred thousand, and a
// send pays nothing for it, because no index is kept for it.

import type { Thread } from '../conversations/threads.ts';
import { folded } from '../folding.ts';
import type { Database } from '../postgres/database.ts';
import { bool, columnsOf, int4, int8, sqlNamesOf, textArray } from '../postgres/kinds.ts';
import { group, statement } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';

/** Texts that one statement looks at for words, and for numbers. */
const mostSearched = 1_000;
const mostOfNumbers = 20_000;

const search = statement({
  takes: { accountId: int8, before: int8, words: textArray, looks: int4, most: int4 },
  gives: {
    message: group(columnsOf(messageFields, 'p')),
    isFound: bool('p.is_found'),
    isEnough: bool('p.is_enough'),
  },
  text: ({ accountId, before, words, looks, most, row }) => `
select ${row} from (
  select ${sqlNamesOf(messageFields, 'm')}, ${folded('m.body')} like all ((select array_agg(${folded('w')}) from unnest(${words}) as w)::text[]) as is_found,
    row_number() over (order by m.id desc) = ${looks} as is_enough
  from message m where m.account_id = ${accountId} and m.id < ${before} order by m.id desc limit ${looks}
) p where p.is_found or p.is_enough order by p.id desc limit ${most}`,
});

const searchThreads = statement({
  takes: {
    accountId: int8,
    before: int8,
    beginnings: textArray,
    numbers: textArray,
    looks: int4,
    most: int4,
  },
  gives: {
    message: group(columnsOf(messageFields, 'm')),
    address: columnsOf({ address: messageFields.address }, 't').address,
    messageCount: int8('t.message_count'),
  },
  text: ({ accountId, before, beginnings, numbers, looks, most, row }) => `
with found as materialized (
  select f.address_norm from unnest(${beginnings}) as b (beginning) cross join lateral (
    select t.address_norm from thread t
    where t.account_id = ${accountId} and t.address_norm >= b.beginning and t.address_norm < b.beginning || 'a'
    order by t.address_norm limit 2 * ${most}
  ) f where starts_with(f.address_norm, b.beginning)
  union
  select w.address_norm from (
    select m.address_norm from message m
    where m.account_id = ${accountId} and m.id < ${before} order by m.id desc limit ${looks}
  ) w where w.address_norm like any (${numbers})
)
select ${row} from (
  select t.* from found f cross join lateral (
    select * from thread n where n.account_id = ${accountId} and n.address_norm = f.address_norm limit 1
  ) t order by t.last_message_id desc limit ${most}
) t cross join lateral (
  select * from message m where m.account_id = ${accountId} and m.id = t.last_message_id limit 1
) m order by t.last_message_id desc`,
});

/** `looks` is for tests. */
export const prepareSearchTexts = ({ searches }: Database, looks = mostSearched) => ({
  /**
   * Up to `most` texts below `before` that match all patterns, newest first, and the place where it stopped looking, after a thousand
   * of them; null at the end.
   */
  async searchTexts(
    accountId: bigint,
    before: bigint,
    words: readonly string[],
    most: number,
  ): Promise<{ messages: Message[]; nextBefore: bigint | null }> {
    const rows = await search.run(searches, { accountId, before, words, looks, most: most + 1 });
    const page = rows.slice(0, most);
    const last = page.at(-1);
    const isMore = rows.length > most || last?.isEnough === true;
    return {
      messages: page.filter(({ isFound }) => isFound).map(({ message }) => message),
      nextBefore: isMore && last ? last.message.id : null,
    };
  },

  /**
   * Up to `most` conversations, newest first: with numbers that begin with one of some texts, and those of the newest texts
   * below `before` whose numbers fit one of some patterns.
   */
  async searchThreads(
    accountId: bigint,
    before: bigint,
    beginnings: readonly string[],
    numbers: readonly string[],
    most: number,
  ): Promise<Thread[]> {
    const asking = { accountId, before, beginnings, numbers, looks: mostOfNumbers, most };
    const rows = await searchThreads.run(searches, asking);
    return rows.map(({ message, address, messageCount }) => ({
      ...{ address, messageCount },
      addressNorm: message.addressNorm,
      lastMessage: message,
    }));
  },
});

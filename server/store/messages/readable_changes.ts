// The change feed for keys that may read only some texts.
import type { Database } from '../postgres/database.ts';
import { count, sqlNamesOf, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { lookColumns, lookedAt, ofLook, readLook } from './looks.ts';
import { messageFields } from './message_fields.ts';
import { firstOctets } from './pages.ts';
import { feedTakes, ofFeed, ofReader } from './read_messages.ts';

// The last text that was looked at is given as well: the next page begins behind it.
const listReadableChanges = statement({
  takes: { ...feedTakes, keyHash: text, looks: count },
  gives: { ...ofFeed, ...ofLook, ...ofReader },
  text: ({ accountId, since, most, octets, keyHash, looks, row }) => `
select ${row} from account a cross join (select ${since} as since) q left join lateral (
  ${firstOctets(
    lookedAt(
      `select ${sqlNamesOf(messageFields, 'm')} from message m where m.account_id = a.id and m.seq > ${since} order by m.seq limit ${looks}`,
      { order: 'm.seq', keyHash, looks, most },
    ),
    'asc',
    octets,
    lookColumns,
  )}
) p on true where a.id = ${accountId} order by p.seq`,
});

export const prepareReadableChanges = ({ reads }: Database) => ({
  /**
   * Up to `limit` of an account's messages above `since` that the key may read, and that take up to `octets`, ascending seq. Looks at
   * `looks` texts at most: a page may be empty, and says where the next one begins.
   */
  async listReadableChanges(
    accountId: bigint,
    since: bigint,
    { limit, octets, keyHash, looks }: { limit: number; octets: number; keyHash: string; looks: number },
  ) {
    const asked = { accountId, since, most: limit + 1, octets, keyHash, looks };
    const rows = await listReadableChanges.run(reads, asked);
    const [first] = rows;
    if (!first) return undefined;
    const found = rows.flatMap(({ message, ...look }) => (message ? [{ message, ...look }] : []));
    const { page, last, hasMore } = readLook(found, limit);
    const messages = page.map(({ message }) => message);
    const { newestSeq, lostAfter, isTruncated } = first;
    return { messages, hasMore, newestSeq, lostAfter, isTruncated, nextSince: last?.message.seq ?? since };
  },
});

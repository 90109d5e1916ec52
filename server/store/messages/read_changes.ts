// The feed: an account's texts in order of seq. A page is one index range, so that its cost does not grow with history.
import type { Database } from '../postgres/database.ts';
import { count, int4, int8, sqlNamesOf, uuid } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';
import { firstOctets, type MessagePage, ofPage, type PageOf, readPage } from './pages.ts';

/** A page of the feed. */
interface FeedPage extends MessagePage {
  /** The account's newest seq. */
  newestSeq: bigint;
}

/** A text with its identity, which is null for one from before there were identities. */
export type IdentifiedMessage = Message & { identity: string | null };

const takes = { accountId: int8, since: int8, most: int4, octets: count };
const ofFeed = { ...ofPage, message: ofPage.message.orNull };
const columns = sqlNamesOf(messageFields, 'm');

const feed = (
  { accountId, since, most, octets, row }: Record<keyof typeof takes | 'row', string>,
  [inner, outer]: readonly [string, string] = ['', ''],
) => `
select ${row} from account a left join lateral (
  ${firstOctets(
    `select ${columns}${inner} from message m where m.account_id = a.id and m.seq > ${since}
    order by m.seq limit ${most}`,
    'asc',
    octets,
    outer,
  )}
) p on true where a.id = ${accountId} order by p.seq`;

const listChanges = statement({
  takes,
  gives: { ...ofFeed, newestSeq: int8('a.last_seq') },
  text: (names) => feed(names),
});

const listIdentifiedChanges = statement({
  takes,
  gives: { ...ofFeed, identity: uuid.orNull('p.identity') },
  text: (names) => feed(names, [', m.identity', ', w.identity']),
});

/** Prepares the reads of the feed. */
export function prepareReadChanges({ reads }: Pick<Database, 'reads'>) {
  return {
    /** Up to `limit` messages above `since` that take up to `octets`, ascending seq; at least one where there is one. */
    async listChanges(
      accountId: bigint,
      since: bigint,
      limit: number,
      octets: number,
    ): Promise<FeedPage | undefined> {
      const rows = await listChanges.run(reads, { accountId, since, most: limit + 1, octets });
      const [first] = rows;
      if (!first) return undefined;
      // An account without news is one row without a message.
      const found = rows.flatMap(({ message, isLast }) => (message ? { message, isLast } : []));
      return { ...readPage(found, limit), newestSeq: first.newestSeq };
    },

    /** The same with identities, and nothing for an account that there is not. */
    async listIdentifiedChanges(
      accountId: bigint,
      since: bigint,
      limit: number,
      octets: number,
    ): Promise<PageOf<IdentifiedMessage>> {
      const rows = await listIdentifiedChanges.run(reads, { accountId, since, most: limit + 1, octets });
      const found = rows.flatMap(({ message, identity, isLast }) =>
        message ? { message: { ...message, identity }, isLast } : [],
      );
      return readPage(found, limit);
    },
  };
}

// The feed: an account's texts in order of seq. A page is one index range, so that its cost does not grow with history.
import type { Database } from '../postgres/database.ts';
import { count, int2, int4, int8, sqlNamesOf, text, uuid } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { type Message, messageFields } from './message_fields.ts';
import { firstOctets, type MessagePage, ofPage, type PageOf, readPage } from './pages.ts';

/** A page of the feed. */
interface FeedPage extends MessagePage {
  /** The account's newest seq. */
  newestSeq: bigint;
}

/** What is known of a text besides what is shown of it. */
const unshown = {
  /** Null for a text from before there were identities. */
  identity: uuid.orNull('p.identity'),
  statusCallback: text.orNull('p.status_callback'),
  /** The account's number that it came to; null for a text that a phone brought, or that was sent. */
  ownNumber: text.orNull('p.own_number'),
  /** The device that it came from, or was handed over to; 0 for carriers, null for none. */
  deviceId: int8.orNull('p.device_id'),
  /** The slot of its SIM; null for none. */
  sim: int2.orNull('p.sim'),
  /** Lines, as domain/timeline.ts reads them. */
  steps: text.orNull('p.steps'),
};

/** A text with what is not shown of it. */
export type ChangedText = Message & RowOf<typeof unshown>;

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

const unshownOf = (row: string) =>
  ['identity', 'status_callback', 'own_number', 'device_id', 'sim', 'steps']
    .map((name) => `, ${row}.${name}`)
    .join('');

const listIdentifiedChanges = statement({
  takes,
  gives: { ...ofFeed, unshown: group(unshown) },
  text: (names) => feed(names, [unshownOf('m'), unshownOf('w')]),
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

    /** The same with what is not shown of them, and nothing for an account that there is not. */
    async listIdentifiedChanges(
      accountId: bigint,
      since: bigint,
      limit: number,
      octets: number,
    ): Promise<PageOf<ChangedText>> {
      const rows = await listIdentifiedChanges.run(reads, { accountId, since, most: limit + 1, octets });
      const found = rows.flatMap(({ message, unshown: more, isLast }) =>
        message ? { message: { ...message, ...more }, isLast } : [],
      );
      return readPage(found, limit);
    },
  };
}

// Reads of messages: the feed in order of seq, conversations, single texts, and those that wait. Each is one index range on
// (account_id, ...), so that its cost does not grow with history.
import type { MessageStatus } from '../../domain/messages/message.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  columnsOf,
  count,
  instant,
  int2,
  int4,
  int8,
  int8Array,
  nullsOf,
  sqlNamesOf,
  text,
  uuid,
  word,
} from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { threadEndsEarly } from '../retention/truncated_pages.ts';
import { type Message, messageFields } from './message_fields.ts';
import { firstOctets, type MessagePage, ofPage, readPage } from './pages.ts';
import { mayRead } from './readable.ts';
import { scheduled, shownStatusOf, waitsAgain, waitsForDevice } from './status_moves.ts';

const columns = sqlNamesOf(messageFields, 'm');

const threadTakes = { accountId: int8, addressNorm: text, before: int8, most: int4, octets: count };

const ofThread = (
  { accountId, addressNorm, before, most, octets, row }: Record<keyof typeof threadTakes | 'row', string>,
  condition = '',
) => `
select ${row} from (
  ${firstOctets(
    `select ${columns} from message m
    where m.account_id = ${accountId} and m.address_norm = ${addressNorm} and m.id < ${before}${condition}
    order by m.id desc limit ${most}`,
    'desc',
    octets,
  )}
) p order by p.id desc`;

const listOfThread = statement({ takes: threadTakes, gives: ofPage, text: (names) => ofThread(names) });

// Whether the conversation may be read is asked once: the condition names none of its rows.
const listOfReadableThread = statement({
  takes: { ...threadTakes, keyHash: text },
  gives: ofPage,
  text: ({ keyHash, ...names }) => ofThread(names, ` and ${mayRead(keyHash, names)}`),
});

const find = statement({
  takes: { accountId: int8, id: int8 },
  gives: messageFields,
  text: ({ accountId, id, row }) =>
    `select ${row} from message where account_id = ${accountId} and id = ${id}`,
});

const listPairs = statement({
  takes: { pairs: list({ accountId: int8, id: int8 }) },
  gives: columnsOf(messageFields, 'm'),
  text: ({ pairs, row }) => `
select ${row} from ${pairs.as('t')}
cross join lateral (
  select * from message where account_id = t.account_id and id = t.id limit 1
) m`,
});

/** A text whose state has lasted too long. */
export type OverdueText = RowOf<typeof overdueText>;
const overdueText = {
  accountId: int8('m.account_id'),
  id: int8('m.id'),
  status: word<MessageStatus>()(shownStatusOf('m.status')),
  attempt: int2('m.attempt'),
  /** Shown as sending, but not claimed: it waits for another try at a carrier, or for another device. */
  isReleased: bool(waitsAgain('m')),
  /** Some part of it may have left. */
  // It is asked of every overdue row, and answered by the key of the few rows that were submitted at all.
  hasUnknownPart: bool(`exists (
    select from submission s where s.account_id = m.account_id and s.message_id = m.id and s.state = 'unknown')`),
};

// A scheduled text is overdue only if it was not released, because releases come first: its account is suspended. The
// database's clock must agree, which alone decides about such texts.
const listOverdue = statement({
  takes: { nowMs: instant, limit: int4, without: int8Array },
  gives: overdueText,
  text: ({ nowMs, limit, without, row }) => `
select ${row} from message m where m.deadline_at < ${nowMs} and m.account_id <> all (select unnest(${without}))
  and (m.status <> '${scheduled}' or (m.deadline_at < now()
    and m.account_id in (select a.id from account a where a.suspended_at is not null)))
order by m.deadline_at limit ${limit}`,
});

// A device that is unpaired reports within a second what it has not sent; what is left then, nobody can know any more.
// Devices are unpaired seldom, and few of them hold texts.
const listAbandoned = statement({
  takes: { unpairedFromMs: instant, unpairedToMs: instant, limit: int4, without: int8Array },
  gives: { accountId: int8('m.account_id'), id: int8('m.id'), attempt: int2('m.attempt') },
  text: ({ unpairedFromMs, unpairedToMs, limit, without, row }) => `
select ${row} from (
  select account_id, id from device
  where unpaired_at is not null and unpaired_at between ${unpairedFromMs} and ${unpairedToMs}
    and account_id <> all (select unnest(${without}))
) d cross join lateral (
  select account_id, id, attempt from message h
  where h.account_id = d.account_id and h.device_id = d.id and h.status = 'sending' order by h.id limit ${limit}
) m limit ${limit}`,
});

const listCursors = statement({
  takes: { accountIds: int8Array },
  gives: { accountId: int8('id'), seq: int8('last_seq') },
  text: ({ accountIds, row }) => `select ${row} from account where id = any (${accountIds})`,
});

const listWaiting = statement({
  takes: { accountIds: int8Array },
  gives: { accountId: int8('a.id') },
  text: ({ accountIds, row }) => `
select ${row} from account a where a.id = any (${accountIds}) and exists (
  select from message m where m.account_id = a.id and m.id >= a.waits_from and ${waitsForDevice('m')})`,
});

const countStates = statement({
  takes: { nowMs: instant, most: int4 },
  gives: {
    status: word<MessageStatus>()('status::text'),
    count: int4('count(*)::int4'),
    oldestSeconds: int4('extract(epoch from max(age))::int4'),
  },
  text: ({ nowMs, most, row }) => `
select ${row} from (
  select status, ${nowMs} - coalesce(send_at, created_at) as age from message
  where deadline_at is not null order by deadline_at limit ${most}
) m group by m.status`,
});

/** The fields of a text that are not shown. */
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
  /** Lines, as domain/messages/timeline.ts reads them. */
  steps: text.orNull('p.steps'),
};
const unshownNames = ['identity', 'status_callback', 'own_number', 'device_id', 'sim', 'steps'];

/** The fields of such a text that may be null, as nulls. */
export const nothingKnown = {
  ...nullsOf(messageFields),
  ...{ identity: null, statusCallback: null, ownNumber: null, deviceId: null, sim: null, steps: null },
};

/** A text with its hidden fields. */
export type ChangedText = Message & RowOf<typeof unshown>;

export const feedTakes = { accountId: int8, since: int8, most: int4, octets: count };

export const ofFeed = { ...ofPage, message: ofPage.message.orNull };

/** What else a reader at the cursor `q.since` learns about the account `a`. */
export const ofReader = {
  newestSeq: int8('a.last_seq'),
  /** The seq before those that a restore left out, where the cursor is one of them: it is of a database that was lost. */
  lostAfter: int8.orNull(`case when a.lost_seqs @> q.since
    then (select lower(r) - 1 from unnest(a.lost_seqs) r where r @> q.since) end`),
  /** Texts above the cursor were deleted, because they are not kept longer. */
  isTruncated: bool(
    'coalesce((select r.deleted_seq from retention r where r.account_id = a.id) > q.since, false)',
  ),
};

const feed = (
  { accountId, since, most, octets, row }: Record<keyof typeof feedTakes | 'row', string>,
  [inner, outer]: readonly [string, string] = ['', ''],
) => `
select ${row} from account a cross join (select ${since} as since) q left join lateral (
  ${firstOctets(
    `select ${columns}${inner} from message m where m.account_id = a.id and m.seq > ${since}
    order by m.seq limit ${most}`,
    'asc',
    octets,
    outer,
  )}
) p on true where a.id = ${accountId} order by p.seq`;

const listChanges = statement({
  takes: feedTakes,
  gives: { ...ofFeed, ...ofReader },
  text: (names) => feed(names),
});

const unshownOf = (row: string) => unshownNames.map((name) => `, ${row}.${name}`).join('');

const listIdentifiedChanges = statement({
  takes: feedTakes,
  gives: { ...ofFeed, unshown: group(unshown) },
  text: (names) => feed(names, [unshownOf('m'), unshownOf('w')]),
});

export const prepareMessageReads = ({ reads, stats }: Database) => ({
  findMessage: (accountId: bigint, id: bigint) => find.first(reads, { accountId, id }),

  /** The messages of several (account, id) pairs, in no particular order. */
  listMessages: (pairs: readonly { accountId: bigint; id: bigint }[]) => listPairs.run(reads, { pairs }),

  /**
   * Up to `limit` messages of a conversation with ids below `before` that take up to `octets`, newest first; and whether it is the
   * last page only because older ones were deleted.
   */
  async listThreadMessages(
    accountId: bigint,
    addressNorm: string,
    before: bigint,
    limit: number,
    octets: number,
    keyHash: string | null = null,
  ): Promise<MessagePage & { isTruncated: boolean }> {
    const asked = { accountId, addressNorm, before, most: limit + 1, octets };
    const rows = await (keyHash === null
      ? listOfThread.run(reads, asked)
      : listOfReadableThread.run(reads, { ...asked, keyHash }));
    const page = readPage(rows, limit);
    const isLast = page.messages.length > 0 && !page.hasMore;
    return { ...page, isTruncated: isLast && (await threadEndsEarly(reads, accountId, addressNorm)) };
  },

  /** Up to `limit` messages whose state has lasted too long, the longest first, of all accounts but some. */
  listOverdue: (nowMs: number, limit: number, without: readonly bigint[] = []) =>
    listOverdue.run(reads, { nowMs, limit, without }),

  /** Up to `limit` texts that devices hold which were unpaired between two instants; none of the accounts `without`. */
  listAbandoned: (
    unpairedFromMs: number,
    unpairedToMs: number,
    limit: number,
    without: readonly bigint[] = [],
  ) => listAbandoned.run(reads, { unpairedFromMs, unpairedToMs, limit, without }),

  /** The newest seq of each account that exists. */
  listCursors: (accountIds: readonly bigint[]) => listCursors.run(reads, { accountIds }),

  /** Of these accounts, those that have texts waiting for a device. */
  listWaitingAccounts: async (accountIds: readonly bigint[]): Promise<bigint[]> =>
    (await listWaiting.run(reads, { accountIds })).map(({ accountId }) => accountId),

  /**
   * Texts in each state that is not final, over all accounts, and the age of the oldest in seconds. Looks at up to
   * `most` texts, those with the nearest deadline first.
   */
  countUnfinished: (nowMs: number, most: number) => countStates.run(stats, { nowMs, most }),

  /** Up to `limit` messages above `since` that take up to `octets`, ascending seq; at least one where there is one. */
  async listChanges(accountId: bigint, since: bigint, limit: number, octets: number) {
    const rows = await listChanges.run(reads, { accountId, since, most: limit + 1, octets });
    const [first] = rows;
    if (!first) return undefined;
    // An account without news has one row without a message.
    const found = rows.flatMap(({ message, isLast }) => (message ? { message, isLast } : []));
    const { newestSeq, lostAfter, isTruncated } = first;
    return { ...readPage(found, limit), newestSeq, lostAfter, isTruncated };
  },

  /** The same with their hidden fields; an empty page for an unknown account. */
  async listIdentifiedChanges(accountId: bigint, since: bigint, limit: number, octets: number) {
    const rows = await listIdentifiedChanges.run(reads, { accountId, since, most: limit + 1, octets });
    const found = rows.flatMap(({ message, unshown: more, isLast }) =>
      message ? { message: { ...message, ...more }, isLast } : [],
    );
    return readPage(found, limit);
  },
});

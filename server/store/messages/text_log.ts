// The log of an account's texts, newest first, and the history of one text. A page looks at a bounded number of texts and says where to
// go on. Texts are found by id, within a conversation, or, the failed ones, by an index; other conditions are checked on the rows.
import type { Direction, MessageStatus, Route } from '../../domain/messages/message.ts';
import { senderLetter } from '../../domain/messages/timeline.ts';
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
  sqlNamesOf,
  text,
  textArray,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { logEndsEarly } from '../retention/truncated_pages.ts';
import { messageFields } from './message_fields.ts';
import { firstOctets } from './pages.ts';
import { isReadable, mayRead, ofText } from './readable.ts';
import { scheduled, shownStatusOf, waitsAgain } from './status_moves.ts';
import { senderKey } from './steps.ts';

const logFields = {
  ...messageFields,
  /** The device that it was handed to or came from; null for none. */
  deviceId: int8.orNull,
  /** The slot of the SIM that it was handed to. */
  sim: int2.orNull,
  carrier: text.orNull,
  charged: bool,
  /** The account's number that it came to; null for a text that a phone brought, or that was sent. */
  ownNumber: text.orNull,
  /** Lines, as domain/messages/timeline.ts reads them. */
  steps: text.orNull,
};

/** A text as the log shows it. */
export type LoggedText = RowOf<typeof logFields>;

/** Which texts are asked for; null for all. */
export type LogFilter = ValuesOf<typeof logFilter>;
const logFilter = {
  direction: word<Direction>().orNull,
  status: word<MessageStatus>().orNull,
  route: word<Route>().orNull,
  addressNorm: text.orNull,
  /** The account key that it was sent with. */
  keyId: int8.orNull,
};

/** The bounds of a page: ids below `before`, from `least` on. */
export type LogRange = ValuesOf<typeof logRange>;
const logRange = { before: int8, least: int8 };

export interface LogPage {
  texts: LoggedText[];
  /** The beginning of the next page; null when nothing older is there. */
  nextBefore: bigint | null;
  /** It is the last page, and texts were deleted that it may have had. */
  isTruncated: boolean;
}

/** Most texts that a page looks at; and for a key that may not read all, because each text is checked. */
const mostLookedAt = 10_000;
const mostAsked = 1_000;

/** Ways to find texts in order of id, each by an index. */
const conditions = {
  all: () => 'true',
  thread: (addressNorm: string) => `m.address_norm = ${addressNorm}`,
  failed: () => `m.status = 'failed'`,
};
type Way = keyof typeof conditions;

const wayOf = ({ addressNorm, status }: LogFilter): Way => {
  if (addressNorm !== null) return 'thread';
  return status === 'failed' ? 'failed' : 'all';
};

// The cast keeps the planner from walking through an index of another order and sorting.
const logTakes = { accountId: int8, ...logRange, ...logFilter, looks: count, most: int4, octets: count };
const logged = {
  text: group(columnsOf(logFields, 'p')),
  isAsked: bool('p.is_asked'),
  /** Whether the page looked at as many as it may. */
  isEnough: bool('p.is_enough'),
  isLast: bool('p.is_last'),
};

const logText = (
  way: Way,
  {
    accountId,
    before,
    least,
    direction,
    status,
    route,
    ...names
  }: Record<keyof typeof logTakes | 'row', string>,
  condition = '',
) => {
  const { addressNorm, keyId, looks, most, octets, row } = names;
  return `
select ${row} from (
  ${firstOctets(
    `select ${sqlNamesOf(logFields, 's')}, s.is_asked, s.nth = ${looks} as is_enough from (
      select ${sqlNamesOf(logFields, 'm')}, row_number() over (order by m.id desc) as nth,
        (${direction} is null or m.direction::text = ${direction})
          and (${status} is null or ${shownStatusOf('m.status')} = ${status})
          and (${route} is null or m.route::text = ${route})
          and (${addressNorm} is null or m.address_norm = ${addressNorm})
          and (${keyId} is null or coalesce(starts_with(m.steps, '${senderLetter}' || ${keyId} || E'\\n'), false))${condition} as is_asked
      from message m
      where m.account_id = ${accountId} and m.id < ${before} and m.id >= ${least} and ${conditions[way](addressNorm)}
      order by m.id desc limit ${looks}
    ) s where s.is_asked or s.nth = ${looks} order by s.id desc limit ${most}`,
    'desc',
    octets,
    ', w.device_id, w.sim, w.carrier, w.charged, w.own_number, w.steps, w.is_asked, w.is_enough',
  )}
) p order by p.id desc`;
};

const logStatement = (way: Way) =>
  statement({ takes: logTakes, gives: logged, text: (names) => logText(way, names) });

const readableLogStatement = (way: Way) =>
  statement({
    takes: { ...logTakes, keyHash: text },
    gives: logged,
    text: ({ keyHash, ...names }) => logText(way, names, ` and ${mayRead(keyHash, ofText('m'))}`),
  });

const ofWays = <T>(make: (way: Way) => T) => ({
  all: make('all'),
  thread: make('thread'),
  failed: make('failed'),
});

/** A text with the details of its way. */
export type TextDetail = RowOf<typeof detailFields>;
const detailFields = {
  text: group(columnsOf(logFields, 'm')),
  /** When its state will have lasted too long; null in final states. */
  deadlineAtMs: instant.orNull('m.deadline_at'),
  /** How often it was handed over. */
  attempt: int2('m.attempt'),
  /** How many of its parts a carrier reported as delivered; null for none. */
  partsDelivered: int2.orNull('m.parts_delivered'),
};

const findDetail = statement({
  takes: { accountId: int8, id: int8, keyHash: text.orNull },
  gives: detailFields,
  text: ({ accountId, id, keyHash, row }) =>
    `select ${row} from message m where account_id = ${accountId} and id = ${id} and ${isReadable(keyHash, 'm')}`,
});

const listByRef = statement({
  takes: { accountId: int8, refs: textArray, keyHash: text.orNull },
  gives: { text: group(columnsOf(logFields, 'm')) },
  text: ({ accountId, refs, keyHash, row }) => `
select ${row} from unnest(${refs}) as t (client_ref)
join message m on m.account_id = ${accountId} and m.client_ref = t.client_ref
where ${isReadable(keyHash, 'm')} order by m.id`,
});

/** Most keys of a series that are looked at: others may begin like it and go on in another way. */
const mostOfSeries = 200;

// The range holds `1` to `999` behind the beginning in every collation; the pattern leaves out what else may be in it.
const listSeries = statement({
  takes: { accountId: int8, series: textArray, knownIds: int8Array, most: int4, keyHash: text.orNull },
  gives: { text: group(columnsOf(logFields, 'm')), series: int8('t.ord') },
  text: ({ accountId, series, knownIds, most, keyHash, row }) => `
select ${row} from unnest(${series}) with ordinality as t (beginning, ord)
cross join lateral (
  select * from message
  where account_id = ${accountId} and client_ref >= t.beginning || '1' and client_ref <= t.beginning || '999'
  order by client_ref limit ${mostOfSeries}
) m
where starts_with(m.client_ref, t.beginning) and substr(m.client_ref, length(t.beginning) + 1) ~ '^[1-9][0-9]{0,2}$'
  and m.id <> all (${knownIds}) and ${isReadable(keyHash, 'm')}
order by t.ord, m.id limit ${most}`,
});

/** Carriers are device 0 in the table. */
const toLogged = (found: LoggedText): LoggedText =>
  found.deviceId === 0n ? { ...found, deviceId: null } : found;

/** A text and its history. */
export type TextHistory = RowOf<typeof history>;
const history = {
  ...detailFields,
  retryAtMs: instant.orNull('m.retry_at'),
  /** It waits for its instant. */
  isScheduled: bool(`m.status = '${scheduled}'`),
  /** It waits for a device or a carrier. */
  waits: bool(`m.direction = 'out' and (m.status = 'queued' or ${waitsAgain('m')})`),
  /** Its account is suspended. */
  isSuspended: bool('a.suspended_at is not null'),
  /** The key that it was sent with; null if unknown or deleted. */
  key: group({ label: text('k.label'), hint: text('k.hint') }).orNull,
  /** The SIM that texts to this recipient stay on; null for none. */
  keptOn: group({ deviceId: int8('t.device_id'), slot: int2('coalesce(t.sim, 1)') }).orNull,
};

const findHistory = statement({
  takes: { accountId: int8, id: int8, keyHash: text.orNull },
  gives: history,
  text: ({ accountId, id, keyHash, row }) => `
select ${row} from message m join account a on a.id = m.account_id
left join thread t on t.account_id = m.account_id and t.address_norm = m.address_norm
left join api_key k on k.account_id = m.account_id and k.id = ${senderKey('m')}
where m.account_id = ${accountId} and m.id = ${id} and ${isReadable(keyHash, 'm')}`,
});

/** `looks` is for tests. */
export function prepareTextLog(
  { reads, planned }: Pick<Database, 'reads' | 'planned'>,
  looks = mostLookedAt,
) {
  const statements = ofWays(logStatement);
  const readable = ofWays(readableLogStatement);
  return {
    /**
     * Up to `limit` of an account's texts in a range that take up to `octets`, newest first. A page may be short or
     * empty without being the last. A key, as SHA-256 in hex, gets only what it may read.
     */
    async listLog(
      accountId: bigint,
      filter: LogFilter,
      range: LogRange,
      limit: number,
      octets: number,
      keyHash: string | null = null,
    ): Promise<LogPage> {
      const way = wayOf(filter);
      const asked = { accountId, ...filter, ...range, most: limit + 1, octets };
      const rows = await (keyHash === null
        ? statements[way].run(reads, { ...asked, looks })
        : readable[way].run(reads, { ...asked, looks: Math.min(looks, mostAsked), keyHash }));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isMore = last !== undefined && (!last.isLast || last.isEnough);
      return {
        texts: page.filter(({ isAsked }) => isAsked).map(({ text: found }) => toLogged(found)),
        nextBefore: isMore ? last.text.id : null,
        isTruncated: !isMore && (await logEndsEarly(reads, accountId, range.least)),
      };
    },

    /** Undefined for an unknown id, for another account's, and for one that the key may not read. */
    async findText(
      accountId: bigint,
      id: bigint,
      keyHash: string | null = null,
    ): Promise<TextDetail | undefined> {
      const found = await findDetail.first(reads, { accountId, id, keyHash });
      return found && { ...found, text: toLogged(found.text) };
    },

    /** The texts that an account sent under client_refs, each of which is given once, in order of id. */
    async listByRef(
      accountId: bigint,
      refs: readonly string[],
      keyHash: string | null = null,
    ): Promise<LoggedText[]> {
      const rows = await listByRef.run(reads, { accountId, refs, keyHash });
      return rows.map(({ text: found }) => toLogged(found));
    },

    /** Up to `most` texts that belong to series and are not known, in the order of the series, each with the number of its own from 1. */
    async listSeries(
      accountId: bigint,
      asked: { series: readonly string[]; knownIds: readonly bigint[]; most: number },
      keyHash: string | null = null,
    ): Promise<{ text: LoggedText; series: number }[]> {
      const rows = await listSeries.run(planned, { accountId, ...asked, keyHash });
      return rows.map(({ text: found, series }) => ({ text: toLogged(found), series: Number(series) }));
    },

    /** Undefined for an unknown id, for another account's, and for one that the key may not read. */
    async findHistory(
      accountId: bigint,
      id: bigint,
      keyHash: string | null = null,
    ): Promise<TextHistory | undefined> {
      const found = await findHistory.first(reads, { accountId, id, keyHash });
      return found && { ...found, text: toLogged(found.text) };
    },
  };
}

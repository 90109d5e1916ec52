// The log of an account's texts, newest first, and the history of one text. A page looks at a bounded number of texts, whatever
// is asked for and however rare it is: it may end early, and says where to go on. Texts are found by id, within a conversation,
// or, the failed ones, by an index of their own; all other conditions are checked on the rows.
import type { Direction, MessageStatus, Route } from '../../domain/message.ts';
import type { Database } from '../postgres/database.ts';
import type { ValuesOf } from '../postgres/kinds.ts';
import {
  bool,
  columnsOf,
  count,
  instant,
  int2,
  int4,
  int8,
  sqlNamesOf,
  text,
  textArray,
  word,
} from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { messageFields } from './message_fields.ts';
import { firstOctets } from './pages.ts';
import { scheduled, shownStatusOf } from './status_moves.ts';

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
};

/** The bounds of a page: ids below `before`, from `least` on. */
export type LogRange = ValuesOf<typeof logRange>;
const logRange = { before: int8, least: int8 };

interface LogPage {
  texts: LoggedText[];
  /** The beginning of the next page; null when nothing older is there. */
  nextBefore: bigint | null;
}

/** Texts that a page looks at, at most. */
const mostLookedAt = 10_000;

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
const logStatement = (way: Way) =>
  statement({
    takes: { accountId: int8, ...logRange, ...logFilter, looks: count, most: int4, octets: count },
    gives: {
      text: group(columnsOf(logFields, 'p')),
      isAsked: bool('p.is_asked'),
      /** Whether the page looked at as many as it may. */
      isEnough: bool('p.is_enough'),
      isLast: bool('p.is_last'),
    },
    text: ({ accountId, before, least, direction, status, route, addressNorm, looks, most, octets, row }) => `
select ${row} from (
  ${firstOctets(
    `select ${sqlNamesOf(logFields, 's')}, s.is_asked, s.nth = ${looks} as is_enough from (
      select ${sqlNamesOf(logFields, 'm')}, row_number() over (order by m.id desc) as nth,
        (${direction} is null or m.direction::text = ${direction})
          and (${status} is null or ${shownStatusOf('m.status')} = ${status})
          and (${route} is null or m.route::text = ${route})
          and (${addressNorm} is null or m.address_norm = ${addressNorm}) as is_asked
      from message m
      where m.account_id = ${accountId} and m.id < ${before} and m.id >= ${least} and ${conditions[way](addressNorm)}
      order by m.id desc limit ${looks}
    ) s where s.is_asked or s.nth = ${looks} order by s.id desc limit ${most}`,
    'desc',
    octets,
    ', w.device_id, w.sim, w.carrier, w.charged, w.own_number, w.is_asked, w.is_enough',
  )}
) p order by p.id desc`,
  });

/** A text with the details of its way. */
export type TextDetail = RowOf<typeof detailFields>;
const detailFields = {
  text: group(logFields),
  /** When its state has lasted too long; null in final states. */
  deadlineAtMs: instant.orNull('deadline_at'),
  /** How often it was handed over. */
  attempt: int2,
  /** How many of its parts a carrier reported as delivered; null for none. */
  partsDelivered: int2.orNull,
};

const findDetail = statement({
  takes: { accountId: int8, id: int8 },
  gives: detailFields,
  text: ({ accountId, id, row }) =>
    `select ${row} from message where account_id = ${accountId} and id = ${id}`,
});

const listByRef = statement({
  takes: { accountId: int8, refs: textArray },
  gives: {
    text: group(columnsOf(logFields, 'm')),
    /** Lines, as domain/timeline.ts reads them. */
    steps: text.orNull('m.steps'),
  },
  text: ({ accountId, refs, row }) => `
select ${row} from unnest(${refs}) as t (client_ref)
join message m on m.account_id = ${accountId} and m.client_ref = t.client_ref order by m.id`,
});

/** Carriers are device 0 in the table. */
const toLogged = (found: LoggedText): LoggedText => ({
  ...found,
  deviceId: found.deviceId === 0n ? null : found.deviceId,
});

/** A text and its history. */
export type TextHistory = RowOf<typeof history>;
const history = {
  text: group(columnsOf(messageFields, 'm')),
  deviceId: int8.orNull('nullif(m.device_id, 0)'),
  sim: int2.orNull('m.sim'),
  carrier: text.orNull('m.carrier'),
  charged: bool('m.charged'),
  deadlineAtMs: instant.orNull('m.deadline_at'),
  retryAtMs: instant.orNull('m.retry_at'),
  /** It waits for its instant. */
  isScheduled: bool(`m.status = '${scheduled}'`),
  /** It waits for a device or a carrier. */
  waits: bool(
    `m.direction = 'out' and (m.status = 'queued'
      or (m.status = 'sending' and m.route = 'gateway' and m.holder is null))`,
  ),
  /** Its account is suspended. */
  isSuspended: bool('a.suspended_at is not null'),
  /** Lines, as domain/timeline.ts reads them. */
  steps: text.orNull('m.steps'),
  /** The key that it was sent with; null if unknown or deleted. */
  key: group({ label: text('k.label'), hint: text('k.hint') }).orNull,
  /** The SIM that texts to this recipient stay on; null for none. */
  keptOn: group({ deviceId: int8('t.device_id'), slot: int2('coalesce(t.sim, 1)') }).orNull,
};

const findHistory = statement({
  takes: { accountId: int8, id: int8 },
  gives: history,
  text: ({ accountId, id, row }) => `
select ${row} from message m join account a on a.id = m.account_id
left join thread t on t.account_id = m.account_id and t.address_norm = m.address_norm
left join api_key k on k.account_id = m.account_id and k.id = substring(m.steps from '^k(-?\\d+)\\n')::int8
where m.account_id = ${accountId} and m.id = ${id}`,
});

// Ids grow with time, so that some twenty halvings find an instant among an account's texts. A phone that was offline
// brings older texts later: each step therefore looks for a newer one among the texts that follow, and late texts count
// where they came.
/** Texts that each step looks at. A phone that brings more at once may shift the result by as many. */
const window = 256;

// One late text is enough, and most often it is the first. The place after the last text counts as late.
const isLateFrom = (accountId: string, id: string, at: string) => {
  const followers = (most: number) =>
    `(select m.created_at from message m where m.account_id = ${accountId} and m.id >= ${id} order by m.id limit ${most}) w`;
  return `coalesce(
      (select true from ${followers(window)} where w.created_at >= ${at} limit 1), (select false from ${followers(1)}), true
    ) as is_late`;
};

const findIdAt = statement({
  takes: { accountId: int8, atMs: instant },
  gives: {
    id: int8(`coalesce(f.id, s.end_id)`),
  },
  text: ({ accountId, atMs, row }) => `
with recursive search (low, high, end_id) as (
  select 1::int8, last_message_id + 1, last_message_id + 1 from account where id = ${accountId}
  union all
  select case when l.is_late then h.low else h.middle + 1 end, case when l.is_late then h.middle else h.high end, h.end_id
  from (select low, high, end_id, (low + high) / 2 as middle from search where low < high) h
  cross join lateral (select ${isLateFrom(accountId, 'h.middle', atMs)}) l
)
select ${row} from (select low, end_id from search where low >= high) s
left join lateral (
  select min(w.id) as id from (
    select m.id, m.created_at from message m where m.account_id = ${accountId} and m.id >= s.low
    order by m.id limit ${2 * window}
  ) w where w.created_at >= ${atMs}
) f on true`,
});

/** `looks` is for tests. */
export function prepareTextLog({ reads }: Database, looks = mostLookedAt) {
  const statements = {
    all: logStatement('all'),
    thread: logStatement('thread'),
    failed: logStatement('failed'),
  };
  return {
    /**
     * Up to `limit` of an account's texts in a range that take up to `octets`, newest first. A page may be short or
     * empty without being the last.
     */
    async listLog(
      accountId: bigint,
      filter: LogFilter,
      range: LogRange,
      limit: number,
      octets: number,
    ): Promise<LogPage> {
      const rows = await statements[wayOf(filter)].run(reads, {
        accountId,
        ...filter,
        ...range,
        looks,
        most: limit + 1,
        octets,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isMore = last !== undefined && (!last.isLast || last.isEnough);
      return {
        texts: page.filter(({ isAsked }) => isAsked).map(({ text: found }) => toLogged(found)),
        nextBefore: isMore ? last.text.id : null,
      };
    },

    /** Undefined for an unknown id, and for another account's. */
    async findText(accountId: bigint, id: bigint): Promise<TextDetail | undefined> {
      const found = await findDetail.first(reads, { accountId, id });
      return found && { ...found, text: toLogged(found.text) };
    },

    /** The texts that an account sent under client_refs, each of which is given once, with their steps; in order of id. */
    async listByRef(
      accountId: bigint,
      refs: readonly string[],
    ): Promise<{ text: LoggedText; steps: string | null }[]> {
      const rows = await listByRef.run(reads, { accountId, refs });
      return rows.map(({ text: found, steps }) => ({ text: toLogged(found), steps }));
    },

    /** Undefined for an unknown id, and for another account's. */
    findHistory: (accountId: bigint, id: bigint) => findHistory.first(reads, { accountId, id }),

    /** The first of an account's ids at an instant or after it: one more than the last id when there is none. */
    findIdAt: async (accountId: bigint, atMs: number): Promise<bigint> =>
      (await findIdAt.first(reads, { accountId, atMs }))?.id ?? 1n,
  };
}

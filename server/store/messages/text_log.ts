// The log of an account's texts, newest first. A page looks at so many texts and no more, whatever is asked for and however
// rare it is: then it ends early and says where to go on. Texts are found by id, within a conversation, or, the failed
// ones, by an index of their own; what else is asked for is looked at in the rows.
import type { Direction, MessageStatus, Route } from '../../domain/message.ts';
import type { Database } from '../postgres/database.ts';
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
import { shownStatusOf } from './stored_status.ts';

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
export interface LogFilter {
  direction: Direction | null;
  status: MessageStatus | null;
  route: Route | null;
  addressNorm: string | null;
}

/** Where a page begins and ends. */
export interface LogRange {
  /** Only ids below this one. */
  before: bigint;
  /** And from this one on. */
  least: bigint;
}

interface LogPage {
  texts: LoggedText[];
  /** Where to go on; null when nothing older is there. */
  nextBefore: bigint | null;
}

/** Texts that a page looks at, at most. */
const mostLookedAt = 10_000;

/** Ways to find texts in order of id, each by an index. */
const ways = {
  all: () => 'true',
  thread: (addressNorm: string) => `m.address_norm = ${addressNorm}`,
  failed: () => `m.status = 'failed'`,
};
type Way = keyof typeof ways;

const wayOf = ({ addressNorm, status }: LogFilter): Way => {
  if (addressNorm !== null) return 'thread';
  return status === 'failed' ? 'failed' : 'all';
};

// The cast keeps the planner from walking through an index of another order and sorting.
const logStatement = (way: Way) =>
  statement({
    takes: {
      accountId: int8,
      before: int8,
      least: int8,
      direction: word<Direction>().orNull,
      status: word<MessageStatus>().orNull,
      route: word<Route>().orNull,
      addressNorm: text.orNull,
      looks: count,
      most: int4,
      octets: count,
    },
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
      where m.account_id = ${accountId} and m.id < ${before} and m.id >= ${least} and ${ways[way](addressNorm)}
      order by m.id desc limit ${looks}
    ) s where s.is_asked or s.nth = ${looks} order by s.id desc limit ${most}`,
    'desc',
    octets,
    ', w.device_id, w.sim, w.carrier, w.charged, w.own_number, w.is_asked, w.is_enough',
  )}
) p order by p.id desc`,
  });

/** A text with what is known of its way. */
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

/** Prepares the reads of the log. `looks` is for tests. */
export function prepareTextLog({ reads }: Pick<Database, 'reads'>, looks = mostLookedAt) {
  const statements = {
    all: logStatement('all'),
    thread: logStatement('thread'),
    failed: logStatement('failed'),
  };
  return {
    /**
     * Up to `limit` of an account's texts in a range that take up to `octets`, newest first. A page may be short or empty
     * and yet not be the last.
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
      const [found] = await findDetail.run(reads, { accountId, id });
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
  };
}

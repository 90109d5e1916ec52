// Broadcasts, as their account makes them and changes their state. Each change of state is judged on the broadcast's own
// row, under its lock.

import {
  type BroadcastSource,
  type BroadcastState,
  draftDays,
  maxOpenBroadcasts,
} from '../../domain/broadcasts/broadcast.ts';
import type { Route } from '../../domain/messages/message.ts';
import { mostDaysAhead } from '../outbound/rules/time_rules.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  columnsOf,
  instant,
  int4,
  int8,
  sqlNamesOf,
  text,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** What its maker sets. */
const asked = {
  name: text,
  clientRef: text.orNull,
  template: text,
  route: word<Route>().orNull,
  sender: text.orNull,
  isUrgent: bool,
};
export type NewBroadcast = ValuesOf<typeof asked>;

const broadcastFields = {
  id: int8,
  ...asked,
  source: word<BroadcastSource>(),
  failedOf: int8.orNull,
  state: word<BroadcastState>(),
  pauseReason: text.orNull,
  sendAtMs: instant.orNull,
  recipientCount: int4,
  acceptedCount: int4,
  refusedCount: int4,
  deliveredCount: int4,
  failedCount: int4,
  cancelledCount: int4,
  repliedCount: int4,
  countedAtMs: instant.orNull,
  createdAtMs: instant,
  startedAtMs: instant.orNull,
  endedAtMs: instant.orNull,
};
const ofBroadcast = {
  ...columnsOf(broadcastFields, 's'),
  /** A core sends rows of it at this moment. */
  isClaimed: bool('s.claimed_until is not null and s.claimed_until > now()'),
};
/** A broadcast as it is. */
export type Broadcast = ValuesOf<typeof broadcastFields> & { isClaimed: boolean };

const find = statement({
  takes: { accountId: int8, id: int8 },
  gives: ofBroadcast,
  text: ({ accountId, id, row }) =>
    `select ${row} from broadcast s where s.account_id = ${accountId} and s.id = ${id}`,
});

const findByRef = statement({
  takes: { accountId: int8, clientRef: text },
  gives: ofBroadcast,
  text: ({ accountId, clientRef, row }) =>
    `select ${row} from broadcast s where s.account_id = ${accountId} and s.client_ref = ${clientRef}`,
});

const listNewest = statement({
  takes: { accountId: int8, before: int8, most: int4 },
  gives: ofBroadcast,
  text: ({ accountId, before, most, row }) => `
select ${row} from broadcast s where s.account_id = ${accountId} and s.id < ${before} order by s.id desc limit ${most}`,
});

/**
 * SQL: whether the account may have one more open broadcast, and its next id. Two that are made at once get the same id,
 * so that one fails.
 */
const mayHaveMore = (account: string) => `(
  select count(*) from (select from broadcast o where o.account_id = ${account}
    and o.state in ('draft', 'running', 'paused') limit ${maxOpenBroadcasts}) open) < ${maxOpenBroadcasts}`;
const nextId = (account: string) =>
  `coalesce((select max(n.id) from broadcast n where n.account_id = ${account}), 0) + 1`;

const create = statement({
  takes: { accountId: int8, ...asked, nowMs: instant },
  gives: { id: int8 },
  text: ({ accountId, name, clientRef, template, route, sender, isUrgent, nowMs, row }) => `
insert into broadcast (account_id, id, source, state, created_at, ${sqlNamesOf(asked)})
select a.id, ${nextId('a.id')}, 'file', 'draft', ${nowMs}, ${name}, ${clientRef}, ${template}, ${route}, ${sender}, ${isUrgent}
from account a where a.id = ${accountId} and ${mayHaveMore('a.id')}
returning ${row}`,
});

/**
 * Whether a failed text certainly did not reach its recipient, although the recipient may get it and nobody cancelled
 * it.
 */
const mayBeRepeated = (message: string) => `${message}.status = 'failed' and coalesce(
    split_part(${message}.error, ':', 1) not in ('outcome_unknown', 'cancelled', 'opted_out'), true)`;

// A copy is as old as its row, and an erasure that empties the row waits for the copy: it then finds that, too.
const createOfFailed = statement({
  takes: { accountId: int8, of: int8, name: text, clientRef: text.orNull, nowMs: instant },
  gives: { id: int8.orNull('(select id from made)'), failed: int4('(select count(*) from failed)::int4') },
  text: ({ accountId, of, name, clientRef, nowMs, row }) => `
with failed as materialized (
  select r.number, r.address, r.address_norm, r.body, r.after_erasure from broadcast_recipient r
  join message m on m.account_id = r.account_id and m.id = r.message_id
  where r.account_id = ${accountId} and r.broadcast_id = ${of} and r.state = 'sent' and ${mayBeRepeated('m')}
    and r.address_norm is not null for share of r
), made as (
  insert into broadcast (account_id, id, source, failed_of, state, created_at, recipient_count, name, client_ref, template, route,
    sender, is_urgent)
  select s.account_id, ${nextId('s.account_id')}, 'failed', s.id, 'draft', ${nowMs}, (select count(*) from failed), ${name},
    ${clientRef}, s.template, s.route, s.sender, s.is_urgent
  from broadcast s
  where s.account_id = ${accountId} and s.id = ${of} and exists (select from failed) and ${mayHaveMore('s.account_id')}
  returning id
), copied as (
  insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state, after_erasure)
  select ${accountId}, made.id, f.number, f.address, f.address_norm, f.body, 'waiting', f.after_erasure from made cross join failed f
)
select ${row}`,
});

// The lock makes the columns in the condition as new as the move.
const start = statement({
  takes: { accountId: int8, id: int8, sendAtMs: instant.orNull, rows: int4.orNull },
  gives: ofBroadcast,
  text: ({ accountId, id, sendAtMs, rows, row }) => `
update broadcast s set state = 'running', send_at = ${sendAtMs}, started_at = now(), pause_reason = null
where s.account_id = ${accountId} and s.id = ${id} and s.state = 'draft' and s.recipient_count > 0
  and (${rows} is null or s.recipient_count = ${rows}) and s.created_at > now() - interval '${draftDays} days'
  and (${sendAtMs} is null
    or ${sendAtMs} between now() - interval '60 seconds' and now() + interval '${mostDaysAhead * 24} hours')
returning ${row}`,
});

const pause = statement({
  takes: { accountId: int8, id: int8 },
  gives: ofBroadcast,
  text: ({ accountId, id, row }) => `
update broadcast s set state = 'paused', pause_reason = null
where s.account_id = ${accountId} and s.id = ${id} and s.state in ('running', 'paused') returning ${row}`,
});

const resume = statement({
  takes: { accountId: int8, id: int8 },
  gives: ofBroadcast,
  text: ({ accountId, id, row }) => `
update broadcast s set state = 'running', pause_reason = null
where s.account_id = ${accountId} and s.id = ${id} and s.state in ('running', 'paused') returning ${row}`,
});

// Texts of a broadcast that is done may still wait.
const cancel = statement({
  takes: { accountId: int8, id: int8 },
  gives: ofBroadcast,
  text: ({ accountId, id, row }) => `
update broadcast s set state = 'cancelled', pause_reason = null, ended_at = coalesce(s.ended_at, now()),
  cancelled_recipient = case when s.taken_recipient > 0 and s.state <> 'cancelled' then 0 else s.cancelled_recipient end
where s.account_id = ${accountId} and s.id = ${id} returning ${row}`,
});

export const prepareBroadcasts = ({ reads, writes }: Database) => ({
  findBroadcast: (accountId: bigint, id: bigint) => find.first(reads, { accountId, id }),
  findBroadcastByRef: (accountId: bigint, clientRef: string) =>
    findByRef.first(reads, { accountId, clientRef }),
  /** Up to `most` with an id below `before`, newest first. */
  listBroadcasts: (accountId: bigint, before: bigint, most: number) =>
    listNewest.run(reads, { accountId, before, most }),
  /**
   * Makes a draft; undefined if the account does not exist or has as many open broadcasts as it may. Throws
   * StatementFailed 23505 when another one was made at the same moment, or has the client_ref: look for it, and repeat.
   */
  createBroadcast: async (
    accountId: bigint,
    fields: NewBroadcast,
    nowMs: number,
  ): Promise<bigint | undefined> => (await create.first(writes, { accountId, ...fields, nowMs }))?.id,
  /** Makes a draft of those rows of a broadcast that failed; returns how many. Throws the same. */
  createOfFailed: async (
    accountId: bigint,
    of: bigint,
    { name, clientRef }: Pick<NewBroadcast, 'name' | 'clientRef'>,
    nowMs: number,
  ) =>
    (await createOfFailed.first(writes, { accountId, of, name, clientRef, nowMs })) ?? {
      id: null,
      failed: 0,
    },
  /** Starts a draft that has `rows` rows, where that is said; undefined for any other. */
  startBroadcast: (accountId: bigint, id: bigint, sendAtMs: number | null, rows: number | null) =>
    start.first(writes, { accountId, id, sendAtMs, rows }),
  /** Each returns undefined if the broadcast's state allows no such change. Doing it twice is the same as once. */
  pauseBroadcast: (accountId: bigint, id: bigint) => pause.first(writes, { accountId, id }),
  resumeBroadcast: (accountId: bigint, id: bigint) => resume.first(writes, { accountId, id }),
  cancelBroadcast: (accountId: bigint, id: bigint) => cancel.first(writes, { accountId, id }),
});

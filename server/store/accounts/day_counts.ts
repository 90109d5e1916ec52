// How many texts an account sent and received each day. A send counts nothing: texts are counted in blocks of ids when
// a person looks at the month, and the counts are kept. A full block of finished texts is counted once, a full block
// with unfinished texts again after a while. The newest block is small enough to be counted each time.
import type { FailurePrefix } from '../../domain/message.ts';
import { scheduled } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, date, instant, int8, int8Array } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** The error of what its account cancelled, which is no failure. */
const cancelled: FailurePrefix = 'cancelled';

/** Ids of a block: its texts are counted in less than a millisecond. */
export const blockSize = 1_024;

/** A UTC day with its counts. */
export type DayCount = RowOf<typeof dayCount>;
const dayCount = {
  day: date('day::text'),
  /** Accepted to be sent that day. */
  sent: count('sum(sent)::int8'),
  /** Of those, delivered; and failed, without those that were cancelled. */
  delivered: count('sum(delivered)::int8'),
  failed: count('sum(failed)::int8'),
  received: count('sum(received)::int8'),
};

/** The blocks of a month so far. */
type MonthBlocks = RowOf<typeof monthBlocks>;
const monthBlocks = {
  /** The first after the newest one that is known to have been over when the month began. */
  oldest: int8,
  newest: int8,
  /** Those before the newest one that are to be counted, or counted again, newest first. */
  due: int8Array('due::text'),
};

// Both walks go down the key from the newest block to the beginning of the month, because ids grow with time. A phone
// that was offline brings texts with older times later, but hardly a block of nothing else.
const findBlocks = statement({
  takes: { accountId: int8, from: date, countedBeforeMs: instant },
  gives: monthBlocks,
  text: ({ accountId, from, countedBeforeMs, row }) => `
with bounds as materialized (
  select last_message_id / ${blockSize} as newest, coalesce((
    select d.id_block + 1 from day_count d where d.account_id = ${accountId}
    group by d.id_block having max(d.day) < ${from} order by d.id_block desc limit 1
  ), 0) as oldest
  from account where id = ${accountId}
), stored as materialized (
  select d.id_block, bool_and(d.is_settled or d.counted_at >= ${countedBeforeMs}) as is_good
  from bounds n join day_count d on d.account_id = ${accountId} and d.id_block between n.oldest and n.newest
  group by d.id_block
)
select ${row} from (
  select n.oldest, n.newest, array(
    select b.block from generate_series(n.oldest, n.newest - 1) as b (block)
    left join stored s on s.id_block = b.block where s.is_good is not true order by b.block desc
  ) as due from bounds n
) found`,
});

/** The counts of the texts `m` of each day. */
const counted = (account: string, from: string, to: string) => `
  select (m.created_at at time zone 'UTC')::date as day,
    count(*) filter (where m.direction = 'out') as sent,
    count(*) filter (where m.status = 'delivered') as delivered,
    count(*) filter (where m.status = 'failed' and coalesce(m.error, '') not like '${cancelled}:%') as failed,
    count(*) filter (where m.direction = 'in') as received,
    count(*) filter (where m.status in ('queued', '${scheduled}', 'sending', 'sent')) as unfinished
  from message m where m.account_id = ${account} and m.id >= ${from} and m.id < ${to} group by 1`;

// Ids are given with their texts, in one commit: a block that is not the newest one is full.
const countBlock = statement({
  takes: { accountId: int8, block: int8, from: date, nowMs: instant },
  gives: { isBefore: bool('(select max(day) < p.from from counted)') },
  text: ({ accountId, block, from, nowMs, row }) => `
with counted as materialized (${counted(accountId, `${block} * ${blockSize}`, `(${block} + 1) * ${blockSize}`)}
), kept as (
  insert into day_count as d (account_id, id_block, day, sent, delivered, failed, received, is_settled, counted_at)
  select ${accountId}, ${block}, day, sent, delivered, failed, received, (select sum(unfinished) = 0 from counted), ${nowMs}
  from counted
  on conflict (account_id, id_block, day) do update set
    sent = excluded.sent, delivered = excluded.delivered, failed = excluded.failed, received = excluded.received,
    is_settled = excluded.is_settled, counted_at = excluded.counted_at
  where d.counted_at <= excluded.counted_at
)
select ${row} from (select ${from} as from) p`,
});

const list = statement({
  takes: { accountId: int8, oldest: int8, newest: int8, from: date, to: date },
  gives: dayCount,
  text: ({ accountId, oldest, newest, from, to, row }) => `
with newest_block as materialized (${counted(accountId, `${newest} * ${blockSize}`, `(${newest} + 1) * ${blockSize}`)}
)
select ${row} from (
  select day, sent, delivered, failed, received from day_count
  where account_id = ${accountId} and id_block >= ${oldest} and id_block < ${newest}
  union all
  select day, sent, delivered, failed, received from newest_block
) d where day >= ${from} and day < ${to} group by day order by day`,
});

export const prepareDayCounts = ({ figures, reads }: Pick<Database, 'figures' | 'reads'>) => ({
  /** Which blocks hold an account's texts since the day `from`, and which of them are due. Undefined for an unknown account. */
  findBlocks: (accountId: bigint, from: string, countedBeforeMs: number) =>
    findBlocks.first(reads, { accountId, from, countedBeforeMs }),

  /**
   * Counts a full block and stores the counts, unless there are later ones. Returns whether all of its texts are older
   * than the day `from`.
   */
  countBlock: async (accountId: bigint, block: bigint, from: string, nowMs: number): Promise<boolean> =>
    (await countBlock.first(figures, { accountId, block, from, nowMs }))?.isBefore === true,

  /** The days from `from` to before `to` that have texts: in the newest block, and in other blocks if they were counted. */
  listDayCounts: (
    accountId: bigint,
    { oldest, newest }: Pick<MonthBlocks, 'oldest' | 'newest'>,
    { from, to }: { from: string; to: string },
  ) => list.run(reads, { accountId, oldest, newest, from, to }),
});

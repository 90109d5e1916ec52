// How many texts an account sent and received each day. Nothing is counted when a text is sent: blocks of ids are counted
// when somebody looks at the month, and what was counted is kept. A block that is full and whose texts are all finished
// is not counted again; the newest one is each time, the others after a while.
import type { Database } from '../database/database.ts';
import { count, date, instant, int8 } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** Ids of a block: its texts are counted in some twenty milliseconds. */
export const blockSize = 16_384;

/** A UTC day with its counts. */
export type DayCount = RowOf<typeof dayCount>;
const dayCount = {
  day: date('day::text'),
  /** Accepted to be sent that day. */
  sent: count('sum(sent)::int8'),
  /** Of those, delivered; and failed. */
  delivered: count('sum(delivered)::int8'),
  failed: count('sum(failed)::int8'),
  received: count('sum(received)::int8'),
};

const listDue = statement({
  takes: { accountId: int8, fromId: int8, countedBeforeMs: instant },
  gives: { block: int8('b.block') },
  text: ({ accountId, fromId, countedBeforeMs, row }) => `
with bounds as materialized (
  select ${fromId} / ${blockSize} as oldest, last_message_id / ${blockSize} as newest
  from account where id = ${accountId} and last_message_id >= ${fromId}
), stored as materialized (
  select d.block, min(d.counted_at) as counted_at, bool_and(d.is_settled) as is_settled
  from bounds n join day_count d on d.account_id = ${accountId} and d.block between n.oldest and n.newest
  group by d.block
)
select ${row} from bounds n
cross join lateral generate_series(n.oldest, n.newest) as b (block)
left join stored s on s.block = b.block
where s.block is null or b.block = n.newest or (not s.is_settled and s.counted_at < ${countedBeforeMs})
order by b.block desc`,
});

// Ids are given with their texts, in one commit: a block that is not the newest one is full.
const countBlock = statement({
  takes: { accountId: int8, block: int8, nowMs: instant },
  gives: {},
  text: ({ accountId, block, nowMs }) => `
with counted as materialized (
  select (m.created_at at time zone 'UTC')::date as day,
    count(*) filter (where m.direction = 'out') as sent,
    count(*) filter (where m.status = 'delivered') as delivered,
    count(*) filter (where m.status = 'failed') as failed,
    count(*) filter (where m.direction = 'in') as received,
    count(*) filter (where m.status in ('queued', 'sending', 'sent')) as unfinished
  from message m
  where m.account_id = ${accountId} and m.id >= ${block} * ${blockSize} and m.id < (${block} + 1) * ${blockSize}
  group by 1
)
insert into day_count as d (account_id, block, day, sent, delivered, failed, received, is_settled, counted_at)
select ${accountId}, ${block}, day, sent, delivered, failed, received,
  (select sum(unfinished) = 0 from counted)
    and exists (select from account a where a.id = ${accountId} and a.last_message_id / ${blockSize} > ${block}),
  ${nowMs}
from counted
on conflict (account_id, block, day) do update set
  sent = excluded.sent, delivered = excluded.delivered, failed = excluded.failed, received = excluded.received,
  is_settled = excluded.is_settled, counted_at = excluded.counted_at
where d.counted_at <= excluded.counted_at`,
});

const list = statement({
  takes: { accountId: int8, fromId: int8, from: date, to: date },
  gives: dayCount,
  text: ({ accountId, fromId, from, to, row }) => `
select ${row} from day_count
where account_id = ${accountId} and block >= ${fromId} / ${blockSize} and day >= ${from} and day < ${to}
group by day order by day`,
});

/** Prepares counting and reading. */
export function prepareDayCounts({ figures, reads }: Pick<Database, 'figures' | 'reads'>) {
  return {
    /** The blocks, newest first, of an account's texts from an id on that are to be counted, or counted again. */
    listDueBlocks: async (accountId: bigint, fromId: bigint, countedBeforeMs: number): Promise<bigint[]> =>
      (await listDue.run(reads, { accountId, fromId, countedBeforeMs })).map(({ block }) => block),

    /** Counts a block and keeps the counts; what somebody else counted later stays. */
    countBlock: async (accountId: bigint, block: bigint, nowMs: number): Promise<void> => {
      await countBlock.run(figures, { accountId, block, nowMs });
    },

    /** The days from one, to before another, that have texts, as far as they are counted; `fromId` is the first day's. */
    listDayCounts: (
      accountId: bigint,
      { fromId, from, to }: { fromId: bigint; from: string; to: string },
    ): Promise<DayCount[]> => list.run(reads, { accountId, fromId, from, to }),
  };
}

// How many texts an account had, each day by its clock, through what, and with which outcome. A send, a claim or a
// report counts nothing: texts are counted in blocks of ids when a person looks, and the counts are kept. Each change of a
// text moves the account's seq, so that what has changed since the last count is read from the feed's own index. A block
// with a changed text is counted again, and the sums of its days move by the difference.
import { failurePrefixes } from '../../domain/messages/message.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, date, instant, int8, int8Array, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Ids of a block: its texts are counted in a few milliseconds, most of it for the replies among them. */
const usualBlockSize = 1_024;
/** How many changes are read at a time. */
const maxChanges = 2_048;

/** What became of a text. A failure's outcome is the stable prefix of its error. */
const outcomeOf = (message: string) => `case
      when ${message}.status in ('received', 'delivered') then ${message}.status::text
      when ${message}.status <> 'failed' then 'pending'
      when split_part(${message}.error, ':', 1) in ('${failurePrefixes.join("', '")}') then split_part(${message}.error, ':', 1)
      else 'device_failed'
    end`;

/** Most texts of a conversation that are looked at before a received one. */
const mostLookedAt = 10;

// Depends only on what a text was and on its place, which never change, so that counting a block again finds the same
// replies.
const isReply = (message: string) => `${message}.direction = 'in' and exists (
      select from (
        select o.direction from message o
        where o.account_id = ${message}.account_id and o.address_norm = ${message}.address_norm and o.id < ${message}.id
        order by o.id desc limit ${mostLookedAt}
      ) o where o.direction = 'out'
    )`;

// A text that has not left has no route yet: until then its device and carrier may change without a new seq.
const hasLeft = (message: string) => `${message}.status in ('sent', 'delivered', 'failed', 'received')`;

/** SQL: what the texts of a block are counted by. */
const countedBy = (
  message: string,
  zone: string,
) => `(${message}.created_at at time zone ${zone})::date as day,
      ${outcomeOf(message)} as outcome,
      case when ${hasLeft(message)} and ${message}.route = 'device' then coalesce(${message}.device_id, 0) else 0 end as device_id,
      case when ${hasLeft(message)} and ${message}.route = 'gateway' then coalesce(${message}.carrier, '') else '' end as carrier`;

/** SQL: the step that locks the count of an account, for a statement that deletes texts of it. */
export const lockedCount = (accountId: string): string => `counted as materialized (
  select c.seq, c.zone, c.low_block from stats_count c where c.account_id = ${accountId} for update
)`;

/** SQL: whether the latest change of a text is counted, or none of its block. */
export const isCountedAsIs = (message: string): string =>
  `not exists (select from counted c where ${message}.seq > c.seq and ${message}.id / ${usualBlockSize} >= c.low_block)`;

/**
 * SQL: the step that keeps deleted texts in the sums of their days. It takes them out of their block, so that counting
 * the block again finds no difference. `gone` are whole rows.
 */
export const keptInSums = (accountId: string, gone: string): string => `kept_in_sums as (
  update stats_block f set texts = f.texts - u.texts, replies = f.replies - u.replies
  from (
    select u.id_block, u.day, u.outcome, u.device_id, u.carrier, count(*)::int4 as texts, (count(*) filter (where u.is_reply))::int4 as replies
    from (
      select g.id / ${usualBlockSize} as id_block, ${isReply('g')} as is_reply, ${countedBy('g', 'c.zone')} from ${gone} g cross join counted c
    ) u group by 1, 2, 3, 4, 5
  ) u
  where f.account_id = ${accountId} and f.id_block = u.id_block and f.day = u.day and f.outcome = u.outcome
    and f.device_id = u.device_id and f.carrier = u.carrier
)`;

const zoneOf = (account: string) => `coalesce(${account}.quiet_zone, 'UTC')`;

/** How far the texts of an account are counted. */
export type CountState = RowOf<typeof countState>;
const countState = {
  /** Counts the changes of the counts; 0 before the first. */
  version: int8('coalesce(c.version, 0)'),
  /**
   * False where there are no counts, or they are for another zone's days, or from a core that did not count replies.
   */
  isUsable: bool('coalesce(c.zone = a.zone and c.with_replies = c.version, false)'),
  /** The account's present day by its clock. */
  today: date('a.today::text'),
  zone: text('a.zone'),
  /** Texts of smaller blocks were never counted. */
  lowBlock: int8('coalesce(c.low_block, 0)'),
  /** Every text of a later day is in a block that was counted at least once; null for none. */
  lowDay: date.orNull('c.low_day::text'),
  /** The blocks with texts that have changed since, among the changes that were read, and the newest seq of these. */
  changed: int8Array('f.blocks'),
  changedSeq: int8('f.seq'),
  /** Whether these are all. */
  isLast: bool('f.is_last'),
};

const findState = (blockSize: number) =>
  statement({
    takes: { accountId: int8, nowMs: instant },
    gives: countState,
    text: ({ accountId, nowMs, row }) => `
with a as materialized (
  select a.last_seq, ${zoneOf('a')} as zone, (${nowMs} at time zone ${zoneOf('a')})::date as today from account a where a.id = ${accountId}
), c as materialized (
  select c.* from stats_count c where c.account_id = ${accountId}
), feed as materialized (
  select m.id, m.seq from message m
  where m.account_id = ${accountId} and m.seq > (select c.seq from c) order by m.seq limit ${maxChanges}
)
select ${row} from a left join c on true cross join lateral (
  select array(select distinct feed.id / ${blockSize} from feed where feed.id / ${blockSize} >= c.low_block order by 1)::text as blocks,
    count(*) < ${maxChanges} as is_last, case when count(*) < ${maxChanges} then a.last_seq else max(feed.seq) end as seq
  from feed
) f`,
  });

// What changes from the statement's snapshot on has a greater seq: it is found as a change.
const begin = (blockSize: number) =>
  statement({
    takes: { accountId: int8, version: int8 },
    gives: { version: int8('m.version') },
    text: ({ accountId, version, row }) => `
with m as (
  insert into stats_count as c (account_id, version, with_replies, zone, seq, low_block)
  select a.id, ${version} + 1, ${version} + 1, ${zoneOf('a')}, a.last_seq, a.last_message_id / ${blockSize} + 1
  from account a where a.id = ${accountId}
  on conflict (account_id) do update set
    version = excluded.version, with_replies = excluded.with_replies, zone = excluded.zone, seq = excluded.seq,
    low_block = excluded.low_block, low_day = null
  where c.version = ${version}
  returning c.version
), days as (
  delete from stats_day where account_id = ${accountId} and exists (select from m)
), blocks as (
  delete from stats_block where account_id = ${accountId} and exists (select from m)
)
select ${row} from m`,
  });

/** How far it is after a step. */
export type CountedTo = RowOf<typeof countedTo>;
const countedTo = {
  version: int8('k.version'),
  lowBlock: int8('k.low_block'),
  lowDay: date.orNull('k.low_day::text'),
};

// Two cores may count at once: the row of stats_count is locked and judged by its version, so that the later one does
// nothing if its snapshot is from before the other's commit.
const countBlocks = (blockSize: number) =>
  statement({
    takes: { accountId: int8, version: int8, blocks: int8Array, seq: int8.orNull },
    gives: countedTo,
    text: ({ accountId, version, blocks, seq, row }) => `
with c as materialized (
  select c.zone from stats_count c where c.account_id = ${accountId} and c.version = ${version} for update
), block as materialized (
  select b.id_block from c cross join unnest(${blocks}) b (id_block)
), fresh as materialized (
  select b.id_block, t.* from block b cross join c cross join lateral (
    select ${countedBy('m', 'c.zone')},
      count(*)::int4 as texts, (count(*) filter (where ${isReply('m')}))::int4 as replies
    from message m
    where m.account_id = ${accountId} and m.id >= b.id_block * ${blockSize} and m.id < (b.id_block + 1) * ${blockSize}
    group by 1, 2, 3, 4
  ) t
), former as materialized (
  select f.id_block, f.day, f.outcome, f.device_id, f.carrier, f.texts, f.replies
  from block b join stats_block f on f.account_id = ${accountId} and f.id_block = b.id_block
), gone as (
  delete from stats_block f using former o
  where f.account_id = ${accountId} and f.id_block = o.id_block and f.day = o.day and f.outcome = o.outcome
    and f.device_id = o.device_id and f.carrier = o.carrier
    and not exists (
      select from fresh n where n.id_block = o.id_block and n.day = o.day and n.outcome = o.outcome
        and n.device_id = o.device_id and n.carrier = o.carrier)
), kept as (
  insert into stats_block as f (account_id, id_block, day, outcome, device_id, carrier, texts, replies)
  select ${accountId}, id_block, day, outcome, device_id, carrier, texts, replies
  from (select * from fresh except select * from former) n
  on conflict (account_id, id_block, day, outcome, device_id, carrier)
    do update set texts = excluded.texts, replies = excluded.replies
), summed as (
  insert into stats_day as d (account_id, day, outcome, device_id, carrier, texts, replies)
  select ${accountId}, day, outcome, device_id, carrier, sum(texts), sum(replies) from (
    select day, outcome, device_id, carrier, texts, replies from fresh
    union all select day, outcome, device_id, carrier, -texts, -replies from former
  ) moved group by 2, 3, 4, 5 having sum(texts) <> 0 or sum(replies) <> 0
  on conflict (account_id, day, outcome, device_id, carrier)
    do update set texts = d.texts + excluded.texts, replies = d.replies + excluded.replies
), lowest as (
  select b.id_block, (select max(n.day) from fresh n where n.id_block = b.id_block) as day from block b order by 1 limit 1
)
update stats_count k set
  version = k.version + 1,
  with_replies = k.version + 1,
  seq = coalesce(${seq}, k.seq),
  low_day = case when l.id_block < k.low_block then coalesce(l.day, k.low_day) else k.low_day end,
  low_block = least(k.low_block, l.id_block)
from c left join lowest l on true
where k.account_id = ${accountId}
returning ${row}`,
  });

// From one text to the next lower one of another block: ids have gaps, and a restore leaves one that is wider than all blocks that
// could ever be looked at.
const listOlder = (blockSize: number) =>
  statement({
    takes: { accountId: int8, below: int8, most: count },
    gives: { idBlock: int8('w.id_block') },
    text: ({ accountId, below, most, row }) => `
with recursive walk (id_block, nth) as (
  select ${below}, 0::int8
  union all
  select (
    select m.id / ${blockSize} from message m where m.account_id = ${accountId} and m.id < w.id_block * ${blockSize}
    order by m.id desc limit 1
  ), w.nth + 1 from walk w where w.id_block > 0 and w.nth < ${most}
)
select ${row} from walk w where w.nth > 0 and w.id_block is not null order by w.nth`,
  });

/** `blockSize` is smaller in tests, so that a few texts are many blocks. */
export function prepareCountTexts(
  { stats, reads }: Pick<Database, 'stats' | 'reads'>,
  blockSize = usualBlockSize,
) {
  const [find, start, counting] = [findState(blockSize), begin(blockSize), countBlocks(blockSize)];
  const older = listOlder(blockSize);
  return {
    /** How far an account's texts are counted, and which blocks are due. Undefined for an unknown account. */
    findCountState: (accountId: bigint, nowMs: number) => find.first(reads, { accountId, nowMs }),

    /** Begins to count from nothing; undefined if another count has been made since the version. */
    beginCount: async (accountId: bigint, version: bigint) =>
      (await start.first(stats, { accountId, version }))?.version,

    /** Up to `most` blocks below one that have texts, newest first. */
    listOlderBlocks: async (accountId: bigint, below: bigint, most: number): Promise<bigint[]> =>
      (await older.run(stats, { accountId, below, most })).map(({ idBlock }) => idBlock),

    /**
     * Counts blocks, for the first time or again, and notes that changes up to `seq` are counted where it is not null.
     * Returns how far it is then; undefined, and nothing is done, if another count has been made since the version.
     */
    countBlocks: (accountId: bigint, version: bigint, blocks: readonly bigint[], seq: bigint | null) =>
      counting.first(stats, { accountId, version, blocks, seq }),
  };
}

// What became of a broadcast's texts. It is counted in blocks of its rows, so that whoever counts again looks only at blocks in
// which something changed: the feed says which, because a text's client_ref names its row.
import { refPrefix } from '../../domain/broadcasts/broadcast.ts';
import { isCancelled } from '../messages/cancelled.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int4, int4Array, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { hasReplied } from './broadcast_recipients.ts';

/** Rows of a block. */
const recipientsABlock = 250;
/** Most changes of an account that are looked through for those of a broadcast. */
const maxChanges = 5_000;
/** Texts of a conversation before a reply among which the broadcast's text is looked for. */
const mostBefore = 20;

const findChanged = statement({
  takes: { accountId: int8, since: int8, prefix: text, most: int4 },
  gives: {
    newestSeq: int8('a.last_seq'),
    blocks: int4Array('array(select block from changed_block)'),
    isEnough: bool('(select count(*) from changed) = n.most'),
  },
  expects: 'one',
  text: ({ accountId, since, prefix, most, row }) => `
with changed as materialized (
  select m.id, m.client_ref, m.direction, m.address_norm from message m
  where m.account_id = ${accountId} and m.seq > ${since} order by m.seq limit ${most}
), named as (
  select c.client_ref from changed c where c.direction = 'out'
  union all
  select o.client_ref from changed c cross join lateral (
    select m.client_ref from message m
    where m.account_id = ${accountId} and m.address_norm = c.address_norm and m.id < c.id
    order by m.id desc limit ${mostBefore}
  ) o where c.direction = 'in'
), changed_block as (
  select distinct (substr(n.client_ref, length(${prefix}) + 1)::int4 - 1) / ${recipientsABlock} as block from named n
  where case when starts_with(n.client_ref, ${prefix}) then substr(n.client_ref, length(${prefix}) + 1) ~ '^[1-9][0-9]{0,5}$' end
)
select ${row} from account a cross join (select ${most} as most) n where a.id = ${accountId}`,
});

const blockRow = {
  block: int4('b.block'),
  deliveredCount: int4("(count(*) filter (where m.status = 'delivered'))::int4"),
  failedCount: int4(`(count(*) filter (where m.status = 'failed' and not ${isCancelled('m')}))::int4`),
  cancelledCount: int4(`(count(*) filter (where m.status = 'failed' and ${isCancelled('m')}))::int4`),
  repliedCount: int4(`(count(*) filter (where r.message_id is not null and ${hasReplied('r')}))::int4`),
  texts: int4('count(m.status)::int4'),
  /** A core may have sent rows of it that are not yet written down. */
  isOpen: bool("coalesce(bool_or(r.state = 'waiting' and r.number <= s.taken_recipient), false)"),
};
/** What became of the texts of a block. */
export type BlockOutcome = RowOf<typeof blockRow>;

// The limit and the offset keep the planner from reading all of an account's texts.
const countBlocks = statement({
  takes: { accountId: int8, id: int8, blocks: int4Array.orNull },
  gives: blockRow,
  text: ({ accountId, id, blocks, row }) => `
select ${row} from broadcast s
cross join unnest(coalesce(${blocks}, array(select generate_series(0, (
  select (w.number - 1) / ${recipientsABlock} from broadcast_recipient w
  where w.account_id = ${accountId} and w.broadcast_id = ${id} order by w.number desc limit 1
))))) as b (block)
cross join lateral (
  select * from broadcast_recipient w
  where w.account_id = ${accountId} and w.broadcast_id = ${id}
    and w.number > b.block * ${recipientsABlock} and w.number <= (b.block + 1) * ${recipientsABlock} offset 0
) r
left join lateral (
  select m.status, m.error from message m where m.account_id = ${accountId} and m.id = r.message_id limit 1
) m on true
where s.account_id = ${accountId} and s.id = ${id} group by b.block`,
});

const outcome = { deliveredCount: int4, failedCount: int4, cancelledCount: int4, repliedCount: int4 };
/** How many of a broadcast's texts came to each end. */
export type Outcome = ValuesOf<typeof outcome>;

// A broadcast that ended long ago keeps its numbers once some of its texts are not kept any more.
const keep = statement({
  takes: { accountId: int8, id: int8, ...outcome, texts: int4 },
  gives: outcome,
  text: ({ accountId, id, deliveredCount, failedCount, cancelledCount, repliedCount, texts, row }) => {
    const counts = `(ended_at is null or ended_at > now() - interval '31 days' or accepted_count <= ${texts})`;
    const kept = (column: string, counted: string) =>
      `${column} = case when ${counts} then ${counted} else ${column} end`;
    return `
update broadcast set ${kept('delivered_count', deliveredCount)}, ${kept('failed_count', failedCount)},
  ${kept('cancelled_count', cancelledCount)}, ${kept('replied_count', repliedCount)}, counted_at = now()
where account_id = ${accountId} and id = ${id} returning ${row}`;
  },
});

export const prepareBroadcastOutcomes = ({ stats, writes }: Database) => ({
  /**
   * The blocks of a broadcast in which something changed after `since`, and the newest change; undefined for an unknown account.
   * `isEnough` says that there may be more than were looked through.
   */
  findChangedRecipientBlocks: (accountId: bigint, id: bigint, since: bigint, most = maxChanges) =>
    findChanged.first(stats, { accountId, since, prefix: refPrefix(id), most }),

  /** What became of the texts of these blocks, of all for null; nothing for a block without rows. */
  countRecipientBlocks: (accountId: bigint, id: bigint, blocks: readonly number[] | null) =>
    countBlocks.run(stats, { accountId, id, blocks }),

  /** Keeps the numbers with the broadcast, and returns those that it has then; undefined for an unknown one. */
  keepBroadcastOutcome: (accountId: bigint, id: bigint, numbers: Outcome & { texts: number }) =>
    keep.first(writes, { accountId, id, ...numbers }),
});

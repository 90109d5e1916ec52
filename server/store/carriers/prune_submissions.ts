// Lets go of submissions of texts that ended long ago. A carrier's name means nothing after such a time.
import type { Batches } from '../postgres/batches.ts';
import { count, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Where a walk over the table stands. */
interface PruneStep {
  deleted: number;
  /** The block at which the next step begins; 0 for the start. */
  nextBlock: number;
}

// A walk over the table's own blocks, so that a step never costs more than the blocks it names, however many rows are
// old or young; a text is looked up by its key, one by one, for the same reason. Rows that a receipt holds are left for
// the next walk, so that nobody waits for anybody.
const prune = statement({
  takes: { fromPlace: text, toPlace: text },
  gives: {
    deleted: count('(select count(*) from gone)'),
    blocks: count("pg_relation_size('submission') / current_setting('block_size')::int8"),
  },
  expects: 'one',
  text: ({ fromPlace, toPlace, row }) => `
with old as materialized (
  select s.ctid as place, s.account_id, s.message_id from submission s
  where s.ctid >= ${fromPlace}::tid and s.ctid < ${toPlace}::tid and s.submitted_at < now() - interval '30 days'
), final as materialized (
  select o.place from old o cross join lateral (
    select m.status from message m where m.account_id = o.account_id and m.id = o.message_id limit 1
  ) m
  where m.status in ('delivered', 'failed')
), gone as (
  delete from submission where ctid = any (array (
    select s.ctid from submission s where s.ctid = any (array (select place from final)) for update skip locked
  )) returning 1
)
select ${row}`,
});

/** Binds the statement. */
export function preparePruneSubmissions(batches: Batches) {
  return {
    /** Deletes what final texts submitted more than 30 days ago, in `blocks` blocks of the table from one on. */
    async pruneSubmissions(fromBlock: number, blocks: number): Promise<PruneStep> {
      const toBlock = fromBlock + blocks;
      const places = { fromPlace: `(${fromBlock},0)`, toPlace: `(${toBlock},0)` };
      const [step] = await prune.run(batches, places);
      return { deleted: step?.deleted ?? 0, nextBlock: toBlock < (step?.blocks ?? 0) ? toBlock : 0 };
    },
  };
}

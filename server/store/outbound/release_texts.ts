// The one statement that releases scheduled texts whose instant has come. Only the database's clock decides, so that a
// core with a wrong clock releases nothing early. A text to an opted-out recipient ends instead. If two cores release
// at once, only one of them finds a text still scheduled on its row, under its account's lock. A text keeps its place
// in the feed: to readers it was queued and is queued.

import { scheduled } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import { endsRefused, haveOptOutsMoved, isRefused } from '../opt_outs/judge_opt_outs.ts';
import type { Pool } from '../postgres/driver.ts';
import { bool, int4, int8, int8Array } from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** The outcome of a run for one account. */
type Released = RowOf<typeof released>;
const released = {
  accountId: int8('d.account_id'),
  /**
   * The account's newest seq, which the end of a text moves and a release does not. Null if nothing was done: the
   * account is locked by another statement or suspended, or its opt-outs changed since the snapshot.
   */
  seq: int8.orNull('coalesce((select max(e.seq) from ended e where e.account_id = l.id), l.last_seq)'),
  /** How many of its texts were released or ended. */
  texts: int4('coalesce(c.texts, 0)'),
  /** Whether the run found as many texts as it may release. */
  isFull: bool('d.is_full'),
};

// A device's queue is read from a place below which no text waits: it moves back to the first released text. Releases
// are counted, because a claim moves that place forward by an older snapshot. The accounts `without` stand in a
// subquery: for a bare array the planner expects that it excludes nearly all, and reads the whole table.
const release = locking(({ skipLocked }) =>
  statement({
    takes: { most: int4, without: int8Array },
    gives: released,
    text: ({ most, without, row }) => `
with due as materialized (
  select account_id, id from message
  where status = '${scheduled}' and send_at <= now() and account_id <> all (select unnest(${without}))
    and account_id not in (select id from account where suspended_at is not null)
  order by send_at, account_id, id limit ${most}
), held as materialized (
  select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from due)
  order by id for update ${skipLocked}
), locked as materialized (
  select * from held l where l.suspended_at is null and not ${haveOptOutsMoved('l')}
), refused as materialized (
  select m.account_id, m.id, l.period, l.last_seq + row_number() over (partition by m.account_id order by m.id) as seq
  from due d join locked l on l.id = d.account_id and l.opt_out_changes > 0
  join message m on m.account_id = d.account_id and m.id = d.id
  where ${isRefused('l', 'm')}
), ended as (
  update message m set ${endsRefused('m', { seq: 'r.seq', period: 'r.period' })}
  from refused r where m.account_id = r.account_id and m.id = r.id and m.status = '${scheduled}'
  returning m.account_id, m.seq, m.charged
), changed as (
  update message m set status = 'queued', steps = ${appended('m', textLine('released', 'now()'))}
  from due d join locked l on l.id = d.account_id
  where m.account_id = d.account_id and m.id = d.id and m.status = '${scheduled}'
    and not exists (select from refused r where r.account_id = d.account_id and r.id = d.id)
  returning m.account_id, m.id
), counted as materialized (
  select account_id, min(id) as first_id, max(seq) as seq, count(*)::int4 as texts,
    count(*) filter (where is_refund)::int4 as refunds
  from (select account_id, id, null, false from changed union all select account_id, null, seq, not charged from ended)
    as moves (account_id, id, seq, is_refund)
  group by account_id
), moved as (
  update account a set waits_from = least(a.waits_from, c.first_id), releases = a.releases + (c.first_id is not null)::int,
    last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from counted c where a.id = c.account_id
)
select ${row} from (
  select account_id, (select count(*) from due) = ${most} as is_full from due group by account_id
) d left join locked l on l.id = d.account_id left join counted c on c.account_id = d.account_id`,
  }),
);

export const prepareReleaseTexts = (batches: Pick<Pool, 'run'>) => ({
  /**
   * Releases up to `most` texts that are due, in the order of their instants and ids, of all accounts but `without`. Returns a
   * row for each of their accounts.
   */
  releaseTexts: async (most: number, without: readonly bigint[]): Promise<Released[]> =>
    (await release.run(batches, { most, without }, 'wait_seldom')).rows,
});

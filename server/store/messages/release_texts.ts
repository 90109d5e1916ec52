// The one statement that lets texts go whose instant has come. The database's clock alone decides, so that a core whose clock is
// wrong lets nothing go early. Of two cores that do so at once one finds each text scheduled on its row, under its account's
// lock. A text keeps its place in the feed: to readers it was queued and is queued.
import type { Batches } from '../database/batches.ts';
import { bool, int4, int8, int8Array } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';
import { appended, textLine } from './steps.ts';
import { scheduled } from './stored_status.ts';

/** What a run did for one account. */
type Released = RowOf<typeof released>;
const released = {
  accountId: int8('d.account_id'),
  /** The account's newest seq, which a release does not move; null where another statement has the account locked. */
  seq: int8.orNull('l.last_seq'),
  /** Whether the run found as many texts as it may let go. */
  isFull: bool('d.is_full'),
};

// A device's queue is read from a place below which nothing waits: it goes back to the first text that is let go. What was let
// go is counted, because a claim moves that place forward by an older snapshot. Accounts that are left out stand in a subquery:
// of a bare array the planner expects to leave out nearly all, and reads the whole table.
const release = statement({
  takes: { most: int4, without: int8Array },
  gives: released,
  text: ({ most, without, row }) => `
with due as materialized (
  select account_id, id from message
  where status = '${scheduled}' and send_at <= now() and account_id <> all (select unnest(${without}))
  order by send_at, account_id, id limit ${most}
), locked as materialized (
  select id, last_seq from account where id in (select account_id from due) order by id for update
), changed as (
  update message m set status = 'queued', steps = ${appended('m', textLine('released', 'now()'))}
  from due d join locked l on l.id = d.account_id
  where m.account_id = d.account_id and m.id = d.id and m.status = '${scheduled}'
  returning m.account_id, m.id
), moved as (
  update account a set waits_from = least(a.waits_from, c.first_id), releases = a.releases + 1
  from (select account_id, min(id) as first_id from changed group by account_id) c where a.id = c.account_id
)
select ${row} from (
  select account_id, (select count(*) from due) = ${most} as is_full from due group by account_id
) d left join locked l on l.id = d.account_id`,
});

/**
 * Lets up to `most` texts go that are due, in the order of their instants and ids, of all accounts but some. Returns a row for
 * each account of them.
 */
export const releaseTexts = (
  batches: Batches,
  most: number,
  without: readonly bigint[],
): Promise<Released[]> => release.run(batches.pastLocks, { most, without });

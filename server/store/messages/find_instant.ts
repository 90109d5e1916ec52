// Where in an account's texts an instant lies: ids grow as time goes by, so that halving finds it in some twenty steps.
// A phone that was offline brings texts with older times later; each step therefore looks for a newer one among the texts
// that follow, and such texts count where they came, not where they would have.
import type { Database } from '../postgres/database.ts';
import { instant, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Texts that are looked at in each step. A phone that brings more than these at once may mislead by as many. */
const window = 256;

// The first that is late is enough, and most often it is the first of all. What follows the last text counts as late.
const isLateFrom = (accountId: string, id: string, at: string) => {
  const followers = (most: number) =>
    `(select m.created_at from message m where m.account_id = ${accountId} and m.id >= ${id} order by m.id limit ${most}) w`;
  return `coalesce(
      (select true from ${followers(window)} where w.created_at >= ${at} limit 1), (select false from ${followers(1)}), true
    ) as is_late`;
};

const find = statement({
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

/** Prepares the search. */
export function prepareFindInstant({ reads }: Pick<Database, 'reads'>) {
  return {
    /** The first of an account's ids at an instant or after it: one more than the last id when there is none. */
    findIdAt: async (accountId: bigint, atMs: number): Promise<bigint> =>
      (await find.run(reads, { accountId, atMs }))[0]?.id ?? 1n,
  };
}

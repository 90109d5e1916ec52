// Finds the place of an instant among an account's texts.
import type { Database } from '../postgres/database.ts';
import { instant, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// Ids grow with time, so that some twenty halvings find an instant among an account's texts. A phone that was offline
// brings older texts later: each step therefore looks for a newer one among the texts that follow, and late texts count
// where they came.
/** Texts that each step looks at. A phone that brings more at once may shift the result by as many. */
const window = 256;

// One late text is enough, and usually it is the first. The place after the last text counts as late.
const isLateFrom = (accountId: string, id: string, at: string) => {
  const followers = (most: number) =>
    `(select m.created_at from message m where m.account_id = ${accountId} and m.id >= ${id} order by m.id limit ${most}) w`;
  return `coalesce(
      (select true from ${followers(window)} where w.created_at >= ${at} limit 1), (select false from ${followers(1)}), true
    ) as is_late`;
};

/** SQL: the first of an account's ids at an instant or after it; one more than the last id when there is none, null for no account. */
export const idAt = (accountId: string, atMs: string): string => `(
with recursive search (low, high, end_id) as (
  select 1::int8, last_message_id + 1, last_message_id + 1 from account where id = ${accountId}
  union all
  select case when l.is_late then h.low else h.middle + 1 end, case when l.is_late then h.middle else h.high end, h.end_id
  from (select low, high, end_id, (low + high) / 2 as middle from search where low < high) h
  cross join lateral (select ${isLateFrom(accountId, 'h.middle', atMs)}) l
)
select coalesce(f.id, s.end_id) from (select low, end_id from search where low >= high) s
left join lateral (
  select min(w.id) as id from (
    select m.id, m.created_at from message m where m.account_id = ${accountId} and m.id >= s.low
    order by m.id limit ${2 * window}
  ) w where w.created_at >= ${atMs}
) f on true
)`;

const findIdAt = statement({
  takes: { accountId: int8, atMs: instant },
  gives: { id: int8.orNull('f.id') },
  text: ({ accountId, atMs, row }) => `select ${row} from (select ${idAt(accountId, atMs)} as id) f`,
});

export const prepareFindInstant = ({ reads }: Database) => ({
  /** The first of an account's ids at an instant or after it: one more than the last id when there is none. */
  findIdAt: async (accountId: bigint, atMs: number): Promise<bigint> =>
    (await findIdAt.first(reads, { accountId, atMs }))?.id ?? 1n,
});

// Accounts whose month lies in the future, because a clock was ahead when a text was charged: they would stay at what
// they have used until the real months have caught up. They go back to the current month, and what was charged in it is
// counted from the texts themselves.
import type { Batches } from '../postgres/batches.ts';
import { bool, date, int8, int8Array } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// Texts are read from the newest back to the first one that is older than the month by a day, which no clock is off by
// unnoticed. Every change of a text moves its account's last_seq: when another statement wrote one meanwhile, nothing
// happens, and the caller asks again.
const heal = statement({
  takes: { accountIds: int8Array, month: date, newestMonth: date },
  gives: { accountId: int8('s.id'), isHealed: bool('h.id is not null') },
  expects: 'some',
  text: ({ accountIds, month, newestMonth, row }) => `
with seen as materialized (
  select a.id, a.last_seq, (
    select count(*) from message m
    where m.account_id = a.id and m.charged and m.created_at >= ${month} and m.id > coalesce((
      select o.id from message o
      where o.account_id = a.id and o.direction = 'out' and o.created_at < ${month} - interval '1 day'
      order by o.id desc limit 1), 0)
  ) as used
  from account a where a.id = any (${accountIds}) and a.period > ${newestMonth}
), healed as (
  update account a set period = ${month}, texts_used = s.used
  from seen s where a.id = s.id and a.last_seq = s.last_seq and a.period > ${newestMonth}
  returning a.id
)
select ${row} from (select) one left join seen s on true left join healed h on h.id = s.id`,
});

/** Returns the accounts that are still ahead of `newestMonth`: a statement of another replica came in between. */
export async function healPeriods(
  batches: Batches,
  accountIds: readonly bigint[],
  month: string,
  newestMonth: string,
): Promise<bigint[]> {
  const seen = await heal.run(batches, { accountIds, month, newestMonth });
  return seen.filter(({ isHealed }) => !isHealed).map(({ accountId }) => accountId);
}

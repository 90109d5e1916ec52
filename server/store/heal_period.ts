// Accounts whose month lies in the future, because a clock was ahead when a text was charged: they would stay at what
// they have used until the real months have caught up. They go back to the current month, and what was charged in it is
// counted from the texts themselves.
import type { Batches } from './batches.ts';
import { arrayLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

// Texts are read from the newest back to the first one that is older than the month by a day, which no clock is off by
// unnoticed. Every change of a text moves its account's last_seq: when another statement wrote one meanwhile, nothing
// happens, and the caller asks again.
const statement = `
with seen as materialized (
  select a.id, a.last_seq, (
    select count(*) from message m
    where m.account_id = a.id and m.charged and m.created_at >= $2::date and m.id > coalesce((
      select o.id from message o
      where o.account_id = a.id and o.direction = 'out' and o.created_at < $2::date - interval '1 day'
      order by o.id desc limit 1), 0)
  ) as used
  from account a where a.id = any ($1::int8[]) and a.period > $3::date
), healed as (
  update account a set period = $2::date, texts_used = s.used
  from seen s where a.id = s.id and a.last_seq = s.last_seq and a.period > $3::date
  returning a.id
)
select $4::text, s.id, h.id is not null
from (select) one left join seen s on true left join healed h on h.id = s.id`;

/** Returns the accounts that are still ahead of `newestMonth`: a statement of another replica came in between. */
export async function healPeriods(
  batches: Batches,
  accountIds: readonly bigint[],
  month: string,
  newestMonth: string,
): Promise<bigint[]> {
  const nonce = createNonce();
  const rows = await batches.run(statement, [arrayLiteral(accountIds), month, newestMonth, nonce]);
  checkNonce(nonce, rows, Math.max(rows.length, 1));
  return rows.filter((row) => row[1] !== null && row[2] === false).map((row) => row[1] as bigint);
}

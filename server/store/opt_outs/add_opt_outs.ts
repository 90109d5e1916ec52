// The one statement by which an account opts recipients out itself. The account's lock orders it with sends: what is
// accepted after its commit has seen it, and what was accepted before is claimed by nobody, and ended by end_waiting.ts.
import type { OptOutSource } from '../../domain/opt_out.ts';
import type { Pool } from '../postgres/driver.ts';
import { bool, count, instant, int8, text, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import { isOptedOut } from './judge_opt_outs.ts';

/** Most opt-outs of an account, those aside that recipients set themselves: a stop is never refused. */
export const maxOptOuts = 1_000_000;
/** Most that one call adds. */
const maxAdded = 10_000;

// Counting a million rows takes a tenth of a second: it is done only where the account's opt-outs have changed so often that
// they could be so many. What is counted by an older snapshot than the account's lock counts only where nothing changed since.
const add = statement({
  takes: {
    addresses: list({ addressNorm: text }),
    accountId: int8,
    source: word<OptOutSource>(),
    nowMs: instant,
    most: count,
    countsFrom: count,
  },
  gives: {
    added: count('(select count(*) from added)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isStale: bool('exists (select from locked) and not exists (select from open)'),
  },
  expects: 'one',
  text: ({ addresses, accountId, source, nowMs, most, countsFrom, row }) => `
with asked as materialized (
  select address_norm from ${addresses.as('i')}
), seen as materialized (
  select a.id, a.opt_out_changes, a.opt_out_changes >= ${countsFrom} and (
    select count(*) from opt_out o where o.account_id = a.id
  ) + (
    select count(*) from asked i where not exists (
      select from opt_out o where o.account_id = a.id and o.address_norm = i.address_norm)
  ) > ${most} as is_full
  from account a where a.id = ${accountId}
), locked as materialized (
  select id, opt_out_changes from account where id = ${accountId} for update
), open as materialized (
  select l.id from locked l join seen s on s.id = l.id
  where not s.is_full and (l.opt_out_changes < ${countsFrom} or l.opt_out_changes = s.opt_out_changes)
), added as (
  insert into opt_out (account_id, address_norm, since, source, message_id, ends_waiting)
  select l.id, i.address_norm, ${nowMs}, ${source}, null, true from open l cross join asked i
  where not ${isOptedOut('l.id', 'i.address_norm')}
  on conflict (account_id, address_norm) do nothing
  returning account_id
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1
  from (select distinct account_id from added) d where a.id = d.account_id
)
select ${row}`,
});

/**
 * Adds those of the addresses that are not there, each at most once in the list; returns how many those were, or that
 * with all of them the account would have too many. `most` is for tests.
 */
export async function addOptOuts(
  pool: Pick<Pool, 'run'>,
  accountId: bigint,
  addresses: readonly string[],
  { source, nowMs, most = maxOptOuts }: { source: OptOutSource; nowMs: number; most?: number | undefined },
): Promise<number | 'full'> {
  const rows = addresses.map((addressNorm) => ({ addressNorm }));
  const countsFrom = Math.floor(most / maxAdded);
  for (;;) {
    const [row] = await add.run(pool, { addresses: rows, accountId, source, nowMs, most, countsFrom });
    if (row?.isFull) return 'full';
    if (!row?.isStale) return row?.added ?? 0;
  }
}

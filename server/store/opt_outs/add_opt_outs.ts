// The one statement by which an account opts recipients out itself. The account's lock orders it with sends: what is
// accepted after its commit has seen it, and what was accepted before is ended by end_waiting.ts.
import type { OptOutSource } from '../../domain/opt_out.ts';
import type { Pool } from '../database/driver.ts';
import { count, instant, int8, text, word } from '../database/kinds.ts';
import { list, statement } from '../database/statement.ts';

const add = statement({
  takes: {
    addresses: list({ addressNorm: text }),
    accountId: int8,
    source: word<OptOutSource>(),
    nowMs: instant,
  },
  gives: { added: count('(select count(*) from added)') },
  expects: 'one',
  text: ({ addresses, accountId, source, nowMs, row }) => `
with locked as materialized (
  select id from account where id = ${accountId} for update
), added as (
  insert into opt_out (account_id, address_norm, since, source, message_id, ends_waiting)
  select l.id, i.address_norm, ${nowMs}, ${source}, null, true from locked l cross join ${addresses.as('i')}
  on conflict (account_id, address_norm) do nothing
  returning account_id
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1
  from (select distinct account_id from added) d where a.id = d.account_id
)
select ${row}`,
});

/** Adds those of the addresses that are not there, each at most once in the list; returns how many those were. */
export async function addOptOuts(
  pool: Pick<Pool, 'run'>,
  accountId: bigint,
  addresses: readonly string[],
  { source, nowMs }: { source: OptOutSource; nowMs: number },
): Promise<number> {
  const rows = addresses.map((addressNorm) => ({ addressNorm }));
  const [row] = await add.run(pool, { addresses: rows, accountId, source, nowMs });
  return row?.added ?? 0;
}

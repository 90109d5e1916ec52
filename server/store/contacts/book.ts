// The book of an account: the row that counts its contacts. Every change locks it, and counts itself there. A statement
// that waited for the lock reads all other rows by an older snapshot than the lock: it does nothing where the count
// moved since, and is run again. So bounds are exact, and one number has one contact, on any number of cores. The
// account's own row is left alone: sends lock that one.
import type { Database } from '../postgres/database.ts';
import { int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** SQL: steps of a statement. `open` has the book, unless there is none or what was read may have changed. */
export const bookSteps = (accountId: string): string => `
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = ${accountId}
), locked as materialized (
  select b.* from contact_book b where b.account_id = ${accountId} for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
)`;

/** Why a statement did nothing, and is to be run again. */
export type Unread = 'stale' | 'no_book';

/** SQL: the reason, null where the book is open. */
export const unread = `case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end`;

/** SQL: the step that counts members again; `changes` is a query of groups and what each gains. */
export const countMembers = (accountId: string, changes: string): string => `
counted as (
  update contact_group g set members = g.members + d.gained
  from (select group_id, sum(gained)::int4 as gained from (${changes}) x group by group_id) d
  where g.account_id = ${accountId} and g.id = d.group_id
)`;

const makeBook = statement({
  takes: { accountId: int8 },
  gives: { accountId: int8 },
  text: ({ accountId, row }) => `
insert into contact_book (account_id, version, last_contact_id, last_group_id, contacts, groups)
select a.id, 0, 0, 0, 0, 0 from account a where a.id = ${accountId}
on conflict (account_id) do update set version = contact_book.version
returning ${row}`,
});

/** Runs a change again until it has had its turn. Returns undefined for an account that does not exist. */
export async function changeBook<Rows extends readonly { outcome: string }[]>(
  { writes }: Pick<Database, 'writes'>,
  accountId: bigint,
  run: () => Promise<Rows>,
): Promise<Rows | undefined> {
  for (;;) {
    const rows = await run();
    const outcome = rows[0]?.outcome;
    if (outcome !== 'stale' && outcome !== 'no_book') return rows;
    if (outcome === 'no_book' && !(await makeBook.any(writes, { accountId }))) return undefined;
  }
}

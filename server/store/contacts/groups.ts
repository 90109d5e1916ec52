// Changes of an account's groups and of who is in them.
import { maxGroups, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import type { Database } from '../postgres/database.ts';
import { count, instant, int8, int8Array, text, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import { bookSteps, changeBook, countMembers, type Unread, unread } from './book.ts';

const ensure = statement({
  takes: { names: list({ name: text }), accountId: int8, nowMs: instant, most: count },
  gives: {
    outcome: word<'there' | 'full' | Unread>()(
      `coalesce(${unread}, case when coalesce(g.id, p.id) is null then 'full' else 'there' end)`,
    ),
    id: int8.orNull('coalesce(g.id, p.id)'),
  },
  expects: 'names',
  text: ({ names, accountId, nowMs, most, row }) => `
with asked as materialized (
  select * from ${names.as('r', 'nth')}
), ${bookSteps(accountId)}, placed as materialized (
  select i.nth, i.name, o.last_group_id + row_number() over (order by i.nth) as id,
    o.groups + row_number() over (order by i.nth) <= ${most} as fits
  from asked i cross join open o
  where not exists (select from contact_group g where g.account_id = ${accountId} and g.name = i.name)
), inserted as (
  insert into contact_group (account_id, id, name, members, created_at)
  select ${accountId}, p.id, p.name, 0, ${nowMs} from placed p where p.fits returning id
), moved as (
  update contact_book b set version = b.version + 1, groups = b.groups + (select count(*) from inserted)::int4,
    last_group_id = b.last_group_id + (select count(*) from inserted)
  where b.account_id = ${accountId} and exists (select from inserted)
)
select ${row} from asked i
left join contact_group g on g.account_id = ${accountId} and g.name = i.name
left join placed p on p.nth = i.nth and p.fits
order by i.nth`,
});

const rename = statement({
  takes: { accountId: int8, id: int8, name: text },
  gives: {
    outcome: word<'renamed' | 'taken' | 'missing' | Unread>()(`coalesce(${unread}, case
      when exists (select from renamed) then 'renamed' when exists (select from other) then 'taken' else 'missing' end)`),
  },
  expects: 'one',
  text: ({ accountId, id, name, row }) => `
with ${bookSteps(accountId)}, other as materialized (
  select g.id from contact_group g where g.account_id = ${accountId} and g.name = ${name} and g.id <> ${id}
    and exists (select from contact_group o where o.account_id = ${accountId} and o.id = ${id})
), renamed as (
  update contact_group g set name = ${name} from open o
  where g.account_id = o.account_id and g.id = ${id} and not exists (select from other) returning g.id
), moved as (
  update contact_book b set version = b.version + 1 where b.account_id = ${accountId} and exists (select from renamed)
)
select ${row}`,
});

const remove = statement({
  takes: { accountId: int8, id: int8 },
  gives: {
    outcome: word<'deleted' | 'missing' | Unread>()(
      `coalesce(${unread}, case when exists (select from gone) then 'deleted' else 'missing' end)`,
    ),
  },
  expects: 'one',
  text: ({ accountId, id, row }) => `
with ${bookSteps(accountId)}, gone as (
  delete from contact_group g using open o where g.account_id = o.account_id and g.id = ${id} returning g.id
), left_group as (
  delete from contact_group_member m using gone g where m.account_id = ${accountId} and m.group_id = g.id
), moved as (
  update contact_book b set version = b.version + 1, groups = b.groups - 1
  where b.account_id = ${accountId} and exists (select from gone)
)
select ${row}`,
});

/** `no_contact`: a contact to be added does not exist. `crowded`: one to be added is in too many groups. */
type MembersOutcome = 'changed' | 'missing' | 'no_contact' | 'crowded' | Unread;

const changeMembers = statement({
  takes: { accountId: int8, id: int8, add: int8Array, remove: int8Array, mostGroups: count },
  gives: { outcome: word<MembersOutcome>()(`coalesce((select fault from judged), 'changed')`) },
  expects: 'one',
  text: ({ accountId, id, add, remove: leaving, mostGroups, row }) => `
with added as materialized (
  select distinct i.id from unnest(${add}) as i (id) where not exists (
    select from contact_group_member m where m.account_id = ${accountId} and m.group_id = ${id} and m.contact_id = i.id)
), ${bookSteps(accountId)}, judged as materialized (
  select case
    when ${unread} is not null then ${unread}
    when not exists (select from contact_group g where g.account_id = ${accountId} and g.id = ${id}) then 'missing'
    when exists (select from added i where not exists (
      select from contact c where c.account_id = ${accountId} and c.id = i.id)) then 'no_contact'
    when exists (select from added i where (select count(*) from contact_group_member m
      where m.account_id = ${accountId} and m.contact_id = i.id) >= ${mostGroups}) then 'crowded'
  end as fault
), joined as (
  insert into contact_group_member (account_id, group_id, contact_id)
  select ${accountId}, ${id}, i.id from added i, judged j where j.fault is null and i.id <> all (${leaving})
  on conflict do nothing returning group_id
), left_group as (
  delete from contact_group_member m using judged j
  where j.fault is null and m.account_id = ${accountId} and m.group_id = ${id} and m.contact_id = any (${leaving})
  returning m.group_id
), ${countMembers(
    accountId,
    'select group_id, 1 as gained from joined union all select group_id, -1 from left_group',
  )}, moved as (
  update contact_book b set version = b.version + 1
  where b.account_id = ${accountId} and (exists (select from joined) or exists (select from left_group))
)
select ${row}`,
});

export const prepareContactGroups = (database: Database) => ({
  /**
   * The ids of groups by their names, each given once; missing groups are made. Null where the account has as many as
   * it may; undefined for an account that does not exist. `most` is for tests.
   */
  async ensureContactGroups(accountId: bigint, names: readonly string[], nowMs: number, most = maxGroups) {
    const asking = { names: names.map((name) => ({ name })), accountId, nowMs, most };
    const rows = await changeBook(database, accountId, () => ensure.run(database.writes, asking));
    return rows?.map(({ id }) => id);
  },

  async renameContactGroup(accountId: bigint, id: bigint, name: string) {
    const asking = { accountId, id, name };
    const rows = await changeBook(database, accountId, () => rename.run(database.writes, asking));
    return rows?.[0]?.outcome ?? 'missing';
  },

  /** Returns false for an unknown one. */
  async deleteContactGroup(accountId: bigint, id: bigint): Promise<boolean> {
    const rows = await changeBook(database, accountId, () => remove.run(database.writes, { accountId, id }));
    return rows?.[0]?.outcome === 'deleted';
  },

  /** Puts contacts into a group and takes others out, all or nothing; a contact in both lists is taken out. */
  async changeGroupMembers(
    accountId: bigint,
    id: bigint,
    add: readonly bigint[],
    leaving: readonly bigint[],
  ) {
    const asking = { accountId, id, add, remove: leaving, mostGroups: maxGroupsOfContact };
    const rows = await changeBook(database, accountId, () => changeMembers.run(database.writes, asking));
    return rows?.[0]?.outcome ?? 'missing';
  },
});

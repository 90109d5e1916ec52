// Adds, changes and removes contacts: each statement decides by the account's book what becomes of each row, and does it.
import { maxContacts, maxGroupsOfContact } from '../../domain/contact.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import { bookSteps, changeBook, countMembers, type Unread, unread } from './book.ts';

const asked = {
  nth: int4,
  /** The contact that is meant; null for that of the number. */
  id: int8.orNull,
  /** Each null leaves what is there; a new contact has all but a note. */
  addressNorm: text.orNull,
  name: text.orNull,
  namePlain: text.orNull,
  note: text.orNull,
  /** It leaves all groups that are not named for it. */
  replacesGroups: bool,
};

/** A contact as it is to be, with its groups. */
export type PutContact = Omit<ValuesOf<typeof asked>, 'nth'> & { groupIds: readonly bigint[] };

/** `taken`: another contact has the number. `full`: the account has as many as it may. `crowded`: it has too many groups. */
export type PutOutcome =
  | 'added'
  | 'changed'
  | 'same'
  | 'full'
  | 'missing'
  | 'taken'
  | 'no_group'
  | 'crowded'
  | Unread;

/** SQL: of each row its fault, null for one that is sound. */
const faults = (accountId: string, mostGroups: string) => `
  select i.*, t.id as known_id, case
    when ${unread} is not null then ${unread}
    when i.id is not null and t.id is null then 'missing'
    when i.id is not null and exists (
      select from contact c where c.account_id = ${accountId} and c.address_norm = i.address_norm and c.id <> i.id
    ) then 'taken'
    when exists (select from wanted w where w.place = i.nth and not exists (
      select from contact_group g where g.account_id = ${accountId} and g.id = w.group_id)) then 'no_group'
    when exists (select from wanted w where w.place = i.nth) and (select count(*) from (
      select w.group_id from wanted w where w.place = i.nth
      union
      select m.group_id from contact_group_member m
      where m.account_id = ${accountId} and m.contact_id = t.id and not i.replaces_groups
    ) u) > ${mostGroups} then 'crowded'
  end as fault
  from asked i left join known t on t.nth = i.nth`;

/** SQL: moves the sound rows to the groups that they want. */
const membershipSteps = (accountId: string) => `
left_groups as (
  delete from contact_group_member m using targets t
  where m.account_id = ${accountId} and m.contact_id = t.id and t.replaces_groups
    and not exists (select from wanted w where w.place = t.nth and w.group_id = m.group_id)
  returning m.group_id, m.contact_id
), joined as (
  insert into contact_group_member (account_id, group_id, contact_id)
  select ${accountId}, w.group_id, t.id from wanted w join targets t on t.nth = w.place
  on conflict do nothing returning group_id, contact_id
), ${countMembers(
  accountId,
  'select group_id, 1 as gained from joined union all select group_id, -1 from left_groups',
)}`;

const put = statement({
  takes: {
    rows: list(asked),
    groups: list({ place: int4, groupId: int8 }),
    accountId: int8,
    nowMs: instant,
    most: count,
    mostGroups: count,
  },
  gives: {
    outcome:
      word<PutOutcome>()(`coalesce(j.fault, case when t.nth is null then 'full' when j.known_id is null then 'added'
      when exists (select from changed c where c.id = t.id) or exists (select from joined c where c.contact_id = t.id)
        or exists (select from left_groups c where c.contact_id = t.id) then 'changed' else 'same' end)`),
    id: int8.orNull('t.id'),
  },
  expects: 'rows',
  text: ({ rows, groups, accountId, nowMs, most, mostGroups, row }) => `
with asked as materialized (
  select * from ${rows.as('r')}
), wanted as materialized (
  select * from ${groups.as('r')}
), ${bookSteps(accountId)}, known as materialized (
  select i.nth, c.id from asked i join contact c on c.account_id = ${accountId} and c.id = i.id
  union all
  select i.nth, c.id from asked i join contact c on c.account_id = ${accountId} and c.address_norm = i.address_norm
  where i.id is null
), judged as materialized (${faults(accountId, mostGroups)}
), placed as materialized (
  select j.nth, o.last_contact_id + row_number() over (order by j.nth) as id,
    o.contacts + row_number() over (order by j.nth) <= ${most} as fits
  from judged j cross join open o where j.fault is null and j.known_id is null
), targets as materialized (
  select j.nth, coalesce(j.known_id, p.id) as id, j.replaces_groups
  from judged j left join placed p on p.nth = j.nth where j.fault is null and (j.known_id is not null or p.fits)
), inserted as (
  insert into contact (account_id, id, address_norm, name, name_plain, note, created_at, changed_at)
  select ${accountId}, p.id, j.address_norm, j.name, j.name_plain, coalesce(j.note, ''), ${nowMs}, ${nowMs}
  from placed p join judged j on j.nth = p.nth where p.fits
  returning id
), changed as (
  update contact c set address_norm = coalesce(j.address_norm, c.address_norm), name = coalesce(j.name, c.name),
    name_plain = coalesce(j.name_plain, c.name_plain), note = coalesce(j.note, c.note), changed_at = ${nowMs}
  from judged j where c.account_id = ${accountId} and c.id = j.known_id and j.fault is null
    and (coalesce(j.address_norm, c.address_norm), coalesce(j.name, c.name), coalesce(j.note, c.note))
      is distinct from (c.address_norm, c.name, c.note)
  returning c.id
), ${membershipSteps(accountId)}, moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts + (select count(*) from inserted)::int4,
    last_contact_id = b.last_contact_id + (select count(*) from inserted)
  where b.account_id = ${accountId} and (exists (select from inserted) or exists (select from changed)
    or exists (select from joined) or exists (select from left_groups))
)
select ${row} from judged j left join targets t on t.nth = j.nth order by j.nth`,
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
  delete from contact c using open o where c.account_id = o.account_id and c.id = ${id} returning c.id
), left_groups as (
  delete from contact_group_member m using gone c
  where m.account_id = ${accountId} and m.contact_id = c.id returning m.group_id
), ${countMembers(accountId, 'select group_id, -1 as gained from left_groups')}, moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts - 1
  where b.account_id = ${accountId} and exists (select from gone)
)
select ${row}`,
});

export const preparePutContacts = (database: Database) => ({
  /**
   * Adds and changes contacts of an account; no two of the list are of one number. Returns what became of each, and its id;
   * undefined for an account that there is not. One that cannot be harms no other. `most` is for tests.
   */
  async putContacts(accountId: bigint, contacts: readonly PutContact[], nowMs: number, most = maxContacts) {
    const rows = contacts.map(({ groupIds: _, ...contact }, nth) => ({ nth, ...contact }));
    const groups = contacts.flatMap(({ groupIds }, place) =>
      [...new Set(groupIds)].map((groupId) => ({ place, groupId })),
    );
    const asking = { rows, groups, accountId, nowMs, most, mostGroups: maxGroupsOfContact };
    return changeBook(database, accountId, () => put.run(database.writes, asking));
  },

  /** Returns false for an unknown one. */
  async deleteContact(accountId: bigint, id: bigint): Promise<boolean> {
    const rows = await changeBook(database, accountId, () => remove.run(database.writes, { accountId, id }));
    return rows?.[0]?.outcome === 'deleted';
  },
});

// Adds, changes and removes contacts. Each statement decides about each row by the account's book, and carries it out.
import { maxContacts, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  count,
  innerArray,
  instant,
  int4,
  int8,
  text,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import { bookSteps, changeBook, countMembers, type Unread, unread } from './book.ts';

const asked = {
  nth: int4,
  /** The contact that is meant; null for that of the number. */
  id: int8.orNull,
  /** Null leaves a field as it is; a new contact must have all but a note. */
  addressNorm: text.orNull,
  name: text.orNull,
  namePlain: text.orNull,
  note: text.orNull,
  /** Groups that it is to be in. */
  groupIds: innerArray,
  /** True: it leaves all other groups. */
  replacesGroups: bool,
};

/** A contact as it is to be, with its groups. */
export type PutContact = Omit<ValuesOf<typeof asked>, 'nth' | 'groupIds'> & {
  groupIds: readonly bigint[];
};

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

// A portion has a thousand rows, and its plan is made for a few: each row is therefore looked up by itself, and none of
// the steps is joined with another.
/** SQL: each row with the contact that it means, its groups and its fault, null for one that is sound. */
const judgedRows = (accountId: string, mostGroups: string) => `
  select i.*, case
    when ${unread} is not null then ${unread}
    when i.id is not null and i.known_id is null then 'missing'
    when i.id is not null and exists (
      select from contact c where c.account_id = ${accountId} and c.address_norm = i.address_norm and c.id <> i.id
    ) then 'taken'
    when cardinality(i.wanted) = 0 then null
    when exists (select from unnest(i.wanted) w (id) where not exists (
      select from contact_group g where g.account_id = ${accountId} and g.id = w.id)) then 'no_group'
    when (select count(*) from (
      select w.id from unnest(i.wanted) w (id)
      union
      select m.group_id from contact_group_member m
      where m.account_id = ${accountId} and m.contact_id = i.known_id and not i.replaces_groups
    ) u) > ${mostGroups} then 'crowded'
  end as fault
  from (
    select a.*, a.group_ids::int8[] as wanted, case when a.id is null
      then (select c.id from contact c where c.account_id = ${accountId} and c.address_norm = a.address_norm)
      else (select c.id from contact c where c.account_id = ${accountId} and c.id = a.id) end as known_id
    from asked a offset 0
  ) i`;

/** SQL: moves the sound rows to the groups that they want. */
const membershipSteps = (accountId: string) => `
left_groups as (
  delete from contact_group_member m using targets t
  where m.account_id = ${accountId} and m.contact_id = t.target_id and t.replaces_groups
    and m.group_id <> all (t.wanted)
  returning m.group_id, m.contact_id
), joined as (
  insert into contact_group_member (account_id, group_id, contact_id)
  select ${accountId}, w.id, t.target_id from targets t cross join lateral unnest(t.wanted) w (id)
  on conflict do nothing returning group_id, contact_id
), ${countMembers(
  accountId,
  'select group_id, 1 as gained from joined union all select group_id, -1 from left_groups',
)}`;

const put = statement({
  takes: { rows: list(asked), accountId: int8, nowMs: instant, most: count, mostGroups: count },
  gives: {
    outcome:
      word<PutOutcome>()(`coalesce(p.fault, case when p.target_id is null then 'full' when p.known_id is null then 'added'
      when p.target_id in (select id from changed) or p.target_id in (select contact_id from joined)
        or p.target_id in (select contact_id from left_groups) then 'changed' else 'same' end)`),
    id: int8.orNull('p.target_id'),
  },
  expects: 'rows',
  text: ({ rows, accountId, nowMs, most, mostGroups, row }) => `
with asked as materialized (
  select * from ${rows.as('r')}
), ${bookSteps(accountId)}, judged as materialized (${judgedRows(accountId, mostGroups)}
), counted_rows as materialized (
  select j.*, case when j.fault is null and j.known_id is null
    then row_number() over (partition by j.fault is null and j.known_id is null order by j.nth) end as turn
  from judged j
), placed as materialized (
  select c.*, case when c.fault is not null then null when c.turn is null then c.known_id
    when (select o.contacts from open o) + c.turn <= ${most} then (select o.last_contact_id from open o) + c.turn
  end as target_id
  from counted_rows c
), targets as materialized (
  select p.target_id, p.wanted, p.replaces_groups from placed p where p.target_id is not null
), inserted as (
  insert into contact (account_id, id, address_norm, name, name_plain, note, created_at, changed_at)
  select ${accountId}, p.target_id, p.address_norm, p.name, p.name_plain, coalesce(p.note, ''), ${nowMs}, ${nowMs}
  from placed p where p.known_id is null and p.target_id is not null
  returning id
), changed as (
  update contact c set address_norm = coalesce(p.address_norm, c.address_norm), name = coalesce(p.name, c.name),
    name_plain = coalesce(p.name_plain, c.name_plain), note = coalesce(p.note, c.note), changed_at = ${nowMs}
  from placed p where c.account_id = ${accountId} and c.id = p.known_id and p.fault is null
    and (coalesce(p.address_norm, c.address_norm), coalesce(p.name, c.name), coalesce(p.note, c.note))
      is distinct from (c.address_norm, c.name, c.note)
  returning c.id
), ${membershipSteps(accountId)}, moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts + (select count(*) from inserted)::int4,
    last_contact_id = b.last_contact_id + (select count(*) from inserted)
  where b.account_id = ${accountId} and (exists (select from inserted) or exists (select from changed)
    or exists (select from joined) or exists (select from left_groups))
)
select ${row} from placed p order by p.nth`,
});

// Where a request to erase asks for it, the contact is counted on the request by the same statement.
const remove = statement({
  takes: { accountId: int8, id: int8, erasureId: int8.orNull },
  gives: {
    outcome: word<'deleted' | 'missing' | Unread>()(
      `coalesce(${unread}, case when exists (select from gone) then 'deleted' else 'missing' end)`,
    ),
  },
  expects: 'one',
  text: ({ accountId, id, erasureId, row }) => `
with ${bookSteps(accountId)}, gone as (
  delete from contact c using open o where c.account_id = o.account_id and c.id = ${id} returning c.id
), left_groups as (
  delete from contact_group_member m using gone c
  where m.account_id = ${accountId} and m.contact_id = c.id returning m.group_id
), ${countMembers(accountId, 'select group_id, -1 as gained from left_groups')}, moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts - 1
  where b.account_id = ${accountId} and exists (select from gone)
), counted_erased as (
  update erasure e set erased = e.erased || jsonb_build_object('contact', coalesce((e.erased->>'contact')::int8, 0) + 1)
  where e.account_id = ${accountId} and e.id = ${erasureId} and exists (select from gone)
)
select ${row}`,
});

export const preparePutContacts = (database: Database) => ({
  /**
   * Adds and changes contacts of an account; no number is in the list twice. Returns what became of each, and its id;
   * undefined for an account that does not exist. A contact that is refused does not affect the others. `most` is for
   * tests.
   */
  async putContacts(accountId: bigint, contacts: readonly PutContact[], nowMs: number, most = maxContacts) {
    const rows = contacts.map((contact, nth) => ({
      ...{ nth, ...contact },
      groupIds: [...new Set(contact.groupIds)].map(Number),
    }));
    const asking = { rows, accountId, nowMs, most, mostGroups: maxGroupsOfContact };
    return changeBook(database, accountId, () => put.run(database.writes, asking));
  },

  /** Returns false for an unknown one. `erasureId` is the request of the account that asks for it, if one does. */
  async deleteContact(accountId: bigint, id: bigint, erasureId: bigint | null = null): Promise<boolean> {
    const asking = { accountId, id, erasureId };
    const rows = await changeBook(database, accountId, () => remove.run(database.writes, asking));
    return rows?.[0]?.outcome === 'deleted';
  },
});

// Reads contacts and groups: in pages by name, which look only at the account's contacts, and by number.
import type { Database } from '../postgres/database.ts';
import {
  columnsOf,
  instant,
  int4,
  int8,
  int8Array,
  text,
  textArray,
  type ValuesOf,
} from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

const columns = {
  id: int8,
  addressNorm: text,
  name: text,
  namePlain: text,
  note: text,
  createdAtMs: instant,
  changedAtMs: instant,
};

const fields = {
  ...columnsOf(columns, 'c'),
  /** In order. */
  groupIds: int8Array(`coalesce((select array_agg(m.group_id order by m.group_id) from contact_group_member m
    where m.account_id = c.account_id and m.contact_id = c.id), '{}')`),
};

/** A contact, with the groups that it is in. */
export type Contact = RowOf<typeof fields>;

/** A filter of contacts; null and empty lists filter nothing. Texts are patterns of `like`. */
type ContactFilter = ValuesOf<typeof contactFilter>;
const contactFilter = {
  /** A name has all of them. */
  names: textArray,
  /** Or the number has one of them. */
  numbers: textArray,
  groupId: int8.orNull,
};

/** The end of a page. */
export type ContactPlace = Pick<Contact, 'namePlain' | 'id'>;

const listByName = statement({
  takes: { accountId: int8, ...contactFilter, afterName: text, afterId: int8, most: int4 },
  gives: fields,
  text: ({ accountId, names, numbers, groupId, afterName, afterId, most, row }) => `
select ${row} from contact c
where c.account_id = ${accountId} and (c.name_plain, c.id) > (${afterName}, ${afterId})
  and (c.name_plain like all (${names}) or c.address_norm like any (${numbers}))
  and (${groupId} is null or exists (select from contact_group_member i
    where i.account_id = ${accountId} and i.group_id = ${groupId} and i.contact_id = c.id))
order by c.name_plain, c.id limit ${most}`,
});

const findById = statement({
  takes: { accountId: int8, id: int8 },
  gives: fields,
  text: ({ accountId, id, row }) =>
    `select ${row} from contact c where c.account_id = ${accountId} and c.id = ${id}`,
});

const findByAddress = statement({
  takes: { accountId: int8, addresses: textArray },
  gives: fields,
  text: ({ accountId, addresses, row }) =>
    `select ${row} from contact c where c.account_id = ${accountId} and c.address_norm = any (${addresses})`,
});

const listMembers = statement({
  takes: { accountId: int8, groupId: int8, after: int8, most: int4 },
  gives: fields,
  text: ({ accountId, groupId, after, most, row }) => `
select ${row} from (
  select i.contact_id from contact_group_member i
  where i.account_id = ${accountId} and i.group_id = ${groupId} and i.contact_id > ${after}
  order by i.contact_id limit ${most}
) i join contact c on c.account_id = ${accountId} and c.id = i.contact_id order by c.id`,
});

const groupFields = { id: int8, name: text, members: int4, createdAtMs: instant };

/** A group of contacts. */
export type ContactGroup = ValuesOf<typeof groupFields>;

const listGroups = statement({
  takes: { accountId: int8, afterName: text, most: int4 },
  gives: groupFields,
  text: ({ accountId, afterName, most, row }) => `
select ${row} from contact_group where account_id = ${accountId} and name > ${afterName} order by name limit ${most}`,
});

const findGroup = statement({
  takes: { accountId: int8, id: int8 },
  gives: groupFields,
  text: ({ accountId, id, row }) =>
    `select ${row} from contact_group where account_id = ${accountId} and id = ${id}`,
});

/** What is read right after a change is read through the pool that wrote it. */
export const prepareReadContacts = ({ reads, writes }: Database) => ({
  /** Up to `most` contacts after a place, in order of name. */
  listContacts: (accountId: bigint, filter: ContactFilter, after: ContactPlace, most: number) =>
    listByName.run(reads, { accountId, ...filter, afterName: after.namePlain, afterId: after.id, most }),

  /** Undefined for an unknown id, and for another account's. */
  findContact: (accountId: bigint, id: bigint) => findById.first(writes, { accountId, id }),

  /** The contacts that have one of these numbers, in no order. */
  findContactsOf: (accountId: bigint, addresses: readonly string[]) =>
    findByAddress.run(reads, { accountId, addresses }),

  /** Up to `most` members of a group whose ids are above `after`, in order of id. */
  listGroupMembers: (accountId: bigint, groupId: bigint, after: bigint, most: number) =>
    listMembers.run(reads, { accountId, groupId, after, most }),

  /** Up to `most` groups after a name, in order of name. */
  listContactGroups: (accountId: bigint, afterName: string, most: number) =>
    listGroups.run(reads, { accountId, afterName, most }),

  /** Undefined for an unknown id, and for another account's. */
  findContactGroup: (accountId: bigint, id: bigint) => findGroup.first(writes, { accountId, id }),
});

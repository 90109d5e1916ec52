// Contacts and groups on a real database, changed by two cores at once: bounds are exact, one number has one contact, and the
// counts are those of the rows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { maxContacts, maxGroups, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';
import type { PutContact } from './put_contacts.ts';

/** Two cores. */
let databases: Database[];
let stores: [Store, Store];
let store: Store;
let sql: ReturnType<typeof openInspector>;
let url: string;
let accountId: bigint;
const nowMs = Date.parse('2026-03-10T12:00:00Z');

beforeAll(async () => {
  url = await createDatabase();
  databases = [0, 1].map(() => openDatabase({ url, clock: systemClock, deadlineMs: 20_000 }));
  stores = databases.map((database) => createStore(database)) as [Store, Store];
  [store] = stores;
  sql = openInspector(url);
});
beforeEach(async () => {
  accountId = (await seedAccounts(url, 1, 0))[0]?.id ?? 0n;
});
afterAll(async () => {
  await sql.end();
  await Promise.all(databases.map((database) => database.close()));
});

const contact = (addressNorm: string, more: Partial<PutContact> = {}): PutContact => ({
  ...{ id: null, addressNorm, name: 'Ada', namePlain: 'ada', note: null },
  ...{ groupIds: [], replacesGroups: false, ...more },
});
const change = (id: bigint, more: Partial<PutContact>): PutContact => ({
  ...contact('', { addressNorm: null, name: null, namePlain: null }),
  ...{ id, ...more },
});
const outcomes = async (contacts: readonly PutContact[], most?: number, of = store) =>
  (await of.putContacts(accountId, contacts, nowMs, most))?.map(({ outcome }) => outcome);
const number = (index: number) => `+1500555${String(index).padStart(4, '0')}`;
const everything = { names: [], numbers: [], groupId: null };
const listed = (most = 100) => store.listContacts(accountId, everything, { namePlain: '', id: 0n }, most);

/** What the book and the groups say, beside what there is. */
async function expectCountsToHold() {
  const [book] =
    await sql`select contacts, groups, last_contact_id >= (select coalesce(max(id), 0) from contact c
      where c.account_id = b.account_id) as above,
    (select count(*)::int4 from contact c where c.account_id = b.account_id) as real_contacts,
    (select count(*)::int4 from contact_group g where g.account_id = b.account_id) as real_groups
    from contact_book b where account_id = ${String(accountId)}`;
  expect([book?.contacts, book?.groups, book?.above]).toEqual([book?.real_contacts, book?.real_groups, true]);
  const wrong =
    await sql`select id from contact_group g where account_id = ${String(accountId)} and members <>
    (select count(*) from contact_group_member m where m.account_id = g.account_id and m.group_id = g.id)`;
  expect(wrong).toHaveLength(0);
  const lost =
    await sql`select contact_id from contact_group_member m where account_id = ${String(accountId)} and not exists
    (select from contact c where c.account_id = m.account_id and c.id = m.contact_id)`;
  expect(lost).toHaveLength(0);
}

test('one number has one contact, however many name it at once and on however many cores', async () => {
  const said = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      outcomes([contact(number(1), { name: `Ada ${index}` })], undefined, stores[index % 2]),
    ),
  );
  expect(said.flat().filter((outcome) => outcome === 'added')).toHaveLength(1);
  expect(await listed()).toHaveLength(1);
  await expectCountsToHold();
});

test('exactly as many contacts as there may be are added, and the next once one is gone', async () => {
  const add = (index: number) => outcomes([contact(number(index))], 10, stores[index % 2]);
  const said = (await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)))).flat();
  expect(said.filter((outcome) => outcome === 'added')).toHaveLength(10);
  expect(said.filter((outcome) => outcome === 'full')).toHaveLength(10);
  const [first] = await listed();
  // One that is there may be named anew.
  expect(await outcomes([contact(first?.addressNorm ?? '', { name: 'Bo' })], 10)).toEqual(['changed']);
  expect(await store.deleteContact(accountId, first?.id ?? 0n)).toBe(true);
  expect(await store.deleteContact(accountId, first?.id ?? 0n)).toBe(false);
  expect([await add(50), await add(51)]).toEqual([['added'], ['full']]);
  await expectCountsToHold();
  expect([maxContacts, maxGroups, maxGroupsOfContact]).toEqual([100_000, 1_000, 50]);
});

test('of a portion that does not fit the first ones are added, and the others are named', async () => {
  const rows = [1, 2, 3, 4].map((index) => contact(number(index)));
  expect(await outcomes(rows, 3)).toEqual(['added', 'added', 'added', 'full']);
  expect(await outcomes(rows, 3)).toEqual(['same', 'same', 'same', 'full']);
  await expectCountsToHold();
});

test('the same again changes nothing, not even the moment of its last change', async () => {
  await outcomes([contact(number(1), { note: 'x' })]);
  const before = await listed();
  const rows = await store.putContacts(accountId, [contact(number(1))], nowMs + 60_000);
  expect(rows).toEqual([{ outcome: 'same', id: before[0]?.id }]);
  expect(await listed()).toEqual(before);
});

test('a change by id keeps what it leaves out, and takes no number of another', async () => {
  const rows = await store.putContacts(accountId, [contact(number(1)), contact(number(2))], nowMs);
  const [one, two] = (rows ?? []).map(({ id }) => id ?? 0n) as [bigint, bigint];
  expect(await outcomes([change(one, { note: 'call' })])).toEqual(['changed']);
  expect(await outcomes([change(one, { addressNorm: number(2) })])).toEqual(['taken']);
  expect(await outcomes([change(one, { addressNorm: number(3) })])).toEqual(['changed']);
  expect(await outcomes([change(two, { addressNorm: number(1) })])).toEqual(['changed']);
  expect(await outcomes([change(99n, { note: 'x' })])).toEqual(['missing']);
  expect(await store.findContact(accountId, one)).toMatchObject({
    name: 'Ada',
    note: 'call',
    addressNorm: number(3),
  });
});

test('an account neither reads nor changes what is another’s', async () => {
  const rows = await store.putContacts(accountId, [contact(number(1))], nowMs);
  const id = rows?.[0]?.id ?? 0n;
  const [group] = (await store.ensureContactGroups(accountId, ['Family'], nowMs)) ?? [];
  const own = accountId;
  const other = (await seedAccounts(url, 1, 0))[0]?.id ?? 0n;
  accountId = other;
  expect(await store.findContact(other, id)).toBeUndefined();
  expect(await outcomes([change(id, { name: 'Eve', namePlain: 'eve' })])).toEqual(['missing']);
  expect(await outcomes([contact(number(1), { groupIds: [group ?? 0n] })])).toEqual(['no_group']);
  expect(await store.deleteContact(other, id)).toBe(false);
  expect(await store.deleteContactGroup(other, group ?? 0n)).toBe(false);
  expect(await store.changeGroupMembers(other, group ?? 0n, [id], [])).toBe('missing');
  expect(await outcomes([contact(number(1))])).toEqual(['added']);
  expect(await store.changeGroupMembers(own, group ?? 0n, [77n], [])).toBe('no_contact');
  expect(await store.findContact(own, id)).toMatchObject({ name: 'Ada' });
});

test('an account that does not exist has no contacts', async () => {
  expect(await store.putContacts(7n, [contact(number(1))], nowMs)).toBeUndefined();
  expect(await store.ensureContactGroups(7n, ['x'], nowMs)).toBeUndefined();
  expect([await store.deleteContact(7n, 1n), await store.deleteContactGroup(7n, 1n)]).toEqual([false, false]);
});

test('exactly as many groups as there may be are made, and one name is one group', async () => {
  const make = (name: string, index: number) =>
    stores[index % 2 === 0 ? 0 : 1].ensureContactGroups(accountId, [name], nowMs, 5);
  const said = await Promise.all(Array.from({ length: 10 }, (_, index) => make(`Group ${index}`, index)));
  expect(said.flat().filter((id) => id === null)).toHaveLength(5);
  const there = await store.listContactGroups(accountId, '', 100);
  expect(there).toHaveLength(5);
  expect(await make(there[0]?.name ?? '', 0)).toEqual([there[0]?.id]);
  expect(await store.renameContactGroup(accountId, there[0]?.id ?? 0n, there[1]?.name ?? '')).toBe('taken');
  expect(await store.renameContactGroup(accountId, there[0]?.id ?? 0n, 'Another')).toBe('renamed');
  expect(await store.renameContactGroup(accountId, 99n, 'Another')).toBe('missing');
  expect(await store.deleteContactGroup(accountId, there[0]?.id ?? 0n)).toBe(true);
  expect(await make('New', 1)).not.toEqual([null]);
  await expectCountsToHold();
});

test('groups of a contact: 50 and not one more, by a change of the contact, of the group and by a file', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `Group ${index}`);
  const ids = ((await store.ensureContactGroups(accountId, names, nowMs)) ?? []) as bigint[];
  const [last] = ids.slice(50) as [bigint];
  expect(await outcomes([contact(number(1), { groupIds: ids, replacesGroups: true })])).toEqual(['crowded']);
  expect(await outcomes([contact(number(1), { groupIds: ids.slice(0, 50) })])).toEqual(['added']);
  const [{ id } = { id: 0n }] = await listed();
  expect(await outcomes([contact(number(1), { groupIds: [last] })])).toEqual(['crowded']);
  expect(await outcomes([contact(number(1), { groupIds: ids.slice(0, 50) })])).toEqual(['same']);
  expect(await store.changeGroupMembers(accountId, last, [id], [])).toBe('crowded');
  expect(await store.changeGroupMembers(accountId, ids[0] ?? 0n, [], [id])).toBe('changed');
  expect(await store.changeGroupMembers(accountId, last, [id], [])).toBe('changed');
  expect((await store.findContact(accountId, id))?.groupIds).toEqual(ids.slice(1));
  expect(await outcomes([change(id, { groupIds: [last], replacesGroups: true })])).toEqual(['changed']);
  expect((await store.findContact(accountId, id))?.groupIds).toEqual([last]);
  await expectCountsToHold();
});

test('a group that is deleted leaves its members contacts, and a contact that is deleted leaves its groups', async () => {
  const [one, two] = ((await store.ensureContactGroups(accountId, ['One', 'Two'], nowMs)) ?? []) as bigint[];
  const groupIds = [one ?? 0n, two ?? 0n];
  await outcomes([1, 2, 3].map((index) => contact(number(index), { groupIds })));
  expect(await store.deleteContactGroup(accountId, groupIds[0] ?? 0n)).toBe(true);
  const all = await listed();
  expect(all.map((found) => found.groupIds)).toEqual([[two], [two], [two]]);
  await store.deleteContact(accountId, all[0]?.id ?? 0n);
  expect(await store.findContactGroup(accountId, two ?? 0n)).toMatchObject({ members: 2 });
  await expectCountsToHold();
});

test('members come in pages in order of id, and pages by name go on where they ended', async () => {
  const [group] = ((await store.ensureContactGroups(accountId, ['One'], nowMs)) ?? []) as [bigint];
  const names = ['Cy', 'Ada', 'Bo', 'Ada'];
  await outcomes(
    names.map((name, index) =>
      contact(number(index), { name, namePlain: name.toLowerCase(), groupIds: [group] }),
    ),
  );
  const first = await store.listGroupMembers(accountId, group, 0n, 3);
  const second = await store.listGroupMembers(accountId, group, first.at(-1)?.id ?? 0n, 3);
  expect([...first, ...second].map(({ name }) => name)).toEqual(names);
  const page = await listed(2);
  const rest = await store.listContacts(accountId, everything, page[1] ?? { namePlain: '', id: 0n }, 10);
  expect([...page, ...rest].map(({ name }) => name)).toEqual(['Ada', 'Ada', 'Bo', 'Cy']);
});

test('changes of everything at once by two cores leave the counts those of the rows', async () => {
  const [one, two] = ((await store.ensureContactGroups(accountId, ['One', 'Two'], nowMs)) ?? []) as [
    bigint,
    bigint,
  ];
  await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const of = stores[index % 2 === 0 ? 0 : 1];
      const rows = await of.putContacts(accountId, [contact(number(index % 8), { groupIds: [one] })], nowMs);
      const id = rows?.[0]?.id ?? 0n;
      if (index % 3 === 0) await of.deleteContact(accountId, id);
      if (index % 3 === 1) await of.changeGroupMembers(accountId, two, [id], []);
      if (index === 23) await of.deleteContactGroup(accountId, one);
    }),
  );
  await expectCountsToHold();
});

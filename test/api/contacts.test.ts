// /api/v1/contacts and /api/v1/groups: an account names numbers for itself only, and every field has its bounds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/contacts';
let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const put = (body: object, key = account.key) => stack.post(path, key, body);
const patch = (id: number, body: object, key = account.key) =>
  stack.ask({ method: 'PATCH', path: `${path}/${id}`, key, body });
const list = async (query: string, key = account.key) =>
  (await stack.get(`${path}?${query}`, key)).json.contacts;
const namesOf = (contacts: { name: string }[]) => contacts.map(({ name }) => name);
const group = async (name: string, key: string) =>
  (await stack.post('/api/v1/groups', key, { name })).json.group;

test('a number in any form is one contact, and the same request renames it', async () => {
  const { key } = await stack.createAccount();
  const first = await put({ address: '(500) 555-0006', name: ' Ada ', note: 'x' }, key);
  expect(first.json).toMatchObject({
    added: true,
    contact: { id: 1, address: '+15005550006', name: 'Ada', note: 'x' },
  });
  const again = await put({ address: 'tel:+1 500 555 0006', name: 'Ada' }, key);
  expect(again.json).toEqual({ added: false, contact: first.json.contact });
  const changed = await put({ address: '+15005550006', name: 'Bo' }, key);
  expect(changed.json.contact).toMatchObject({ id: 1, name: 'Bo', note: 'x' });
  expect((await stack.get(`${path}/1`, key)).json.contact).toEqual(changed.json.contact);
});

test('a change keeps the fields that it leaves out, and refuses a number that another contact has', async () => {
  const { key } = await stack.createAccount();
  await put({ address: '+15005550006', name: 'Ada' }, key);
  await put({ address: '+15005550007', name: 'Bo' }, key);
  expect((await patch(1, { note: 'call' }, key)).json.contact).toMatchObject({ name: 'Ada', note: 'call' });
  expect((await patch(1, { address: '5005550007' }, key)).json).toMatchObject({ code: 'invalid_request' });
  expect((await patch(1, { address: '5005550008' }, key)).json.contact).toMatchObject({
    address: '+15005550008',
  });
  const gone = await stack.ask({ method: 'DELETE', path: `${path}/1`, key });
  expect([gone.status, gone.json]).toEqual([200, { ok: true }]);
  expect((await stack.get(`${path}/1`, key)).status).toBe(404);
  expect((await patch(1, { name: 'x' }, key)).status).toBe(404);
});

test('a list is in order of name and in pages, and searches words of names and parts of numbers', async () => {
  const { key } = await stack.createAccount();
  for (const [index, name] of ['Müller, Jörg', 'ada lovelace', 'Zoë', 'Bo 100%'].entries())
    await put({ address: `+1500555010${index}`, name }, key);
  expect(namesOf(await list('', key))).toEqual(['ada lovelace', 'Bo 100%', 'Müller, Jörg', 'Zoë']);
  const first = (await stack.get(`${path}?limit=3`, key)).json;
  const second = (await stack.get(`${path}?limit=3&cursor=${first.next_cursor}`, key)).json;
  expect([namesOf(second.contacts), second.next_cursor]).toEqual([['Zoë'], null]);
  const found = async (q: string) => namesOf(await list(`q=${encodeURIComponent(q)}`, key));
  expect(await found('jorg mull')).toEqual(['Müller, Jörg']);
  expect(await found('ZOE')).toEqual(['Zoë']);
  expect(await found('55-0103')).toEqual(['Bo 100%']);
  expect(await found('0%')).toEqual(['Bo 100%']);
  expect(await found('_')).toEqual([]);
  expect(await found('05550102')).toEqual(['Zoë']);
});

test('numbers in any form find their contacts in one call; other words find nobody', async () => {
  const { key } = await stack.createAccount();
  await put({ address: '+15005550006', name: 'Ada' }, key);
  await put({ address: '+525512345678', name: 'Lupe' }, key);
  const asked = ['5005550006', '+5215512345678', 'MyBank', '+15005559999'];
  const { json } = await stack.get(`${path}/find?addresses=${encodeURIComponent(asked.join(','))}`, key);
  const found = json.found.map((one: { address: string; contact: { name: string } }) => [
    one.address,
    one.contact.name,
  ]);
  expect(found).toEqual([
    ['5005550006', 'Ada'],
    ['+5215512345678', 'Lupe'],
  ]);
  const many = (count: number) =>
    stack.get(`${path}/find?addresses=${Array(count).fill('1').join(',')}`, key);
  expect([(await many(100)).status, (await many(101)).status]).toEqual([200, 400]);
  expect((await stack.get(`${path}/find`, key)).status).toBe(400);
});

describe('fields at their bounds', () => {
  const smile = '\u{1f600}';
  test.each<[string, object, number]>([
    ['a name of 200', { name: smile.repeat(200) }, 200],
    ['a name of 201', { name: smile.repeat(201) }, 400],
    ['no name', { name: ' ' }, 400],
    ['a name with a new line', { name: 'a\nb' }, 400],
    ['a name with half a character', { name: 'a\ud800' }, 400],
    ['a name with U+0000', { name: 'a\u0000' }, 400],
    ['a note of 2,000', { note: smile.repeat(2_000) }, 200],
    ['a note of 2,001', { note: smile.repeat(2_001) }, 400],
    ['a note with lines', { note: 'a\n\tb' }, 200],
    ['a note with a bell', { note: 'a\u0007' }, 400],
    ['a group that is not there', { groups: [99] }, 404],
    ['an id that is none', { groups: ['x'] }, 400],
    ['51 groups', { groups: Array.from({ length: 51 }, (_, index) => index + 1) }, 400],
    ['no number', { address: 'nobody' }, 400],
  ])('%s: %s %d', async (_what, more, status) => {
    const answer = await put({ address: '+15005550009', name: 'Ada', ...more });
    expect([answer.status, answer.json.error]).toEqual([
      status,
      status === 200 ? undefined : expect.any(String),
    ]);
  });

  test.each([100, 101])('a search of %d characters', async (length) => {
    const answer = await stack.get(`${path}?q=${'x'.repeat(length)}`, account.key);
    expect(answer.status).toBe(length === 100 ? 200 : 400);
  });

  test.each(['x', 'bnVsbA', 'WzEsMl0', 'WyJhIl0', '%ff'])('the cursor %s is none', async (cursor) => {
    expect((await stack.get(`${path}?cursor=${cursor}`, account.key)).json.code).toBe('invalid_request');
  });
});

test('an account sees and changes only its own', async () => {
  const [one, other] = [await stack.createAccount(), await stack.createAccount()];
  await put({ address: '+15005550006', name: 'Ada' }, one.key);
  const { id } = await group('Friends', one.key);
  expect(await list('', other.key)).toEqual([]);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    for (const of of [`${path}/1`, `/api/v1/groups/${id}`]) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      expect((await stack.ask({ method, path: of, key: other.key, ...(body && { body }) })).status).toBe(404);
    }
  expect((await stack.get(`/api/v1/groups/${id}/members`, other.key)).status).toBe(404);
  expect((await stack.get(`${path}/find?addresses=5005550006`, other.key)).json.found).toEqual([]);
  expect((await stack.get('/api/v1/search?q=ada', other.key)).json.contacts).toEqual([]);
  const platform = await createPlatform(stack.core, one);
  expect((await stack.get(path, platform.key)).json.code).toBe('platform_key_scope');
});

describe('groups', () => {
  const members = (id: number, body: object, key: string) =>
    stack.post(`/api/v1/groups/${id}/members`, key, body);

  test('contacts are added and removed, and stay when their group is deleted', async () => {
    const { key } = await stack.createAccount();
    for (const last of [6, 7, 8]) await put({ address: `+1500555000${last}`, name: `N${last}` }, key);
    const { id } = await group('Friends', key);
    expect(await group('Friends', key)).toMatchObject({ id });
    expect((await members(id, { add: [1, 2, 3, 3] }, key)).json.group.members).toBe(3);
    expect((await members(id, { add: [1], remove: [2, 77] }, key)).json.group.members).toBe(2);
    expect((await members(id, { add: [99] }, key)).json.code).toBe('not_found');
    expect(namesOf(await list(`group=${id}`, key))).toEqual(['N6', 'N8']);
    expect(await list('group=99', key)).toEqual([]);
    const first = (await stack.get(`/api/v1/groups/${id}/members?limit=1`, key)).json;
    const second = (await stack.get(`/api/v1/groups/${id}/members?limit=1&cursor=${first.next_cursor}`, key))
      .json;
    expect(namesOf([...first.contacts, ...second.contacts])).toEqual(['N6', 'N8']);
    expect((await patch(1, { groups: [] }, key)).json.contact.groups).toEqual([]);
    await stack.ask({ method: 'DELETE', path: `/api/v1/groups/${id}`, key });
    expect((await stack.get(`${path}/3`, key)).json.contact).toMatchObject({ name: 'N8', groups: [] });
  });

  test('names at their bounds, and one name for one group', async () => {
    const { key } = await stack.createAccount();
    const make = (name: string) => stack.post('/api/v1/groups', key, { name });
    expect([(await make('g'.repeat(100))).status, (await make('g'.repeat(101))).status]).toEqual([200, 400]);
    for (const name of ['', ' ', 'a;b', 'a\tb']) expect((await make(name)).json.code).toBe('invalid_request');
    // A program knows the field, its rule and its bounds without reading the sentence.
    const [{ json: long }, { json: missing }] = [
      await make('g'.repeat(101)),
      await stack.post('/api/v1/groups', key, {}),
    ];
    expect([...long.fields, ...missing.fields]).toEqual([
      { field: 'name', reason: 'wrong_length', error: long.error, min_length: 1, max_length: 100 },
      { field: 'name', reason: 'required', error: missing.error, min_length: null, max_length: null },
    ]);
    const { id } = await group('Friends', key);
    const rename = (name: string) =>
      stack.ask({ method: 'PATCH', path: `/api/v1/groups/${id}`, key, body: { name } });
    expect((await rename('g'.repeat(100))).json.code).toBe('invalid_request');
    expect((await rename('Family')).json.group).toMatchObject({ id, name: 'Family' });
    const all = (await stack.get('/api/v1/groups', key)).json.groups;
    expect(namesOf(all)).toEqual(['Family', 'g'.repeat(100)].toSorted());
  });

  test('a request adds or removes 1,000 contacts, and not one more', async () => {
    const { id } = await group('Many', account.key);
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + index);
    expect((await members(id, { remove: ids(1_000) }, account.key)).status).toBe(200);
    expect((await members(id, { remove: ids(1_001) }, account.key)).status).toBe(400);
  });
});

test('a search finds people by name, conversations by any part of a number, and texts by words', async () => {
  const texting = await stack.createAccount();
  const { key } = texting;
  await put({ address: '+15005550006', name: 'Ada Lovelace' }, key);
  await stack.send(texting, { address: '+15005550006', body: 'Is TUESDAY fine?' });
  await stack.send(texting, { address: '+15005550107', body: 'hello' });
  const search = async (q: string) =>
    (await stack.get(`/api/v1/search?q=${encodeURIComponent(q)}`, key)).json;
  const byName = await search('lovel');
  expect([namesOf(byName.contacts), byName.threads, byName.messages]).toEqual([['Ada Lovelace'], [], []]);
  expect((await search('fine tuesday')).messages).toMatchObject([{ body: 'Is TUESDAY fine?' }]);
  expect((await search('50107')).threads).toMatchObject([{ address_norm: '+15005550107' }]);
  expect((await search('50006')).contacts).toHaveLength(1);
  expect((await search('500555')).threads).toHaveLength(2);
  for (const q of ['', 'x', ' ', '- a']) expect((await search(q)).code).toBe('invalid_request');
  expect((await search('x'.repeat(101))).code).toBe('invalid_request');
  expect(await search('y'.repeat(100))).toMatchObject({ messages: [], next_before: null });
});

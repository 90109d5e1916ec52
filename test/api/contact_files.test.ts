// Files of contacts: each row is stored or named by its line, the same file again changes nothing, and a downloaded file
// can be imported.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/contacts';
let stack: Stack;
let key: string;
beforeAll(async () => {
  stack = await startStack({ cores: 2 });
  ({ key } = await stack.createAccount());
});
afterAll(() => stack.stop());

const upload = async (file: object, of = key) => (await stack.post(`${path}/import`, of, file)).json;
const download = async (form: string, of: string) => (await stack.get(`${path}/export.${form}`, of)).text;
const number = (index: number) => `+1500${String(5_550_000 + index).padStart(7, '0')}`;

test('each good row is stored, each faulty one is named by its line, and the same file again changes nothing', async () => {
  const { key: own } = await stack.createAccount();
  const csv = [
    '\uFEFFVorname;Nachname;Handy;Notiz;Gruppen',
    'Ada;Lovelace;\'+15005550006;"a\nb";Friends;',
    'Bo;;(500) 555-0007;;Friends;Work',
    'Cy;;nobody;;',
    ';;+15005550008;;',
    '"Di;;+15005550009',
    'Eve;;500 555 0006;;',
    `${'x'.repeat(201)};;+15005550010;;`,
    'Flo;;;;',
  ].join('\r\n');
  const faulty = [
    { line: 5, error: 'address is not a phone number that can be texted', code: 'invalid_address' },
    { line: 6, error: 'the name is missing', code: 'name_missing' },
    { line: 7, error: 'a quotation mark is not closed', code: 'quote_open' },
    { line: 8, error: 'its number stands on line 2 already', code: 'repeated' },
    { line: 9, error: 'name must have 1 to 200 characters', code: 'too_long' },
    { line: 10, error: 'the number is missing', code: 'number_missing' },
  ];
  expect(await upload({ csv }, own)).toEqual({ added: 2, changed: 0, known: 0, refused: 6, faulty });
  const before = (await stack.get(path, own)).json;
  expect(before.contacts).toMatchObject([
    { name: 'Ada Lovelace', note: 'a\nb', groups: [1] },
    { name: 'Bo', note: '', groups: [1] },
  ]);
  expect(await upload({ csv }, own)).toEqual({ added: 0, changed: 0, known: 2, refused: 6, faulty });
  expect((await stack.get(path, own)).json).toEqual(before);
});

test('vCards are imported with each of their mobile numbers', async () => {
  const { key: own } = await stack.createAccount();
  const vcard = [
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nTEL;TYPE=cell:tel:+1-500-555-0006\r\nTEL;TYPE=cell:5005550007',
    'TEL;TYPE=home:5005550008\r\nCATEGORIES:Friends,Work\r\nEND:VCARD',
    'BEGIN:VCARD\r\nFN:Bo\r\nEND:VCARD',
    'BEGIN:VCARD\r\nTEL:5005550009\r\nEND:VCARD',
  ].join('\r\n');
  expect(await upload({ vcard }, own)).toEqual({
    ...{ added: 2, changed: 0, known: 0, refused: 2 },
    faulty: [
      { line: 9, error: 'the card has no telephone number', code: 'number_missing' },
      { line: 12, error: 'the name is missing', code: 'name_missing' },
    ],
  });
  expect(await upload({ vcard }, own)).toMatchObject({ added: 0, changed: 0, known: 2 });
});

test('a download in either format is imported unchanged, even with formulas in it', async () => {
  const { key: own } = await stack.createAccount();
  const { json } = await stack.post('/api/v1/groups', own, { name: 'Friends, "old"' });
  const names = ['=cmd()', '@sum', "'quoted", 'a;b,c"d', '+1', 'Zoë 😀'];
  for (const [index, name] of names.entries())
    await stack.post(path, own, { address: number(index), name, note: '=1\n-2', groups: [json.group.id] });
  const [csv, vcard] = [await download('csv', own), await download('vcf', own)];
  expect(csv).toContain('"\'=cmd()"');
  const whole = (contacts: { address: string; name: string; note: string }[]) =>
    contacts.map(({ address, name, note }) => [address, name, note]);
  const original = (await stack.get(path, own)).json.contacts;
  for (const file of [{ csv }, { vcard }]) {
    expect(await upload(file, own)).toMatchObject({ added: 0, changed: 0, known: 6, refused: 0 });
    const { key: other } = await stack.createAccount();
    expect(await upload(file, other)).toMatchObject({ added: 6, refused: 0 });
    expect(whole((await stack.get(path, other)).json.contacts)).toEqual(whole(original));
    expect((await stack.get('/api/v1/groups', other)).json.groups).toMatchObject([
      { name: 'Friends, "old"', members: 6 },
    ]);
  }
  expect((await stack.get(`${path}/export.csv?group=99`, own)).text).toBe('name,address,note,groups\r\n');
});

test('100,000 contacts fit in a file and in an account, and one more is refused in words', async () => {
  const { key: own } = await stack.createAccount();
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `N${from + index},${number(from + index)}`);
  const csv = ['name,address', ...rows(0, 100_000)].join('\n');
  expect(await upload({ csv: `${csv}\nN,+15005550006` }, own)).toMatchObject({ code: 'invalid_request' });
  expect((await stack.get(path, own)).json.contacts).toEqual([]);
  expect(await upload({ csv }, own)).toEqual({
    added: 100_000,
    changed: 0,
    known: 0,
    refused: 0,
    faulty: [],
  });
  const one = await stack.post(path, own, { address: '+14155550123', name: 'One more' });
  expect([one.status, one.json.error]).toEqual([400, 'an account may have at most 100000 contacts']);
  const more = 'name,address\nN0,5005550000\nOne more,+14155550123';
  expect(await upload({ csv: more }, own)).toEqual({
    ...{ added: 0, changed: 0, known: 1, refused: 1 },
    faulty: [{ line: 3, error: 'an account may have at most 100000 contacts', code: 'contacts_full' }],
  });
  const began = performance.now();
  expect((await stack.get(`${path}?q=nowhere`, own)).json.contacts).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2_000);
}, 120_000);

test('of 1,001 faulty rows the first 1,000 are named, and all are counted', async () => {
  const csv = ['name,address', ...Array(1_001).fill('Ada,nobody')].join('\n');
  const said = await upload({ csv });
  expect([said.refused, said.faulty.length, said.faulty.at(-1).line]).toEqual([1_001, 1_000, 1_001]);
});

test('a file has at most 8 MiB, and one format', async () => {
  const blank = `${' '.repeat(1_023)}\n`;
  const file = (bytes: number) => ({ csv: `name,address\n${blank.repeat(8 * 1024).slice(0, bytes - 13)}` });
  expect(await upload(file(8 * 1024 * 1024))).toMatchObject({ added: 0, refused: 0 });
  expect(await upload(file(8 * 1024 * 1024 + 1))).toMatchObject({ code: 'invalid_request' });
  for (const asked of [{}, { csv: 'name,address', vcard: '' }, { csv: 'a,b\nc,d' }, { csv: 'a\ud800' }])
    expect(await upload(asked)).toMatchObject({ code: 'invalid_request' });
  expect(await upload({ csv: '' })).toMatchObject({ added: 0, refused: 0 });
  expect(await upload({ csv: `name,address\n${'x'.repeat(10_001)},${number(1)}` })).toMatchObject({
    faulty: [{ line: 2, error: 'a value must have at most 10000 characters', code: 'too_long' }],
  });
});

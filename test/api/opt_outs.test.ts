// /api/v1/opt-outs: an account has its own list, file and settings, and sees nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/opt-outs';
let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const put = (address: string, key = account.key, gateway = 0) =>
  stack.ask({ method: 'PUT', path: `${path}/${encodeURIComponent(address)}`, key }, gateway);
const remove = (address: string, key = account.key) =>
  stack.ask({ method: 'DELETE', path: `${path}/${encodeURIComponent(address)}`, key });
const upload = (csv: unknown, key = account.key) => stack.post(`${path}/import`, key, { csv });
const listed = async (key: string): Promise<string[]> =>
  (await stack.get(path, key)).json.opt_outs.map(({ address }: { address: string }) => address);

test('an opt-out in any form of the number is added once, stops sends, and can be removed', async () => {
  const { key } = await stack.createAccount();
  const added = await put('(500) 555-0006', key);
  expect(added.json.opt_out).toMatchObject({ address: '+15005550006', source: 'api', message_id: null });
  expect((await put('tel:+1 500 555 0006', key, 1)).json).toEqual(added.json);
  const refused = await stack.post('/api/v1/messages', key, { address: '5005550006', body: 'x' });
  expect([refused.status, refused.json.code]).toEqual([409, 'opted_out']);
  expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(0);
  expect((await remove('+15005550006', key)).json).toEqual(added.json);
  expect((await remove('+15005550006', key)).status).toBe(404);
  await stack.send({ key });
});

test('pages end at their limit, newest first, and the next one goes on; a search finds one opt-out', async () => {
  const { key } = await stack.createAccount();
  const all = Array.from({ length: 5 }, (_, index) => `+1500555100${index}`);
  for (const address of all) await put(address, key);
  const first = await stack.get(`${path}?limit=3`, key);
  const cursor = encodeURIComponent(first.json.next_cursor);
  const second = await stack.get(`${path}?limit=3&cursor=${cursor}`, key);
  expect(second.json.next_cursor).toBeNull();
  const pages = [...first.json.opt_outs, ...second.json.opt_outs];
  expect(pages.map(({ address }) => address)).toEqual(all.toReversed());
  const [exact] = [await stack.get(`${path}?limit=5`, key)];
  expect(exact.json.next_cursor).toBeNull();
  const found = await stack.get(`${path}?address=${encodeURIComponent('500-555-1003')}`, key);
  expect(found.json.opt_outs).toHaveLength(1);
  expect((await stack.get(`${path}?address=%2B15005559999`, key)).json.opt_outs).toEqual([]);
});

test.each(['x', 'bnVsbA', 'WzEsMl0', 'WzllOTksIiJd', '%ff', 'W10'])(
  'the cursor %s is none',
  async (cursor) => {
    const { status, json } = await stack.get(`${path}?cursor=${cursor}`, account.key);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
  },
);

test.each(['12', 'nobody', '+1', '5'.repeat(65)])('%s is no number to opt out', async (address) => {
  expect((await put(address)).json.code).toBe('invalid_address');
});

test('an account sees and changes only its own', async () => {
  const [one, other] = [await stack.createAccount(), await stack.createAccount()];
  await put('+15005550006', one.key);
  await stack.ask({
    method: 'PUT',
    path: `${path}/settings`,
    key: one.key,
    body: { stop_words: ['abmelden'], help_answer: 'a' },
  });
  expect(await listed(other.key)).toEqual([]);
  expect((await remove('+15005550006', other.key)).status).toBe(404);
  expect((await stack.get(`${path}/export`, other.key)).text).toBe('address,since,source\r\n');
  expect((await stack.get(`${path}/settings`, other.key)).json).toEqual({
    stop_words: [],
    stop_answer: null,
    start_answer: null,
    help_answer: null,
  });
  await stack.send(other);
  const platform = await createPlatform(stack.core, one);
  expect((await stack.get(path, platform.key)).json.code).toBe('platform_key_scope');
  const named = { 'x-svc-account': String(other.id) };
  expect((await stack.get(path, one.key, named)).status).toBe(404);
});

describe('a file', () => {
  test('each good line is stored, and each faulty one is named', async () => {
    const { key } = await stack.createAccount();
    await put('+15005550001', key);
    const csv = [
      '\uFEFFAddress,since',
      '+15005550001,2026-01-01',
      "'+15005550002",
      'nobody',
      '"+1 500 555 0003",x',
      '',
      '"+15005550004',
      ',x',
      '(500) 555-0005;keyword',
      '5005550005',
    ].join('\r\n');
    expect((await upload(csv, key)).json).toEqual({
      added: 3,
      known: 2,
      faulty: [
        { line: 4, error: 'address is not a phone number that can be texted', code: 'invalid_address' },
        { line: 7, error: 'a quotation mark is not closed', code: 'quote_open' },
        { line: 8, error: 'the address is missing', code: 'number_missing' },
      ],
    });
    expect((await listed(key)).toSorted()).toEqual(
      ['1', '2', '3', '5'].map((digit) => `+1500555000${digit}`),
    );
  });

  test('another account can import an exported file', async () => {
    const [from, to] = [await stack.createAccount(), await stack.createAccount()];
    const lines = Array.from({ length: 1_100 }, (_, index) => `+1500556${1000 + index}`);
    expect((await upload(lines.join('\n'), from.key)).json.added).toBe(1_100);
    const file = await stack.get(`${path}/export`, from.key);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.text).toMatch(
      /^address,since,source\r\n"'\+1500556\d{4}","\d{4}-\d\d-\d\dT[\d:.]+Z","import"\r\n/,
    );
    expect((await upload(file.text, to.key)).json).toEqual({ added: 1_100, known: 0, faulty: [] });
  });

  test('10,000 lines are taken, and one more is not', async () => {
    const { key } = await stack.createAccount();
    const lines = Array.from({ length: 10_000 }, (_, index) => `+1500${5_000_000 + index}`);
    expect((await upload([...lines, '+15005559999'].join('\n'), key)).json.code).toBe('invalid_request');
    expect((await upload(lines.join('\n'), key)).json.added).toBe(10_000);
  });

  test('1 MiB is taken, and a byte more is not', async () => {
    const line = '+15005550006,';
    const whole = line + 'x'.repeat(1024 * 1024 - line.length);
    expect((await upload(whole)).json).toMatchObject({ faulty: [] });
    expect((await upload(`${whole}x`)).json.code).toBe('invalid_request');
  });

  test.each([null, 7, ['+15005550006']])('%j is none', async (csv) => {
    expect((await upload(csv)).json.code).toBe('invalid_request');
  });
});

describe('settings', () => {
  const set = (body: unknown) =>
    stack.ask({ method: 'PUT', path: `${path}/settings`, key: account.key, body });
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);

  test.each([
    ['20 words', { stop_words: words(20) }, { stop_words: words(21) }],
    ['words of 20 characters', { stop_words: ['ä'.repeat(20)] }, { stop_words: ['ä'.repeat(21)] }],
    ['answers of 320 characters', { stop_answer: '😀'.repeat(320) }, { stop_answer: '😀'.repeat(321) }],
    ['answers that say something', { help_answer: 'a' }, { help_answer: '' }],
    ['answers of more than space', { help_answer: ' a' }, { help_answer: '  ' }],
    ['words that are no other keyword', { stop_words: ['stop'] }, { stop_words: ['Help!'] }],
    ['words of more than punctuation', { stop_words: ['a.'] }, { stop_words: ['.'] }],
  ])('%s, and no more', async (_, fits, fitsNot) => {
    expect((await set(fits)).status).toBe(200);
    expect((await set(fitsNot)).json.code).toBe('invalid_request');
  });

  test('are stored in the form that is compared, and replaced all at once', async () => {
    const kept = { stop_words: ['abmelden'], stop_answer: 'Bye.', start_answer: null, help_answer: null };
    expect((await set({ stop_words: ['Abmelden!'], stop_answer: 'Bye.' })).json).toEqual(kept);
    const read = await stack.ask({ path: `${path}/settings`, key: account.key }, 1);
    expect(read.json).toEqual(kept);
    expect((await set({})).json).toMatchObject({ stop_words: [], stop_answer: null });
  });
});

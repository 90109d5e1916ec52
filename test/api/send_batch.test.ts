// POST /api/v1/messages/batch: each text gets the verdict that it would get alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages/batch';
const tiers = [
  { plan: 'starter', name: 'Starter', textsCap: 3, priceCents: 900, currency: 'usd' },
  { plan: 'growth', name: 'Growth', textsCap: 5, priceCents: 2_900, currency: 'usd' },
  { plan: 'pro', name: 'Pro', textsCap: 10_000, priceCents: 7_900, currency: 'usd' },
];
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2, tiers });
});
afterAll(() => stack.stop());

interface Verdict {
  ok: boolean;
  code: string | null;
  replayed: boolean;
  message?: { id: number };
}
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    address: `+1500555${String(from + index).padStart(4, '0')}`,
    body: `text ${from + index}`,
    client_ref: `ref-${from + index}`,
  }));
async function send(key: string, texts: readonly unknown[], gateway = 0): Promise<Verdict[]> {
  const { status, json } = await stack.ask({ method: 'POST', path, key, body: { texts } }, gateway);
  expect(status).toBe(200);
  return json.results;
}

test('a malformed text is refused alone, and all others are accepted in their order', async () => {
  const { key } = await stack.createAccount();
  const [good = {}, other = {}] = some(2);
  const results = await send(key, [
    good,
    null,
    'text',
    {},
    { ...other, body: '' },
    { ...other, address: '12' },
    { ...other, body: 'x'.repeat(1601) },
    { ...other, client_ref: 'x'.repeat(65) },
    { ...other, route: 'pigeon' },
    { ...other, body: 'half \ud800' },
    other,
  ]);
  expect(results.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual([
    'ok',
    ...Array.from({ length: 4 }, () => 'invalid_request'),
    'invalid_address',
    ...Array.from({ length: 4 }, () => 'invalid_request'),
    'ok',
  ]);
  expect(results.flatMap(({ message }) => message?.id ?? [])).toEqual([1, 2]);
});

test('500 texts are accepted in order; 501 texts and an empty batch are refused', async () => {
  const { key } = await stack.createAccount();
  const results = await send(key, some(500));
  expect(results.map(({ message }) => message?.id)).toEqual(
    Array.from({ length: 500 }, (_, index) => index + 1),
  );
  for (const texts of [some(501), []]) {
    const { status, json } = await stack.post(path, key, { texts });
    expect([status, json.code]).toEqual([400, 'invalid_request']);
  }
});

test('a repeated batch gets the originals and sends nothing, even when both come at once', async () => {
  const account = await stack.createAccount();
  const [first, second] = await Promise.all([send(account.key, some(60)), send(account.key, some(60), 1)]);
  const ids = (results: Verdict[]) => results.map(({ message }) => message?.id);
  expect(ids(second as Verdict[])).toEqual(ids(first as Verdict[]));
  const again = await send(account.key, some(60));
  expect(again.every(({ ok, replayed }) => ok && replayed)).toBe(true);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(60);
});

test('one client_ref twice in a batch is one text', async () => {
  const { key } = await stack.createAccount();
  const [text = {}] = some(1);
  const results = await send(key, [text, text]);
  expect(results.map(({ message }) => message?.id)).toEqual([1, 1]);
  expect(results.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
});

test('the cap cuts a batch exactly', async () => {
  const account = await stack.createAccount({ plan: 'growth' });
  const results = await send(account.key, some(30));
  expect(results.filter(({ ok }) => ok).length).toBe(5);
  expect(results.filter(({ code }) => code === 'cap_reached').length).toBe(25);
});

test('every 25 texts, or a part of that, count as one of the key’s 120 requests; further texts are rate_limited', async () => {
  const { key } = await stack.createAccount();
  // 20 requests each for five batches, and 19 for one more.
  for (let turn = 0; turn < 5; turn++)
    expect((await send(key, some(500, turn * 500))).every(({ ok }) => ok)).toBe(true);
  await stack.get('/api/v1/usage', key);
  const last = await send(key, some(500, 2_500));
  expect(last.filter(({ ok }) => ok).length).toBe(475);
  expect(last.slice(475).every(({ code }) => code === 'rate_limited')).toBe(true);
  expect((await stack.get('/api/v1/usage', key)).status).toBe(429);
});

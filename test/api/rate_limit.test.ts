// Exactly 120 requests in any 60 seconds per key, for any endpoint, over any number of gateways and cores.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import type { Ask } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
});
afterAll(() => stack.stop());

const remainingOf = (header: unknown) => Number(/r=(\d+)/.exec(String(header))?.[1]);

/** Makes a key's requests `seconds` older. */
async function age(key: string, seconds: number): Promise<void> {
  const sql = openInspector(stack.databaseUrl);
  const hash = createHash('sha256').update(key).digest();
  await sql`update rate_window set stamps = array(select s - ${seconds * 1000}::int8 from unnest(stamps) s order by 1)
    where key_hash = ${hash}`;
  await sql.end();
}

test('120 requests are answered and count down; the 121st is 429 and says when to come back', async () => {
  const { key } = await stack.createAccount();
  const remaining: number[] = [];
  for (let count = 0; count < 120; count++) {
    const { status, headers } = await stack.ask({ path: '/api/v1/usage', key }, count % 2);
    expect(status).toBe(200);
    remaining.push(remainingOf(headers.ratelimit));
  }
  expect(remaining).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
  const refused = await stack.get('/api/v1/usage', key);
  expect([refused.status, refused.json.code, remainingOf(refused.headers.ratelimit)]).toEqual([
    429,
    'rate_limited',
    0,
  ]);
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.headers.ratelimit).toBe(`"key";r=0;t=${wait}`);
});

test('of 300 requests at once over two gateways and two cores exactly 120 are not 429', async () => {
  const { key } = await stack.createAccount();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => stack.ask({ path: '/api/v1/usage', key }, index % 2)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(180);
});

test('every protected request counts, whatever its answer; requests that need no key do not', async () => {
  const account = await stack.createAccount();
  const { key } = account;
  const asks: Ask[] = [
    { path: '/api/v1/me' },
    { path: '/api/v1/accounts' },
    { path: '/api/v1/messages?wait=abc' },
    { path: '/api/v1/messages/999' },
    { path: '/api/v1/threads' },
    { path: '/api/v1/threads/abc/messages' },
    { path: '/api/v1/usage', headers: { 'x-svc-account': '1' } },
    { method: 'POST', path: '/api/v1/plan', body: { plan: 'free' } },
    { method: 'POST', path: '/api/v1/messages', body: '{"broken' },
    { method: 'POST', path: '/api/v1/messages', body: 'x', headers: { 'content-type': 'text/plain' } },
    { method: 'POST', path: '/api/v1/messages', body: 'x'.repeat(70_000) },
  ];
  for (const [index, asked] of asks.entries()) {
    const { headers } = await stack.ask({ ...asked, key });
    expect([asked.path, remainingOf(headers.ratelimit)]).toEqual([asked.path, 119 - index]);
  }
  for (const path of ['/api/v1', '/api/v1/tiers', '/nothing']) await stack.get(path, key);
  await stack.ask({ method: 'DELETE', path: '/api/v1/me', key });
  const { headers } = await stack.get('/api/v1/usage', key);
  expect(remainingOf(headers.ratelimit)).toBe(119 - asks.length);
});

test('a refused request does not count: after 60 seconds the whole allowance is back', async () => {
  const { key } = await stack.createAccount();
  const burst = (count: number) =>
    Promise.all(Array.from({ length: count }, () => stack.get('/api/v1/usage', key)));
  await burst(120);
  const refused = await burst(50);
  expect(refused.every(({ status }) => status === 429)).toBe(true);
  await age(key, 61);
  const again = await burst(121);
  expect(again.filter(({ status }) => status === 200)).toHaveLength(120);
});

test('the window slides: requests from 30 seconds ago still count', async () => {
  const { key } = await stack.createAccount();
  const burst = (count: number) =>
    Promise.all(Array.from({ length: count }, () => stack.get('/api/v1/usage', key)));
  await burst(100);
  await age(key, 30);
  expect((await burst(30)).filter(({ status }) => status === 200)).toHaveLength(20);
  await age(key, 31);
  expect((await burst(110)).filter(({ status }) => status === 200)).toHaveLength(100);
});

test('each key has its own allowance, even two keys of one account', async () => {
  const account = await stack.createAccount();
  const second = await stack.createKey(account);
  await Promise.all(Array.from({ length: 121 }, () => stack.get('/api/v1/usage', account.key)));
  expect((await stack.get('/api/v1/usage', account.key)).status).toBe(429);
  expect(remainingOf((await stack.get('/api/v1/usage', second)).headers.ratelimit)).toBe(119);
});

test('past the allowance every protected endpoint is 429, and endpoints without a key still answer', async () => {
  const { key } = await stack.createAccount();
  await Promise.all(Array.from({ length: 120 }, () => stack.get('/api/v1/usage', key)));
  for (const path of [
    'me',
    'usage',
    'accounts',
    'messages?wait=25',
    'messages/1',
    'threads',
    'threads/x/messages',
  ]) {
    const { status, json } = await stack.get(`/api/v1/${path}`, key);
    expect([path, status, json.code]).toEqual([path, 429, 'rate_limited']);
  }
  for (const path of ['messages', 'plan']) {
    const { status, json } = await stack.post(`/api/v1/${path}`, key, '{"broken');
    expect([path, status, json.code]).toEqual([path, 429, 'rate_limited']);
  }
  for (const path of ['/api/v1', '/api/v1/tiers']) expect((await stack.get(path, key)).status).toBe(200);
});

test('a refused send stores nothing', async () => {
  const account = await stack.createAccount();
  await Promise.all(Array.from({ length: 120 }, () => stack.get('/api/v1/usage', account.key)));
  const body = { address: '+15005550006', body: 'x' };
  const { status, json } = await stack.post('/api/v1/messages', account.key, body);
  expect([status, json.code]).toEqual([429, 'rate_limited']);
  const key = await stack.createKey(account);
  expect((await stack.get('/api/v1/messages', key)).json.messages).toEqual([]);
});

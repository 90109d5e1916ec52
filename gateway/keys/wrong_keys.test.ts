// Floods of wrong keys: what the gateway refuses by itself, counted at the core that is not asked.
import { BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { liveKey, platformKey } from '../testing/fake_core.ts';
import { type Pair, type PairOptions, startPair } from '../testing/start_pair.ts';

const { clock, run, idle } = simulateEachTest();
let pair: Pair;
afterEach(() => pair.stop());

async function start(options: PairOptions = {}) {
  pair = await startPair({ clock, limits: { failuresOfKey: 3, failuresOfAddress: 10 }, ...options });
}
const path = '/api/v1/usage';
const ask = async (key: string, headers: Record<string, string> = {}) => {
  const response = await pair.get(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, code: body.code, retryAfter: response.headers.get('retry-after') };
};
const fail = async (times: number, key: (index: number) => string, headers?: Record<string, string>) => {
  for (let index = 0; index < times; index++) expect((await ask(key(index), headers)).status).toBe(401);
};
const refused = { status: 429, code: 'rate_limited', retryAfter: '60' };

test('one wrong key is refused after its bound, the core is not asked, and every other key is judged as ever', async () => {
  await start();
  await fail(3, () => 'wrong');
  const before = pair.core.asked.admissions.length;
  expect(await ask('wrong')).toEqual(refused);
  expect(pair.core.asked.admissions.length).toBe(before);
  expect(await pair.metric('textrelay_gateway_wrong_key_refusals_total')).toBe(1);
  expect((await ask(liveKey)).status).toBe(200);
  expect((await ask('another')).status).toBe(401);
  await run('1 min');
  expect((await ask('wrong')).status).toBe(401);
});

test('a send with a wrong key counts and is refused likewise, whatever its body is', async () => {
  await start();
  const send = async (body: unknown) =>
    (await pair.post('/api/v1/messages', body, { authorization: 'Bearer wrong' })).status;
  const text = { address: '+15551234567', body: 'hi' };
  for (const body of [text, '{"broken', text]) expect(await send(body)).toBe(401);
  const before = pair.core.asked.texts.length;
  for (const body of [text, '{"broken']) expect(await send(body)).toBe(429);
  expect(pair.core.asked.texts.length).toBe(before);
});

test('an address over its bound keeps the keys that were good, also one that may do little', async () => {
  await start();
  expect((await ask(liveKey)).status).toBe(200);
  expect((await ask(platformKey)).status).toBe(403);
  await fail(10, (index) => `wrong ${index}`.replace(' ', '-'));
  expect(await ask('never-seen')).toEqual(refused);
  expect((await ask(liveKey)).status).toBe(200);
  expect((await ask(platformKey)).status).toBe(403);
  expect((await pair.post('/api/v1/messages', { address: '+15551234567', body: 'hi' })).status).toBe(200);
});

test('no key at all costs the core nothing and counts for nothing', async () => {
  await start();
  for (let index = 0; index < 20; index++) expect((await pair.get(path, { headers: {} })).status).toBe(401);
  expect(pair.core.asked.admissions).toEqual([]);
  expect((await ask('new')).status).toBe(401);
});

test('a client that never waits for its answer is counted all the same', async () => {
  await start();
  for (let index = 0; index < 3; index++) {
    const abort = new AbortController();
    const before = pair.core.asked.admissions.length;
    const headers = { authorization: 'Bearer wrong' };
    const gone = pair.get(path, { headers, signal: abort.signal }).catch(() => undefined);
    await idle();
    expect(pair.core.asked.admissions.length).toBe(before + 1);
    abort.abort();
    await gone;
    await idle();
  }
  expect((await ask('wrong')).status).toBe(429);
  expect(pair.core.asked.admissions.length).toBe(3);
});

test('behind a trusted proxy each client is counted for itself; without trust the header is nothing', async () => {
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  await start({ config: { trustedProxies } });
  const from = (address: string) => ({ 'x-forwarded-for': `1.2.3.4, ${address}` });
  await fail(10, (index) => `wrong-${index}`, from('198.51.100.1'));
  expect(await ask('new', from('198.51.100.1'))).toEqual(refused);
  expect((await ask('new', from('198.51.100.2'))).status).toBe(401);
  expect((await ask('new')).status).toBe(401);
  await pair.stop();
  await start();
  for (let index = 0; index < 10; index++)
    expect((await ask(`wrong-${index}`, from(`198.51.100.${index}`))).status).toBe(401);
  expect(await ask('new', from('198.51.100.77'))).toEqual(refused);
});

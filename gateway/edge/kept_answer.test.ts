// What is the same for everybody, over HTTP: it says how long it may be kept, and is not sent to whoever has it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from '../testing/start_pair.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.gateway.stop());

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(pair.gateway.url + path, { headers });

test.each([
  ['/api/v1/openapi.json', 'application/json; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
])('%s needs no key, may be kept for a minute and has a name', async (path, type) => {
  const answer = await read(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect((await read(path)).headers.get('etag')).toBe(etag);

  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await read(path, { 'if-none-match': known });
    expect([known, again.status, await again.text(), again.headers.get('etag')]).toEqual([
      known,
      304,
      '',
      etag,
    ]);
  }
  for (const other of ['"x"', 'x', '', etag.slice(1, -1), `${etag}x`]) {
    const again = await read(path, { 'if-none-match': other });
    expect([other, again.status, (await again.text()).length > 0]).toEqual([other, 200, true]);
  }
});

test('they are the same on every gateway, and from one start to the next', async () => {
  const other = await startPair();
  for (const path of ['/api/v1/openapi.json', '/llms.txt'])
    expect((await fetch(other.gateway.url + path)).headers.get('etag')).toBe(
      (await read(path)).headers.get('etag'),
    );
  await other.stop();
});

test('they are answered while the core is away', async () => {
  pair.core.cut();
  await pair.core.stop();
  for (const path of ['/api/v1', '/api/v1/openapi.json', '/llms.txt'])
    expect((await read(path)).status).toBe(200);
});

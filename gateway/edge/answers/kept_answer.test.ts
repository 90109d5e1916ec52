// What is the same for everybody, over HTTP: it says how long it may be kept, and is not sent to whoever has it.
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from '../../testing/start_pair.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.gateway.stop());

/** A client that takes no encoding unless it says so. */
const read = (path: string, headers: Record<string, string> = {}, from = pair) =>
  fetch(from.gateway.url + path, { headers: { 'accept-encoding': 'identity', ...headers } });

/** The bytes as they come, which fetch would unpack. */
async function readBytes(path: string, headers: Record<string, string>) {
  const asked = request(pair.gateway.url + path, { headers });
  asked.end();
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

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

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['br', 'br;q=0.1, gzip', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
  ['gzip', 'GZIP', gunzipSync],
] as const)(
  'it is sent as %s to a client that takes %s, under a name of its own',
  async (name, takes, unpack) => {
    for (const path of ['/api/v1/openapi.json', '/llms.txt', '/docs', '/docs/reference']) {
      const plain = await read(path);
      const text = await plain.text();
      const own = plain.headers.get('etag')?.replace(/"$/, `-${name}"`) ?? '';
      // Asked twice: what was compressed for the first is kept for the second.
      for (let asked = 0; asked < 2; asked += 1) {
        const { status, headers, bytes } = await readBytes(path, { 'accept-encoding': takes });
        expect([path, status, headers['content-encoding'], headers.etag]).toEqual([path, 200, name, own]);
        expect([headers.vary, plain.headers.get('vary')]).toEqual(['accept-encoding', 'accept-encoding']);
        expect(Number(headers['content-length'])).toBe(bytes.length);
        expect(bytes.length).toBeLessThan(text.length / 2);
        expect(unpack(bytes).toString()).toBe(text);
      }
      for (const known of [own, plain.headers.get('etag') ?? '']) {
        const again = await read(path, { 'if-none-match': known, 'accept-encoding': takes });
        expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, known]);
        expect(again.headers.get('vary')).toBe('accept-encoding');
      }
    }
  },
);

test.each(['identity', 'deflate, zstd', 'br;q=0, gzip;q=0', '', 'brotli', '*'])(
  'a client that takes "%s" gets it plain',
  async (takes) => {
    const { headers, bytes } = await readBytes('/llms.txt', { 'accept-encoding': takes });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
    expect(String(bytes)).toMatch(/^# Textrelay/);
  },
);

test('the docs’ page for an unknown address is 404 in the smallest form, whatever a client has', async () => {
  const asked = { accept: 'text/html', 'accept-encoding': 'br', 'if-none-match': '*' };
  const { status, headers, bytes } = await readBytes('/docs/nothing', asked);
  expect([status, headers['content-encoding'], headers.vary]).toEqual([404, 'br', 'accept-encoding']);
  expect(brotliDecompressSync(bytes).toString()).toContain('There is no page here');
});

test('they are the same on every gateway, and from one start to the next', async () => {
  const other = await startPair();
  for (const path of ['/api/v1/openapi.json', '/llms.txt'])
    expect((await read(path, {}, other)).headers.get('etag')).toBe((await read(path)).headers.get('etag'));
  await other.stop();
});

test('they are answered while the core is away', async () => {
  pair.core.cut();
  await pair.core.stop();
  for (const path of ['/api/v1', '/api/v1/openapi.json', '/llms.txt'])
    expect((await read(path)).status).toBe(200);
});

// The edge: unknown paths, other methods and bytes that are not a request get an answer in the Error shape, and the
// gateway keeps running.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
/** The account has a text to read. */
let reader: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  reader = await stack.createAccount();
  await stack.send(reader);
});
afterEach(async () => {
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
});
afterAll(() => stack.stop());

test.each([
  '/api',
  '/api/',
  '/api/v1/',
  '/api/v1/nothing',
  '/api/v2/messages',
  '/API/V1/messages',
  '/api/v1/Messages',
  '/api/v1//messages',
  '/api/v1/messages/1/',
  '/api/v1/messages/1/2',
  '/api/v1/threads/+15005550006',
  '/api/v1/threads/a/b/messages',
  '/api/v1/../v1/tiers',
  '/api/v1/%2e%2e/tiers',
  '/api/v1/usage/1',
  '/metrics',
  '/healthz',
  '/.env',
  '/api/v1/messages;jsessionid=1',
  `/${'x'.repeat(8_000)}`,
])('%s is 404, with a key and without', async (path) => {
  for (const key of [undefined, account.key])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, json } = await stack.ask({ method, path, ...(key && { key }) });
      expect([method, status, json.code]).toEqual([method, 404, 'not_found']);
    }
});

test.each([
  ['/api/v1', 'GET, HEAD'],
  ['/api/v1/me', 'GET, HEAD'],
  ['/api/v1/usage', 'GET, HEAD'],
  ['/api/v1/accounts', 'GET, HEAD'],
  ['/api/v1/tiers', 'GET, HEAD'],
  ['/api/v1/plan', 'POST'],
  ['/api/v1/messages', 'DELETE, GET, HEAD, POST'],
  ['/api/v1/messages/1', 'DELETE, GET, HEAD'],
  ['/api/v1/threads', 'GET, HEAD'],
  ['/api/v1/threads/+15005550006/messages', 'GET, HEAD'],
])('%s with any method but %s is 405 and says so', async (path, allow) => {
  for (const method of [
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'PROPFIND',
    'QUERY',
  ]) {
    if (allow.split(', ').includes(method)) continue;
    const { status, headers, json } = await stack.ask({ method, path: `${path}?limit=1`, key: account.key });
    expect([method, status, headers.allow]).toEqual([method, 405, allow]);
    if (method !== 'HEAD') expect(json.code).toBe('invalid_request');
  }
});

test.each([
  '/api/v1',
  '/api/v1/openapi.json',
  '/llms.txt',
  '/api/v1/tiers',
  '/api/v1/me',
  '/api/v1/usage',
  '/api/v1/messages?limit=2',
  '/api/v1/messages/1',
  '/api/v1/messages/0',
  '/api/v1/messages?limit=x',
  '/api/v1/threads',
  '/api/v1/threads/+15005550006/messages',
])('HEAD of %s has the status and the headers of GET, and no body', async (path) => {
  const { key } = reader;
  const get = await stack.get(path, key);
  const head = await stack.ask({ method: 'HEAD', path, key });
  const lasting = ({ headers: { date, 'x-request-id': id, ratelimit, ...headers } }: typeof get) => headers;
  expect([head.status, head.text]).toEqual([get.status, '']);
  expect(lasting(head)).toEqual(lasting(get));
  expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(get.text));
  const keyless = await stack.ask({ method: 'HEAD', path });
  expect(keyless.status).toBe((await stack.get(path)).status);
});

test('HEAD of a page answers as GET does, and HEAD of a call that changes something is 405', async () => {
  const { url } = stack.gateways[0] as { url: string };
  for (const path of ['/docs', '/billing/return', '/sandbox/checkout/none']) {
    const [get, head] = [await fetch(url + path), await fetch(url + path, { method: 'HEAD' })];
    const length = get.headers.get('content-length');
    expect(Number(length)).toBeGreaterThan(100);
    expect([path, head.status, head.headers.get('content-length')]).toEqual([path, get.status, length]);
  }
  for (const path of ['/webhooks/carriers/main/hook', '/webhooks/stripe'])
    expect([path, (await fetch(url + path, { method: 'HEAD' })).status]).toEqual([path, 405]);
});

test('the bare address leads a browser to /docs, and shows a program where to go on', async () => {
  const url = `${stack.gateways[0]?.url}/`;
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await fetch(url, { headers: { accept } });
  const text = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const path of ['/docs', '/llms.txt', '/api/v1/openapi.json']) {
    expect(text).toContain(`href="${path}"`);
    expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 200]);
  }
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const reported = await fetch(url, { headers });
    expect([reported.status, reported.headers.get('vary')]).toEqual([200, 'accept']);
    expect(await reported.json()).toMatchObject({ name: 'Textrelay', index: '/api/v1', docs: '/docs' });
  }
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(405);
  expect((await fetch(`${url}favicon.ico`)).status).toBe(204);
});

test('a path without its id or address is not found', async () => {
  const message = await stack.get('/api/v1/messages/', account.key);
  expect([message.status, message.json.code]).toEqual([404, 'not_found']);
  const thread = await stack.get('/api/v1/threads//messages', account.key);
  expect([thread.status, thread.json.code]).toEqual([400, 'invalid_address']);
});

test('a method override is not followed', async () => {
  const headers = { 'x-http-method-override': 'POST', 'x-http-method': 'POST', 'x-method-override': 'POST' };
  const { status, json } = await stack.get('/api/v1/messages?_method=POST', account.key, headers);
  expect([status, json.messages]).toEqual([200, []]);
});

test('a body that is not asked for is not read, even on an unknown path or method', async () => {
  const body = '{"broken';
  const headers = { 'content-type': 'text/plain' };
  expect((await stack.ask({ method: 'DELETE', path: '/api/v1/usage', body, headers })).status).toBe(405);
  expect((await stack.ask({ method: 'POST', path: '/nothing', body, headers })).status).toBe(404);
  const read = await stack.ask({ path: '/api/v1/usage', key: account.key, body, headers });
  expect(read.status).toBe(200);
});

test.each(['/api/v1/threads/%zz/messages', '/api/v1/%', '/%ff', '/api/v1/messages/%c0%80'])(
  'the path %s that is not validly encoded is 400',
  async (path) => {
    const { status, json } = await stack.get(path, account.key);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
  },
);

test('a harmless X-Request-Id is returned, any other is replaced', async () => {
  for (const id of ['a', 'job-7.a_B', 'x'.repeat(64)])
    expect((await stack.get('/api/v1', undefined, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
  for (const id of ['', ' ', 'a b', '<script>', '"', 'x'.repeat(65), '\u00e9', ['a', 'b']]) {
    const { headers } = await stack.get('/api/v1', undefined, { 'x-request-id': id });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

test.each([
  ['nonsense', 'HELLO\r\n\r\n', 400],
  ['a request without a Host', 'GET /api/v1/tiers HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['another version of HTTP', 'GET /api/v1 HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['a NUL in a header', 'GET /api/v1 HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n', 400],
  ['a line that folds', 'GET /api/v1 HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    400,
  ],
  [
    'a length and chunks',
    'POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers of 20 KiB', `GET /api/v1 HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
  ['a target of 20 KiB', `GET /${'x'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
])('%s is %3$i in the Error shape', async (_name, bytes, expected) => {
  const { status, headers, json } = await stack.bytes(bytes);
  expect([status, json.code]).toEqual([expected, 'invalid_request']);
  expect(headers.connection).toBe('close');
});

test('a body that is announced as huge is 413 before it is sent', async () => {
  const head = [
    'POST /api/v1/messages HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${account.key}`,
    'Content-Type: application/json',
    'Content-Length: 99999999999',
  ].join('\r\n');
  const { status, json } = await stack.bytes(`${head}\r\n\r\n{`, {
    method: 'POST',
    path: '/api/v1/messages',
  });
  expect([status, json.code]).toEqual([413, 'invalid_request']);
});

test('two requests in one packet get two answers, the second after a refusal of the first', async () => {
  const one = 'POST /api/v1/tiers HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc';
  const two = 'GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const { status, text } = await stack.bytes(`${one}${two}`);
  expect(status).toBe(405);
  expect(text).toMatch(/^\{"error":.*\}HTTP\/1\.1 200 OK\r\n/);
});

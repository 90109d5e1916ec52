// The key: no protected endpoint answers without exactly one valid key in the one documented place, and a key acts
// for its own account only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountKeyPrefix, createSecret, platformKeyPrefix } from '../../server/domain/keys/api_key.ts';
import type { TestAccount } from '../support/core.ts';
import { serviceToken } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const protectedEndpoints = [
  ['GET', '/api/v1/me'],
  ['GET', '/api/v1/usage'],
  ['GET', '/api/v1/accounts'],
  ['POST', '/api/v1/plan'],
  ['POST', '/api/v1/messages'],
  ['GET', '/api/v1/messages'],
  ['GET', '/api/v1/messages/1'],
  ['GET', '/api/v1/threads'],
  ['GET', '/api/v1/threads/+15005550006/messages'],
] as const;
/** Endpoints that answer 200 to a new account. */
const readable = ['/api/v1/me', '/api/v1/usage', '/api/v1/accounts', '/api/v1/messages', '/api/v1/threads'];

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const expectRefused = ({ status, json }: Answer) =>
  expect([status, json.code]).toEqual([401, 'invalid_api_key']);
const withBody = (method: string) => (method === 'POST' ? { body: '{"broken' } : {});

describe.each(protectedEndpoints)('%s %s', (method, path) => {
  test('without a key is 401 before anything else is checked, in the same words as with a wrong key', async () => {
    const missing = await stack.ask({ method, path, ...withBody(method) });
    const wrong = await stack.ask({ method, path, key: 'svc_live_wrong', ...withBody(method) });
    expectRefused(missing);
    expect(wrong.text).toBe(missing.text);
    expectRefused(await stack.ask({ method, path: `${path}?since=abc&limit=abc`, ...withBody(method) }));
    const target = { 'x-svc-account': 'abc' };
    expectRefused(await stack.ask({ method, path, headers: target, ...withBody(method) }));
  });

  test('with a key in the query is 401', async () => {
    const query = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization']
      .map((name) => `${name}=${account.key}`)
      .join('&');
    expectRefused(await stack.ask({ method, path: `${path}?${query}`, ...withBody(method) }));
  });

  test('with a revoked key is 401 at once', async () => {
    const { admin } = stack.core;
    const { key, secret } = await admin.createKey({ accountId: account.id });
    const before = await stack.ask({ method, path, key: secret, ...withBody(method) });
    expect(before.status).not.toBe(401);
    await admin.revokeKey({ accountId: account.id, id: key?.id ?? 0n });
    expectRefused(await stack.ask({ method, path, key: secret, ...withBody(method) }));
  });
});

test('keys are numbered per account, even when several are made at once', async () => {
  const accounts = await Promise.all([stack.createAccount(), stack.createAccount()]);
  const numbers = accounts.map(async ({ id: accountId }) => {
    const made = Array.from({ length: 5 }, () => stack.core.admin.createKey({ accountId }));
    return (await Promise.all(made)).map(({ key }) => Number(key?.id)).sort();
  });
  // Each account came with its first key.
  expect(await Promise.all(numbers)).toEqual([
    [2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6],
  ]);
});

describe('an Authorization header', () => {
  const read = (headers: Record<string, string | string[]>) => stack.get('/api/v1/usage', undefined, headers);

  test('an Authorization header that comes twice is 401, even with the same valid key', async () => {
    const value = `Bearer ${account.key}`;
    expectRefused(await read({ authorization: [value, value] }));
    expectRefused(await read({ authorization: [value, 'Bearer x'] }));
    expectRefused(await read({ authorization: ['Bearer x', value] }));
    const { text } = await stack.bytes(
      [
        'GET /api/v1/usage HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Authorization: ${value}`,
        `AUTHORIZATION: ${value}`,
        '\r\n',
      ].join('\r\n'),
      { path: '/api/v1/usage' },
    );
    expect(JSON.parse(text).code).toBe('invalid_api_key');
  });

  test.each([1, 2, 5])('the scheme and the key may stand %i spaces apart', async (spaces) => {
    const authorization = `Bearer${' '.repeat(spaces)}${account.key}`;
    expect((await stack.get('/api/v1/usage', undefined, { authorization })).status).toBe(200);
  });

  test.each([
    ['empty', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the scheme and a space', () => 'Bearer '],
    ['another scheme', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['no scheme', (key: string) => key],
    ['a tab', (key: string) => `Bearer\t${key}`],
    ['a further word', (key: string) => `Bearer ${key} x`],
    ['two keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['quotes', (key: string) => `Bearer "${key}"`],
    ['the key in capitals', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['the key without its prefix', (key: string) => `Bearer ${key.replace('svc_live_', '')}`],
    ['the key as a platform key', (key: string) => `Bearer ${key.replace('svc_live_', 'svc_platform_')}`],
    ['one letter too few', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['one letter too many', (key: string) => `Bearer ${key}a`],
    ['one letter changed', (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['thousands of letters', () => `Bearer ${'x'.repeat(9_000)}`],
    ['letters that are not ASCII', (key: string) => `Bearer ${key}\u00e9`],
    ['a well-formed key that nobody has', () => `Bearer ${createSecret(accountKeyPrefix)}`],
    ['a well-formed platform key that nobody has', () => `Bearer ${createSecret(platformKeyPrefix)}`],
    ["a device's token", () => `Bearer ${account.deviceToken}`],
    ['the service credential', () => `Bearer ${serviceToken}`],
    ['SQL', () => "Bearer ' or 1=1 --"],
  ])('an Authorization header with %s is 401', async (_name, value) =>
    expectRefused(await read({ authorization: value(account.key) })),
  );

  test.each(['x-api-key', 'api-key', 'proxy-authorization', 'cookie'])(
    'an Authorization header by the name of %s is none',
    async (name) => expectRefused(await read({ [name]: `Bearer ${account.key}` })),
  );

  test('an Authorization header with the valid key is admitted', async () => {
    expect((await stack.get('/api/v1/usage', account.key)).status).toBe(200);
  });
});

describe('X-SVC-Account of an account key', () => {
  test('X-SVC-Account of an account key may name its own account, anywhere', async () => {
    const headers = { 'x-svc-account': String(account.id) };
    const key = await stack.createKey(account);
    for (const path of readable) expect((await stack.get(path, key, headers)).status).toBe(200);
    expect((await stack.post('/api/v1/plan', key, { plan: 'pro' }, headers)).json.code).toBe(
      'billing_disabled',
    );
  });

  test('X-SVC-Account of an account key that names another account is 404, whether that exists or not', async () => {
    const other = await stack.createAccount();
    const ask = async (path: string, id: bigint | string) => {
      const key = await stack.createKey(account);
      const { status, headers, text } = await stack.get(path, key, { 'x-svc-account': String(id) });
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, text, headers: rest };
    };
    for (const path of readable) {
      const [theirs, nobodys] = [await ask(path, other.id), await ask(path, '100000000001')];
      expect(theirs.status).toBe(404);
      expect(theirs).toEqual(nobodys);
      for (const digits of [15, 16, 19, 40, 64, 300])
        expect(await ask(path, '9'.repeat(digits))).toEqual(nobodys);
    }
    const key = await stack.createKey(account);
    const plan = await stack.post(
      '/api/v1/plan',
      key,
      { plan: 'pro' },
      { 'x-svc-account': String(other.id) },
    );
    expect([plan.status, plan.json.code]).toEqual([404, 'not_found']);
    const text = { address: '+15005550006', body: 'x' };
    const sent = await stack.post('/api/v1/messages', key, text, { 'x-svc-account': String(other.id) });
    expect([sent.status, sent.json.code]).toEqual([404, 'not_found']);
    for (const { key } of [account, other])
      expect((await stack.get('/api/v1/messages', key)).json.messages).toEqual([]);
  });

  test.each(['', ' ', '0', '-1', '+1', '01', '1.0', '1e3', '0x10', 'abc', '1 2', '1,2', 'null'])(
    '%j that is no positive integer is 400',
    async (value) => {
      const { status, json } = await stack.get('/api/v1/usage', await stack.createKey(account), {
        'x-svc-account': value,
      });
      expect([status, json.code]).toEqual([400, 'invalid_request']);
    },
  );

  test('X-SVC-Account of an account key that comes twice is 400, even with the same own account', async () => {
    const id = String(account.id);
    const key = await stack.createKey(account);
    for (const values of [
      [id, id],
      [id, '1'],
      ['1', id],
    ]) {
      const { status, json } = await stack.get('/api/v1/usage', key, { 'x-svc-account': values });
      expect([status, json.code]).toEqual([400, 'invalid_request']);
    }
  });
});

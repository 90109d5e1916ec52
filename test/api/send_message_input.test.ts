// POST /api/v1/messages: wrong input is refused, stores nothing and costs nothing; input at its bound is accepted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const address = '+15005550006';
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterAll(async () => {
  // None of this file's wrong input was stored or charged.
  const key = await stack.createKey(account);
  expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(0);
  expect((await stack.get(path, key)).json.messages).toEqual([]);
  await stack.stop();
});

/** Posts as the file's account with a new key, so that no test uses up another's allowance. */
const refuse = async (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  stack.post(path, await stack.createKey(account), body, headers);
const expectRefusal = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.json.code]).toEqual([status, code]);

describe('a field', () => {
  test.each([
    ['no address', { body: 'x' }],
    ['no body', { address }],
    ['an address that is a number', { address: 15005550006, body: 'x' }],
    ['an address that is null', { address: null, body: 'x' }],
    ['an address in a list', { address: [address], body: 'x' }],
    ['a body that is a number', { address, body: 1 }],
    ['a body that is null', { address, body: null }],
    ['a body that is an object', { address, body: {} }],
    ['an empty body', { address, body: '' }],
    ['a body of 1601 letters', { address, body: 'x'.repeat(1601) }],
    ['a body of 1601 characters beyond the basic plane', { address, body: '😀'.repeat(1601) }],
    ['a body with U+0000', { address, body: 'a\u0000b' }],
    ['an empty client_ref', { address, body: 'x', client_ref: '' }],
    ['a client_ref of 65 letters', { address, body: 'x', client_ref: 'r'.repeat(65) }],
    [
      'a client_ref of 65 characters beyond the basic plane',
      { address, body: 'x', client_ref: '😀'.repeat(65) },
    ],
    ['a client_ref with U+0000', { address, body: 'x', client_ref: '\u0000' }],
    ['a client_ref that is a number', { address, body: 'x', client_ref: 1 }],
    ['an unknown route', { address, body: 'x', route: 'pigeon' }],
    ['an empty route', { address, body: 'x', route: '' }],
    ['a route in capitals', { address, body: 'x', route: 'DEVICE' }],
    ['a route that is a number', { address, body: 'x', route: 1 }],
    ['an address with U+0000', { address: `${address}\u0000`, body: 'x' }],
  ])('missing or wrong is 400: %s', async (_name, body) =>
    expectRefusal(await refuse(body), 400, 'invalid_request'),
  );

  test.each(['\\ud800', '\\udc00', 'a\\ud83d', '\\ude00\\ud83d', '\\ud83d\\ud83d\\ude00'])(
    'a field with the lone surrogate of %s is 400, in any field',
    async (half) => {
      for (const body of [
        `{"address":"${address}","body":"${half}"}`,
        `{"address":"${half}","body":"x"}`,
        `{"address":"${address}","body":"x","client_ref":"${half}"}`,
      ])
        expectRefusal(await refuse(body), 400, 'invalid_request');
    },
  );

  test.each([
    ['a body of 1600 letters', { body: 'x'.repeat(1600) }],
    ['a body of 1600 characters beyond the basic plane', { body: '😀'.repeat(1600) }],
    ['a body of 1600 letters of three bytes', { body: '漢'.repeat(1600) }],
    ['a client_ref of 64 letters', { client_ref: 'r'.repeat(64) }],
    ['a client_ref of 64 characters beyond the basic plane', { client_ref: '😀'.repeat(64) }],
    ['a body of one letter', { body: '.' }],
    [
      'a client_ref and a route that are null, as many SDKs say that there is none',
      { client_ref: null, route: null },
    ],
  ])('a field at its bound is taken: %s', async (_name, fields) => {
    const { json } = await stack.send(await stack.createAccount(), fields);
    if ('body' in fields) expect(json.message.body).toBe(fields.body);
  });
});

describe('a request body', () => {
  test.each([
    '',
    '{',
    '{"address":',
    'hello',
    'undefined',
    '{]',
    "{'address':1}",
    '\ufeff{}',
    'NaN',
    '{"a":1}x',
  ])('%j that is no JSON is 400', async (body) => expectRefusal(await refuse(body), 400, 'invalid_request'));

  test.each(['[]', '"text"', '1', 'null', 'true', '[{"address":"+15005550006","body":"x"}]'])(
    '%s that is no object is 400',
    async (body) => expectRefusal(await refuse(body), 400, 'invalid_request'),
  );

  test('a request body that is missing altogether is 400', async () => {
    const key = await stack.createKey(account);
    const answer = await stack.ask({ method: 'POST', path, key, headers: { 'content-length': '0' } });
    expectRefusal(answer, 400, 'invalid_request');
  });

  test('a request body that is not UTF-8 is 400', async () => {
    const bytes = Buffer.from(`{"address":"${address}","body":"\xff\xfe"}`, 'latin1');
    expectRefusal(await refuse(bytes), 400, 'invalid_request');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
  ])('a request body of type %j is 415', async (type) =>
    expectRefusal(
      await refuse(`{"address":"${address}","body":"x"}`, { 'content-type': type }),
      415,
      'invalid_request',
    ),
  );

  test('a request body that is compressed is 415', async () =>
    expectRefusal(
      await refuse({ address, body: 'x' }, { 'content-encoding': 'gzip' }),
      415,
      'invalid_request',
    ));

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.x+json'])(
    'a request body of type %s is taken',
    async (type) => {
      const { key } = await stack.createAccount();
      const answer = await stack.post(path, key, { address, body: 'x' }, { 'content-type': type });
      expect(answer.status).toBe(200);
    },
  );

  test('a request body of 64 KiB is taken, and of one byte more is 413', async () => {
    const sized = (bytes: number) => {
      const start = `{"address":"${address}","body":"x","padding":"`;
      return `${start}${'p'.repeat(bytes - start.length - 2)}"}`;
    };
    const { key } = await stack.createAccount();
    expect((await stack.post(path, key, sized(65_536))).status).toBe(200);
    expectRefusal(await refuse(sized(65_537)), 413, 'invalid_request');
    expectRefusal(await refuse(sized(900_000)), 413, 'invalid_request');
  });

  test('nested 10,000 deep does no harm: ignored where it is unknown, 400 where it is a field', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const { key } = await stack.createAccount();
    for (const nested of [deep, objects]) {
      const text = `{"address":"${address}","body":"x","more":${nested}}`;
      expect((await stack.post(path, key, text)).status).toBe(200);
      expectRefusal(await refuse(`{"address":"${address}","body":${nested}}`), 400, 'invalid_request');
      expectRefusal(await refuse(nested), 400, 'invalid_request');
    }
  });

  test('a request body with __proto__ or constructor gives no field a value', async () => {
    const evil = `{"address":"${address}","body":"evil","client_ref":"evil","route":"gateway"}`;
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expectRefusal(await refuse(`{"${name}":${evil}}`), 400, 'invalid_request');
    expect(({} as { body?: string }).body).toBeUndefined();
    const { key } = await stack.createAccount();
    const text = `{"__proto__":${evil},"address":"${address}","body":"good","constructor":{"prototype":${evil}}}`;
    const [first, second] = [await stack.post(path, key, text), await stack.post(path, key, text)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first.json.message.body, second.json.message.id]).toEqual(['good', 2]);
  });
});

test('the error names the field and never repeats its value', async () => {
  const canary = 'canary-4711';
  for (const [body, field] of [
    [{ address: canary, body: 'x' }, 'address'],
    [{ address, body: canary.repeat(200) }, 'body'],
    [{ address, body: 'x', client_ref: canary.repeat(9) }, 'client_ref'],
    [{ address, body: 'x', route: canary }, 'route'],
  ] as const) {
    const { status, text, json } = await refuse(body);
    expect([status, text.includes(canary)]).toEqual([400, false]);
    expect(json.error).toContain(field);
  }
});

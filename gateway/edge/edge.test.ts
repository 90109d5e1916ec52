// The edge of HTTP: whatever arrives, the answer is the Error shape and the gateway lives on.
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { defaultLimits } from '../limits.ts';
import { liveKey, platformKey } from '../testing/fake_core.ts';
import { sampleMessage } from '../testing/samples.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());

async function expectError(response: Response, status: number, code: string, field?: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(['code', 'error', ...(field ? ['fields'] : []), 'next']);
  if (field) expect(body.fields).toEqual([expect.objectContaining({ field })]);
  expect(body.code).toBe(code);
  expect(body.error).toEqual(expect.any(String));
}

/** A raw answer's status, headers and JSON. */
function parseRaw(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) as unknown };
}

const rawRequest = (line: string, headers: string[], body = '') =>
  `${line} HTTP/1.1\r\n${['Host: gateway', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
const bearer = `Authorization: Bearer ${liveKey}`;

describe('the key', () => {
  test.each([
    ['is missing', []],
    ['comes twice', [bearer, bearer]],
    ['comes twice in different cases', [bearer, `AUTHORIZATION: Bearer ${liveKey}`]],
    ['has another scheme', [`Authorization: Basic ${liveKey}`]],
    ['has no scheme', [`Authorization: ${liveKey}`]],
    ['has a second word', [`Authorization: Bearer ${liveKey} x`]],
    ['is empty', ['Authorization: Bearer']],
    ['is too long', [`Authorization: Bearer ${'x'.repeat(201)}`]],
    ['is not ASCII', ['Authorization: Bearer k\u00e9y']],
  ])('the key that %s is refused without asking the core', async (_name, headers) => {
    const before = pair.core.asked.admissions.length;
    const answer = parseRaw(await pair.raw(rawRequest('GET /api/v1/usage', headers)));
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    expect(pair.core.asked.admissions.length).toBe(before);
  });

  test('the key in the query string is no key', async () => {
    const path = `/api/v1/usage?api_key=${liveKey}&access_token=${liveKey}`;
    await expectError(await pair.get(path, { headers: {} }), 401, 'invalid_api_key');
  });

  test('the key that the core does not know is 401 without an allowance', async () => {
    const response = await pair.get('/api/v1/usage', { headers: { authorization: 'Bearer svc_live_other' } });
    expect(response.headers.get('ratelimit')).toBeNull();
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expectError(response, 401, 'invalid_api_key');
  });

  test('the key out of its scope is 403 with its allowance', async () => {
    const response = await pair.get('/api/v1/messages', {
      headers: { authorization: `Bearer ${platformKey}` },
    });
    expect(response.headers.get('ratelimit')).toBe('"key";r=119;t=1');
    await expectError(response, 403, 'platform_key_scope');
  });

  test('the key is judged before the body: a bad key with a bad body is 401', async () => {
    const response = await pair.post('/api/v1/messages', '{"broken', { authorization: 'Bearer wrong' });
    await expectError(response, 401, 'invalid_api_key');
  });

  test('X-SVC-Account goes to the core as it came, also when it came twice', async () => {
    await pair.raw(
      rawRequest('GET /api/v1/usage', [bearer, 'X-SVC-Account: 1', 'x-svc-account: 2 ', 'X-Other: 3']),
    );
    expect(pair.core.asked.admissions.at(-1)?.targetAccount).toBe('1, 2');
    await pair.get('/api/v1/usage');
    expect(pair.core.asked.admissions.at(-1)?.targetAccount).toBeUndefined();
  });
});

describe('a path or method', () => {
  test.each(['/api', '/api/v1/', '/api/v2/messages', '/api/v1/Messages', '/api/v1/messages/1/x', '/%00'])(
    '%s is unknown',
    async (path) => expectError(await pair.get(path), 404, 'not_found'),
  );

  test.each([
    ['PUT', '/api/v1/messages', 'DELETE, GET, HEAD, POST'],
    ['PUT', '/api/v1/messages/1', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/api/v1/threads/%2B1555/messages?limit=1', 'GET, HEAD'],
    ['GET', '/api/v1/plan', 'POST'],
    ['POST', '/api/v1', 'GET, HEAD'],
    // The path of a text with an id has these methods, and this one has not.
    ['PUT', '/api/v1/messages/check', 'POST'],
    ['DELETE', '/api/v1/messages/check', 'POST'],
    ['GET', '/api/v1/messages/check', 'POST'],
    ['DELETE', '/api/v1/contacts/find', 'GET, HEAD'],
    ['DELETE', '/api/v1/opt-outs/export', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const response = await pair.get(path, { method });
    expect(response.headers.get('allow')).toBe(allow);
    await expectError(response, 405, 'invalid_request');
  });

  test('HEAD is 405 where GET is', async () => {
    const response = await pair.get('/api/v1/plan', { method: 'HEAD' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('HEAD is 405 where GET takes something: a consumer’s lease', async () => {
    const response = await pair.get('/api/v1/consumers/shop/messages', { method: 'HEAD' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('every method that HTTP knows gets an answer in the Error shape', async () => {
    for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'CONNECT'].includes(name))) {
      const known = parseRaw(await pair.raw(rawRequest(`${method} /api/v1/tiers`, ['Content-Length: 0'])));
      expect([method, known]).toMatchObject([method, { status: 405, body: { code: 'invalid_request' } }]);
      const unknown = parseRaw(await pair.raw(rawRequest(`${method} /nothing`, ['Content-Length: 0'])));
      expect([method, unknown]).toMatchObject([method, { status: 404, body: { code: 'not_found' } }]);
    }
    const connect = parseRaw(await pair.raw(rawRequest('CONNECT example.com:443', [])));
    expect(connect).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('a wrong method with any body is 405, not a fault of the body', async () => {
    const response = await pair.post('/api/v1/tiers', 'not json', { 'content-type': 'text/plain' });
    await expectError(response, 405, 'invalid_request');
  });

  test('malformed percent-encoding is 400', async () => {
    for (const path of ['/api/v1/threads/%zz/messages', '/api/v1/threads/%ff/messages'])
      await expectError(await pair.get(path), 400, 'invalid_request');
  });
});

describe('a body', () => {
  test.each(['{"address":', '', '{]', '\ufeff{}', 'NaN'])('%j is broken JSON', async (body) =>
    expectError(await pair.post('/api/v1/messages', body), 400, 'invalid_request'),
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])(
    'a body of type %s is 415',
    async (type) =>
      expectError(
        await pair.post('/api/v1/messages', '{}', { 'content-type': type }),
        415,
        'invalid_request',
      ),
  );

  test('a body that is compressed is 415', async () => {
    const response = await pair.post('/api/v1/messages', '{}', { 'content-encoding': 'gzip' });
    await expectError(response, 415, 'invalid_request');
  });

  test('a body that is not UTF-8 is 400', async () => {
    const response = await pair.get('/api/v1/messages', {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    await expectError(response, 400, 'invalid_request');
  });

  test.each([defaultLimits.bodyBytes + 1, 400_000, 900_000])(
    'a body of %i bytes is 413, with the allowance, and the connection stays',
    async (size) => {
      const response = await pair.post('/api/v1/messages', JSON.stringify('x'.repeat(size)));
      expect(response.headers.get('ratelimit')).toBe('"key";r=119;t=1');
      expect(response.headers.get('connection')).not.toBe('close');
      await expectError(response, 413, 'invalid_request');
    },
  );

  test('a body that says it is huge is 413 before it is sent', async () => {
    const headers = [bearer, 'Content-Type: application/json', 'Content-Length: 999999999'];
    const answer = parseRaw(await pair.raw(rawRequest('POST /api/v1/messages', headers, '{')));
    expect(answer).toMatchObject({ status: 413, body: { code: 'invalid_request' } });
  });

  test('a body may nest 30,000 deep without harm', async () => {
    const deep = `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    await expectError(await pair.post('/api/v1/messages', deep), 400, 'invalid_request', 'address');
    const text = `{"address":"+15551234567","body":"hi","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect((await pair.post('/api/v1/messages', text)).status).toBe(200);
  });

  test('a body with __proto__ and constructor sets nothing', async () => {
    const body =
      '{"address":"+15551234567","__proto__":{"body":"evil"},"constructor":{"prototype":{"body":"evil"}}}';
    await expectError(await pair.post('/api/v1/messages', body), 400, 'invalid_request', 'body');
    expect(({} as Record<string, unknown>).body).toBeUndefined();
    const sent = await pair.post('/api/v1/messages', `{"body":"good",${body.slice(1)}`);
    expect(sent.status).toBe(200);
    expect(pair.core.asked.texts.at(-1)?.body).toBe('good');
  });
});

test('whoever asks for the end of the connection is answered that it ends, also when the body is refused', async () => {
  const body = '{"address":';
  const headers = [bearer, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const { status, head } = parseRaw(await pair.raw(rawRequest('POST /api/v1/messages', headers, body)));
  expect([status, head.includes('\r\nconnection: close')]).toEqual([400, true]);
});

describe('bytes that are no request', () => {
  test('bytes that are no request are 400 and end the connection', async () => {
    const { status, head, body } = parseRaw(await pair.raw('HELLO\r\n\r\n'));
    expect([status, body]).toMatchObject([
      400,
      { error: 'this is not an HTTP request', code: 'invalid_request' },
    ]);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(head).toContain('connection: close');
  });

  test('headers that are too large are 431', async () => {
    const answer = parseRaw(await pair.raw(rawRequest('GET /api/v1', [`X-Big: ${'x'.repeat(20_000)}`])));
    expect(answer).toMatchObject({ status: 431, body: { code: 'invalid_request' } });
  });

  test('a request without a Host is 400', async () => {
    const answer = parseRaw(await pair.raw('GET /api/v1 HTTP/1.1\r\nConnection: close\r\n\r\n'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('an expectation nobody knows is ignored', async () => {
    const answer = parseRaw(await pair.raw(rawRequest('GET /api/v1/tiers', ['Expect: the-unexpected'])));
    expect(answer.status).toBe(200);
  });
});

describe('a request that does not come to its end', () => {
  let hasty: Pair;
  beforeAll(async () => {
    hasty = await startPair({ limits: { headersTimeoutMs: 150, requestTimeoutMs: 300, timeoutCheckMs: 20 } });
  });
  afterAll(() => hasty.stop());

  test('headers that never end are cut with 408', async () => {
    const answer = parseRaw(await hasty.raw('GET /api/v1 HTTP/1.1\r\nHost: gateway\r\n'));
    expect(answer).toMatchObject({ status: 408, body: { code: 'invalid_request' } });
  });

  test('a body that never ends is cut with 408', async () => {
    const headers = [bearer, 'Content-Type: application/json', 'Content-Length: 100'];
    const answer = parseRaw(await hasty.raw(rawRequest('POST /api/v1/messages', headers, '{"a')));
    expect(answer).toMatchObject({ status: 408, body: { code: 'invalid_request' } });
  });

  test('the time for receiving a request does not end one that waits for its answer', async () => {
    const held = hasty.get('/api/v1/messages?wait=25');
    await until(async () => (await hasty.metric('textrelay_gateway_waiting')) === 1);
    // Three connections, each cut at its own 150 ms, outlast the 300 ms of the held one.
    for (let i = 0; i < 3; i++) await hasty.raw('GET /api/v1 HTTP/1.1\r\nHost: gateway\r\n');
    expect(await hasty.metric('textrelay_gateway_waiting')).toBe(1);
    hasty.core.commit(sampleMessage({ id: 1n, seq: 1n }));
    expect((await held).status).toBe(200);
  });
});

describe('every answer', () => {
  test('every answer repeats a harmless X-Request-Id and replaces any other', async () => {
    const ask = async (id: string) =>
      (await pair.get('/api/v1', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await ask('job-7.a_B')).toBe('job-7.a_B');
    for (const id of ['a b', 'x'.repeat(65), '"quoted"']) expect(await ask(id)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('every answer opens no other origin and does not name the software', async () => {
    const response = await pair.get('/api/v1', { headers: { origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
  });
});

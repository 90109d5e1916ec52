// Carriers' calls: they reach the core as they came, and what the core says is the answer.
import { randomBytes } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { createFakeCarriers, type FakeCarriers } from '../testing/fake_carriers.ts';
import { coreError } from '../testing/fake_core.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

const kibibyte = 1024;
const path = '/webhooks/carriers/main/receipt';
let pair: Pair;
let carriers: FakeCarriers;

beforeAll(async () => {
  carriers = createFakeCarriers();
  pair = await startPair({ on: { services: carriers.services } });
});
afterAll(() => pair.stop());
beforeEach(() => {
  carriers.state.calls.length = 0;
  carriers.state.answer = () => ({ status: 200, contentType: 'text/xml', body: '<Response/>' });
});

const post = (body: Uint8Array | string, headers: Record<string, string> = {}, to = path) =>
  fetch(pair.gateway.url + to, { method: 'POST', body, headers });

describe('a call', () => {
  test.each([
    ['JSON that a parser would write otherwise', '{ "a" : 1.0,\r\n"a":"\\u0041" }\n'],
    ['a form', 'Body=a+b%20c&From=%2B1'],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['empty', ''],
    ['of the largest size', randomBytes(256 * kibibyte)],
  ])('a call that is %s reaches the core byte for byte', async (_name, body) => {
    const answer = await post(body, { 'x-signature': 'S', 'content-type': 'application/x-own' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/xml',
      '<Response/>',
    ]);
    const [call] = carriers.state.calls;
    expect(call).toMatchObject({ carrier: 'main', hook: 'receipt', method: 'POST', query: '' });
    expect(Buffer.from(call?.body ?? []).equals(Buffer.from(body))).toBe(true);
    const headers = Object.fromEntries(call?.headers.map(({ name, value }) => [name, value]) ?? []);
    expect(headers).toMatchObject({ 'x-signature': 'S', 'content-type': 'application/x-own' });
  });

  test('a call may be a GET, whose query reaches the core as it was written', async () => {
    const query = '?b=%2B1&a=x+y&a=%41&empty';
    expect((await fetch(`${pair.gateway.url}${path}${query}`)).status).toBe(200);
    expect(carriers.state.calls[0]).toMatchObject({ method: 'GET', query });
    expect(carriers.state.calls[0]?.body).toHaveLength(0);
  });

  test('a call needs no key, and a wrong one does not matter', async () => {
    expect((await post('{}', { authorization: 'Bearer wrong' })).status).toBe(200);
    expect(pair.core.asked.admissions).toEqual([]);
  });

  test('a call without a content type is taken', async () => {
    const answer = await pair.raw(
      `POST ${path} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each([
    ['larger than 256 KiB', path, new Uint8Array(256 * kibibyte + 1), {}, 413],
    ['much larger', path, new Uint8Array(3 * 1024 * kibibyte), {}, 413],
    ['compressed', path, '{}', { 'content-encoding': 'gzip' }, 415],
    ['for a carrier that cannot be', '/webhooks/carriers/Main/receipt', '{}', {}, 404],
    ['for no carrier', '/webhooks/carriers//receipt', '{}', {}, 404],
    ['for a hook that cannot be', '/webhooks/carriers/main/a%2Fb', '{}', {}, 404],
    ['for a hook that is too long', `/webhooks/carriers/main/${'a'.repeat(129)}`, '{}', {}, 404],
    ['with a query that is too long', `${path}?${'a'.repeat(8 * kibibyte)}`, '{}', {}, 400],
    ['with a header that is too long', path, '{}', { 'x-long': 'a'.repeat(8 * kibibyte) }, 431],
  ])('a call that is %s is refused without asking the core', async (_name, to, body, headers, status) => {
    const answer = await post(body, headers as unknown as Record<string, string>, to);
    expect(answer.status).toBe(status);
    expect(Object.keys((await answer.json()) as object).sort()).toEqual(['code', 'error', 'next']);
    expect(carriers.state.calls).toEqual([]);
  });

  test('a call of another method gets the allowed ones', async () => {
    const answer = await fetch(pair.gateway.url + path, { method: 'PUT', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

test.each([
  ['accepted without a word', () => ({ status: 204 }), 204],
  ['not signed', () => ({ status: 401, contentType: 'text/plain', body: 'the call is not signed' }), 401],
  ['wrongly signed', () => ({ status: 403, contentType: 'text/plain', body: 'no' }), 403],
  ['answered with a fault by mistake', () => ({ status: 500, body: 'canary' }), 503],
  ['answered with no status', () => ({ body: 'canary' }), 503],
  ['for nobody', coreError(ErrorCode.NOT_FOUND, 'carrier not found', Code.NotFound), 404],
  ['to be made again', coreError(ErrorCode.UNAVAILABLE, 'again', Code.Unavailable), 503],
  ['met by a fault', new Error('canary'), 503],
  ['met by a core that does not know it', new ConnectError('canary', Code.Unimplemented), 503],
])('a call that is %s is answered so', async (_name, answer, status) => {
  carriers.state.answer = () => {
    if (answer instanceof Error) throw answer;
    return answer();
  };
  const reported = await post('{}');
  expect(reported.status).toBe(status);
  expect(await reported.text()).not.toContain('canary');
});

test("a call's large body is its own: every other route keeps its bound", async () => {
  expect((await pair.post('/api/v1/plan', { plan: 'x'.repeat(100_000) })).status).toBe(413);
});

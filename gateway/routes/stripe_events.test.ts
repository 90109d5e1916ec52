// Stripe's webhook: the bytes go to the core as they came, and what the core says decides whether Stripe repeats.
import { randomBytes } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { mostFailures } from '../edge/requests/signed_calls.ts';
import { coreError } from '../testing/fake_core.ts';
import { createFakePayments, type FakePayments } from '../testing/fake_payments.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

const mostBytes = 256 * 1024;
const signature = 't=1700000000,v1=00ff';
let pair: Pair;
let payments: FakePayments;

beforeAll(async () => {
  payments = createFakePayments();
  pair = await startPair({ on: { services: payments.services } });
});
afterAll(() => pair.stop());
beforeEach(() => {
  payments.refusal.error = undefined;
  payments.asked.events.length = 0;
});

const send = async (body: Uint8Array | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${pair.gateway.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    body,
  });
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, retryAfter, json: (await answer.json()) as Record<string, unknown> };
};

describe('an event', () => {
  test.each([
    ['JSON that a parser would write otherwise', '{ "a" : 1.0,\r\n"a":"\\u0041" }\n'],
    ['what is no JSON', '{"broken'],
    ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['of the largest size', randomBytes(mostBytes)],
  ])('an event that is %s reaches the core byte for byte, with its signature', async (_name, body) => {
    expect(await send(body)).toEqual({ status: 200, retryAfter: null, json: { received: true } });
    expect(payments.asked.events).toHaveLength(1);
    expect(Buffer.from(payments.asked.events[0]?.payload ?? []).equals(Buffer.from(body))).toBe(true);
    expect(payments.asked.events[0]?.signature).toBe(signature);
  });

  test('an event needs no key, and a wrong one does not matter', async () => {
    expect((await send('{}', { authorization: 'Bearer wrong' })).status).toBe(200);
    expect(pair.core.asked.admissions).toEqual([]);
  });

  test('an event of any content type, or of none, is taken', async () => {
    for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/octet-stream'])
      expect((await send('{}', { 'content-type': type })).status).toBe(200);
    const answer = await pair.raw(
      `POST /webhooks/stripe HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Length: 2\r\nStripe-Signature: ${signature}\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(payments.asked.events).toHaveLength(4);
  });

  test.each([
    ['larger than 256 KiB', new Uint8Array(mostBytes + 1), {}, 413],
    ['much larger than 256 KiB', new Uint8Array(12 * mostBytes), {}, 413],
    ['empty', '', {}, 400],
    ['compressed', '{}', { 'content-encoding': 'gzip' }, 415],
    ['without a signature', '{}', { 'stripe-signature': '' }, 400],
    ['with an endless signature', '{}', { 'stripe-signature': 'v'.repeat(2_001) }, 400],
  ])('an event that is %s is refused without asking the core', async (_name, body, headers, status) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.json.code]).toEqual([status, 'invalid_request']);
    expect(Object.keys(answer.json).sort()).toEqual(['code', 'error', 'next']);
    expect(payments.asked.events).toEqual([]);
  });
});

test.each([
  [
    'has a wrong signature',
    coreError(ErrorCode.INVALID_REQUEST, 'wrong signature'),
    400,
    'invalid_request',
    null,
  ],
  ['nobody here takes', coreError(ErrorCode.NOT_FOUND, 'no provider', Code.NotFound), 404, 'not_found', null],
  [
    'is to be sent again',
    coreError(ErrorCode.UNAVAILABLE, 'send it again', Code.Unavailable),
    503,
    'unavailable',
    '1',
  ],
  ['meets a fault', new Error('whsec_canary'), 503, 'unavailable', '1'],
])('an event that %s is answered in the Error shape', async (_name, error, status, code, retryAfter) => {
  payments.refusal.error = error;
  const answer = await send('{"canary":"canary4711"}');
  expect([answer.status, answer.json.code, answer.retryAfter]).toEqual([status, code, retryAfter]);
  expect(JSON.stringify(answer.json)).not.toContain('canary');
});

test('beyond the bound of wrong calls, those without a signature included, a large body is not read', async () => {
  const own = await startPair();
  const unsigned = (length: number) =>
    own.raw(
      `POST /webhooks/stripe HTTP/1.1\r\nHost: gateway\r\n${length === 2 ? 'Connection: close\r\n' : ''}Content-Length: ${length}\r\n\r\n{}`,
    );
  for (let times = 0; times < mostFailures; times++) expect(await unsigned(2)).toMatch(/^HTTP\/1.1 400 /);
  // Its connection ends although most of the body has not come.
  const answer = await unsigned(200_000);
  expect(answer).toMatch(/^HTTP\/1.1 429 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  await own.stop();
});

test("the webhook's large bodies are its own: every other route keeps its bound", async () => {
  const answer = await pair.post('/api/v1/plan', { plan: 'x'.repeat(100_000) });
  expect(answer.status).toBe(413);
});

// The resources over HTTP: what is taken, what the core is asked and what is answered.
import { Code } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { errorBody } from '../errors/error_body.ts';
import { notFound } from '../errors/errors.ts';
import { accountEndpoints } from '../testing/account_endpoints.ts';
import { coreError, liveKey, platformKey } from '../testing/fake_core.ts';
import { sampleMessage, sampleUsage } from '../testing/samples.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

let pair: Pair;
let original: Pair['core']['answers'];
beforeAll(async () => {
  pair = await startPair();
  original = { ...pair.core.answers };
});
afterAll(() => pair.stop());

const text = { address: '+15551234567', body: 'hello' };
const errorOf = async (response: Response) => {
  const { error, code } = (await response.json()) as { error: string; code: string };
  return { status: response.status, error, code };
};

describe('POST /api/v1/messages', () => {
  test('POST /api/v1/messages sends what was given and answers message and usage', async () => {
    const response = await pair.post('/api/v1/messages', {
      ...text,
      client_ref: 'r-1',
      route: 'gateway',
      x: 1,
    });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as Record<string, Record<string, unknown>>;
    expect(Object.keys(answer)).toEqual(['message', 'usage']);
    expect(answer.message).toMatchObject({ id: 1, status: 'queued', error: null, segments: 1 });
    expect(answer.usage).toMatchObject({ texts_used: 3, period: 'calendar_month_utc' });
    expect(pair.core.asked.texts.at(-1)).toMatchObject({
      admission: { apiKey: liveKey },
      ...text,
      clientRef: 'r-1',
      route: Route.GATEWAY,
    });
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=120;w=60');
    expect(response.headers.get('ratelimit')).toBe('"key";r=119;t=1');
    expect(response.headers.get('idempotent-replayed')).toBeNull();
  });

  test('a replay says so, and says when it differs', async () => {
    const accepted = { message: sampleMessage(), usage: sampleUsage(), replayed: true };
    pair.core.answers.send = () => ({ outcome: { case: 'accepted', value: accepted } });
    const replay = await pair.post('/api/v1/messages', { ...text, client_ref: 'r' });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('idempotent-differs')).toBeNull();
    pair.core.answers.send = () => ({ outcome: { case: 'accepted', value: { ...accepted, differs: true } } });
    const other = await pair.post('/api/v1/messages', { ...text, client_ref: 'r' });
    expect(other.headers.get('idempotent-differs')).toBe('true');
    pair.core.answers.send = original.send;
  });

  test.each([
    ['address is required', { body: 'x' }],
    ['body is required', { address: '+1' }],
    ['address must be a string', { ...text, address: 5 }],
    ['body must be a string', { ...text, body: null }],
    ['body must not be empty', { ...text, body: '' }],
    ['body must have at most 1600 characters', { ...text, body: 'x'.repeat(1601) }],
    ['body must not hold U+0000 or half a surrogate pair', '{"address":"+1","body":"a\\u0000b"}'],
    ['body must not hold U+0000 or half a surrogate pair', '{"address":"+1","body":"a\\ud800b"}'],
    ['address must not hold U+0000 or half a surrogate pair', '{"address":"+1\\u0000","body":"a"}'],
    [
      'client_ref must not hold U+0000 or half a surrogate pair',
      '{"address":"+1","body":"a","client_ref":"\\udc00"}',
    ],
    ['client_ref must not be empty', { ...text, client_ref: '' }],
    ['client_ref must be a string', { ...text, client_ref: 7 }],
    ['client_ref must have at most 64 characters', { ...text, client_ref: 'x'.repeat(65) }],
    ['route must be one of: device, gateway', { ...text, route: 'carrier' }],
    ['route must be a string', { ...text, route: ['device'] }],
    ['the request body must be a JSON object', []],
    ['the request body must be a JSON object', 'null'],
    ['the request body must be a JSON object', '"text"'],
  ])('POST /api/v1/messages refuses with "%s"', async (error, body) => {
    const asked = pair.core.asked.texts.length;
    const response = await pair.post('/api/v1/messages', body);
    expect(response.headers.get('ratelimit')).not.toBeNull();
    expect(await errorOf(response)).toEqual({ status: 400, error, code: 'invalid_request' });
    expect(pair.core.asked.texts.length).toBe(asked);
  });

  test('no body at all is 400', async () => {
    const response = await pair.get('/api/v1/messages', {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}` },
    });
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('POST /api/v1/messages counts characters, not UTF-16 units', async () => {
    const body = '\u{1f600}'.repeat(1600);
    expect((await pair.post('/api/v1/messages', { ...text, body })).status).toBe(200);
    expect(pair.core.asked.texts.at(-1)?.body).toBe(body);
    expect((await pair.post('/api/v1/messages', { ...text, body: `${body}!` })).status).toBe(400);
  });

  test('an address longer than any is invalid_address', async () => {
    const response = await pair.post('/api/v1/messages', { ...text, address: '1'.repeat(65) });
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid_address' });
  });

  test.each([
    [ErrorCode.CAP_REACHED, 402, 'cap_reached'],
    [ErrorCode.NO_ROUTE, 409, 'no_route'],
    [ErrorCode.INVALID_ADDRESS, 400, 'invalid_address'],
    [ErrorCode.UNAVAILABLE, 503, 'unavailable'],
  ])('a refusal of the core keeps its code (%i)', async (code, status, word) => {
    pair.core.answers.send = () => ({ outcome: { case: 'error', value: { code, message: 'because' } } });
    const response = await pair.post('/api/v1/messages', text);
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    expect(response.headers.get('ratelimit')).not.toBeNull();
    expect(await errorOf(response)).toEqual({ status, error: 'because', code: word });
    pair.core.answers.send = original.send;
    expect(await pair.metric(`textrelay_gateway_sends_total{outcome="${word}"}`)).toBeGreaterThan(0);
  });

  test('many at once reach the core in few RPCs, and everybody gets their own answer', async () => {
    let batches = 0;
    pair.core.answers.beforeSend = () => {
      batches++;
    };
    const bodies = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const response = await pair.post('/api/v1/messages', { ...text, body });
        return ((await response.json()) as { message: { body: string } }).message.body;
      }),
    );
    expect(answers).toEqual(bodies);
    expect(batches).toBeLessThan(150);
    pair.core.answers.beforeSend = original.beforeSend;
  });
});

describe('the rate limit', () => {
  test('the rate limit is 429 with the allowance and when to come back', async () => {
    pair.core.answers.admit = () => ({
      outcome: {
        case: 'error',
        value: { code: ErrorCode.RATE_LIMITED, message: 'too many', retryAfterSeconds: 17 },
      },
      rate: { limit: 120, windowSeconds: 60, remaining: 0, resetSeconds: 17 },
    });
    const response = await pair.get('/api/v1/usage');
    expect(response.headers.get('retry-after')).toBe('17');
    expect(response.headers.get('ratelimit')).toBe('"key";r=0;t=17');
    expect(await errorOf(response)).toEqual({ status: 429, error: 'too many', code: 'rate_limited' });
    pair.core.answers.admit = original.admit;
  });
});

describe('reading', () => {
  test('one message; every id that does not exist answers alike', async () => {
    expect(await (await pair.get('/api/v1/messages/1')).json()).toMatchObject({ message: { id: 1 } });
    const bodies = new Set<string>();
    for (const id of ['2', '0', '-1', 'x', '1.0', '1e0', '99999999999999999999', '%20', '9'.repeat(300)]) {
      const response = await pair.get(`/api/v1/messages/${id}`);
      expect(response.status).toBe(404);
      bodies.add(await response.text());
    }
    expect([...bodies]).toEqual([errorBody(notFound('message'))]);
  });

  test('threads, with a cursor that is a string', async () => {
    const first = (await (await pair.get('/api/v1/threads')).json()) as Record<string, unknown>;
    expect(Object.keys(first)).toEqual(['threads', 'next_cursor']);
    expect(first.next_cursor).toBe('41');
    expect(first.threads).toMatchObject([{ address_norm: '+15551234567', message_count: 2 }]);
    const second = (await (await pair.get('/api/v1/threads?cursor=41&limit=9')).json()) as Record<
      string,
      unknown
    >;
    expect(second.next_cursor).toBeNull();
    for (const query of ['cursor=x', 'cursor=', 'limit=1e3', 'limit=1&limit=2'])
      expect(await errorOf(await pair.get(`/api/v1/threads?${query}`))).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
  });

  test('the texts of one thread, under its decoded address', async () => {
    const response = await pair.get('/api/v1/threads/%2B1%20555%2F7/messages');
    expect(await response.json()).toMatchObject({ address_norm: '+1 555/7', next_before: null });
    expect(await errorOf(await pair.get('/api/v1/threads/1/messages?before='))).toMatchObject({
      status: 400,
    });
    expect(await errorOf(await pair.get(`/api/v1/threads/${'1'.repeat(65)}/messages`))).toMatchObject({
      status: 400,
      code: 'invalid_address',
    });
  });

  test('account, usage and tiers', async () => {
    const me = (await (await pair.get('/api/v1/me')).json()) as Record<string, unknown>;
    expect(Object.keys(me)).toEqual(['account', 'usage', 'tiers']);
    expect(await (await pair.get('/api/v1/accounts')).json()).toEqual({
      accounts: [{ id: 7001, name: 'Example', plan: 'starter', subscription_status: null, linked_at: null }],
    });
    expect(await (await pair.get('/api/v1/usage')).json()).toMatchObject({ can_send: true, reason: 'ok' });
    expect(await (await pair.get('/api/v1/tiers', { headers: {} })).json()).toEqual({
      tiers: [
        {
          plan: 'starter',
          name: 'Starter',
          texts_cap: 500,
          price_cents: 900,
          currency: 'usd',
          interval: 'month',
        },
      ],
    });
  });

  test('a platform key lists the accounts linked to it', async () => {
    const value = { caller: { case: 'platformKeyId' as const, value: 5n } };
    pair.core.answers.admit = () => ({ outcome: { case: 'admission', value } });
    const response = await pair.get('/api/v1/accounts', {
      headers: { authorization: `Bearer ${platformKey}` },
    });
    expect(response.status).toBe(200);
    pair.core.answers.admit = original.admit;
  });
});

describe('POST /api/v1/plan', () => {
  test('POST /api/v1/plan passes the refusal of the core on', async () => {
    expect(await errorOf(await pair.post('/api/v1/plan', { plan: 'pro' }))).toEqual({
      status: 503,
      error: 'no payment provider',
      code: 'billing_disabled',
    });
  });
  test.each([[{}], [{ plan: 5 }], [{ plan: null }], ['{"plan":"\\ud800"}']])('%j is 400', async (body) => {
    expect(await errorOf(await pair.post('/api/v1/plan', body))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});

test('the index lists exactly what is served, and each of it answers', async () => {
  const index = (await (await pair.get('/api/v1', { headers: {} })).json()) as {
    version: string;
    endpoints: { method: string; path: string; auth: string; summary: string }[];
  };
  expect(index).toMatchObject({ version: '1.2.0', openapi: '/api/v1/openapi.json', guide: '/llms.txt' });
  const served = index.endpoints.map(({ method, path, auth }) => `${method} ${path} ${auth}`);
  expect(served.toSorted()).toEqual(
    [
      ...accountEndpoints.map((line) => `${line} account_key`),
      ...['', '/openapi.json', '/tiers'].map((path) => `GET /api/v1${path} none`),
      'GET /llms.txt none',
      'GET /api/v1/accounts account_or_platform_key',
      'GET /api/v1/usage account_or_platform_key',
      'POST /api/v1/plan account_or_platform_key',
    ].toSorted(),
  );
  for (const { method, path, auth, summary } of index.endpoints) {
    expect(summary).not.toBe('');
    const response = await pair.get(path.replace(/\{\w+\}/, '1'), { method, headers: {} });
    expect(response.status).toBe(auth === 'none' ? 200 : 401);
  }
});

test('an RPC error of the core keeps its code, and one without a code is unavailable', async () => {
  pair.core.answers.listChanges = () => {
    throw coreError(ErrorCode.NO_SUBSCRIPTION, 'ended', Code.FailedPrecondition);
  };
  expect(await errorOf(await pair.get('/api/v1/messages'))).toMatchObject({
    status: 402,
    code: 'no_subscription',
  });
  pair.core.answers.listChanges = () => {
    throw new Error('a fault of the core');
  };
  const response = await pair.get('/api/v1/messages');
  expect(response.headers.get('retry-after')).toBe('1');
  const answer = await errorOf(response);
  expect(answer).toMatchObject({ status: 503, code: 'unavailable' });
  expect(answer.error).not.toContain('fault of the core');
  pair.core.answers.listChanges = original.listChanges;
});

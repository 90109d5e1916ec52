// POST /api/v1/messages: which texts are accepted, how they are answered and read back, and that a repeated client_ref never
// sends twice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
let service: SimulatedService;
let stack: Stack;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

test('an accepted text is answered as documented, with the usage after it', async () => {
  const account = await stack.createAccount({ plan: 'starter' });
  const { headers, json } = await stack.send(account, { address: '(500) 555-0006', body: 'hello' });
  expect(json.message).toEqual({
    id: 1,
    seq: 1,
    direction: 'out',
    address: '(500) 555-0006',
    address_norm: '+15005550006',
    body: 'hello',
    status: 'queued',
    route: 'device',
    error: null,
    created_at: new Date(service.simulation.time.nowMs()).toISOString(),
    sent_at: null,
    delivered_at: null,
    segments: 1,
    encoding: 'gsm7',
    client_ref: null,
    keyword: null,
    from: null,
    send_at: null,
    awaiting: null,
    body_removed_at: null,
  });
  expect(json.usage).toEqual({
    plan: 'starter',
    subscription_status: 'active',
    can_send: true,
    reason: 'ok',
    texts_used: 1,
    texts_cap: 500,
    texts_remaining: 499,
    unlimited: false,
    period: 'calendar_month_utc',
    resets_at: '2026-04-01T00:00:00.000Z',
  });
  expect(headers['idempotent-replayed']).toBeUndefined();
});

test('ids and seqs count up per account, and without client_ref the same text is a new one', async () => {
  const account = await stack.createAccount();
  const first = await stack.send(account);
  const second = await stack.send(account);
  expect([first.json.message.id, second.json.message.id]).toEqual([1, 2]);
  expect(second.json.message.seq).toBeGreaterThan(first.json.message.seq);
  expect(second.json.usage.texts_used).toBe(2);
});

test.each([
  ['quotes and backslashes', '"\\"{}\\\\,NULL'],
  ['the word NULL', 'NULL'],
  ['only spaces', '   '],
  ['line breaks and tabs', '\r\n\t\n'],
  ['control characters', '\u0001\u007f\u0085'],
  ['emoji and joiners', '👩‍👩‍👧 ✌🏽'],
  ['right-to-left', 'שלום \u202e abc'],
  ['combining marks, not normalized', 'e\u0301 é \u1e9b\u0323'],
  ['non-characters and a byte order mark', '\ufeff\uffff\ufffe\u{10ffff}'],
  ['SQL and HTML', "'); drop table message; -- <script>&amp;"],
  ['a format of its own', '%s $1 {0} #{x} \\{y}'],
])('a body of %s comes back as it was sent', async (_name, body) => {
  const account = await stack.createAccount();
  const { json } = await stack.send(account, { body });
  expect(json.message.body).toBe(body);
  const read = await stack.get(`${path}/${json.message.id}`, account.key);
  expect(read.json.message).toEqual(json.message);
});

test('an escaped surrogate pair is the character that it stands for', async () => {
  const { key } = await stack.createAccount();
  const { json } = await stack.post(path, key, '{"address":"+15005550006","body":"\\ud83d\\ude00"}');
  expect(json.message.body).toBe('😀');
});

test.each([
  ['160 letters', 'x'.repeat(160), 1, 'gsm7'],
  ['161 letters', 'x'.repeat(161), 2, 'gsm7'],
  ['70 of another alphabet', 'я'.repeat(70), 1, 'ucs2'],
  ['71 of another alphabet', 'я'.repeat(71), 2, 'ucs2'],
  ['1600 letters', 'x'.repeat(1600), 11, 'gsm7'],
])('%s are one text of the segments that they take on the air', async (_name, body, segments, encoding) => {
  const { json } = await stack.send(await stack.createAccount(), { body });
  expect(json.message).toMatchObject({ segments, encoding });
  expect(json.usage.texts_used).toBe(1);
});

test('a text may ask for the route that it would get anyway', async () => {
  const { json } = await stack.send(await stack.createAccount(), { route: 'device' });
  expect(json.message.route).toBe('device');
});

test('unknown fields are ignored', async () => {
  const account = await stack.createAccount();
  const { json } = await stack.send(account, {
    id: 99,
    seq: 99,
    status: 'sent',
    account_id: '1',
    sender: 'x',
  });
  expect(json.message).toMatchObject({ id: 1, seq: 1, status: 'queued' });
});

test('a repeated client_ref never sends twice and says that it is a replay', async () => {
  const account = await stack.createAccount();
  const first = await stack.send(account, { client_ref: 'order-1' });
  const again = await stack.send(account, { client_ref: 'order-1' });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.headers['idempotent-differs']).toBeUndefined();
  expect(again.json).toEqual(first.json);
  expect(again.json.usage.texts_used).toBe(1);
  expect((await stack.get(path, account.key)).json.messages).toHaveLength(1);
});

test('a text shows the client_ref that it was sent under wherever it is read, and null without one', async () => {
  const account = await stack.createAccount();
  const sent = [await stack.send(account, { client_ref: 'order-1' }), await stack.send(account)];
  const refs = (messages: { client_ref: string | null }[]) => messages.map(({ client_ref }) => client_ref);
  expect(refs(sent.map(({ json }) => json.message))).toEqual(['order-1', null]);
  const read = async (place: string) => (await stack.get(place, account.key)).json;
  expect(refs((await read(path)).messages)).toEqual(['order-1', null]);
  expect((await read(`${path}/1`)).message.client_ref).toBe('order-1');
  expect(refs((await read('/api/v1/threads/+15005550006/messages')).messages)).toEqual([null, 'order-1']);
  expect((await read('/api/v1/threads')).threads[0].last_message.client_ref).toBe(null);
});

test.each([
  ['body', { body: 'another' }],
  ['address', { address: '+15005550007' }],
  ['route', { route: 'gateway' }],
])('a replay with another %s answers the original and says that it differs', async (_name, other) => {
  const account = await stack.createAccount();
  const first = await stack.send(account, { client_ref: 'r' });
  const again = await stack.send(account, { client_ref: 'r', ...other });
  expect(again.json.message).toEqual(first.json.message);
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'idempotent-differs': 'true' });
});

test('a replay in another spelling of the same number does not differ', async () => {
  const account = await stack.createAccount();
  await stack.send(account, { client_ref: 'r', address: '+15005550006' });
  const again = await stack.send(account, { client_ref: 'r', address: '(500) 555-0006' });
  expect(again.headers['idempotent-differs']).toBeUndefined();
  expect(again.json.message.address).toBe('+15005550006');
});

test('client_refs of two accounts are different, and so are those that differ in case or spaces', async () => {
  const [one, two] = [await stack.createAccount(), await stack.createAccount()];
  await stack.send(one, { client_ref: 'r', body: 'one' });
  const other = await stack.send(two, { client_ref: 'r', body: 'two' });
  expect(other.json.message.body).toBe('two');
  for (const clientRef of ['R', 'r ', ' r', 'ŕ'])
    expect((await stack.send(one, { client_ref: clientRef })).headers['idempotent-replayed']).toBeUndefined();
  expect((await stack.get('/api/v1/usage', one.key)).json.texts_used).toBe(5);
});

test('30 sends at once under one client_ref are one text', async () => {
  const account = await stack.createAccount();
  const sends = await Promise.all(
    Array.from({ length: 30 }, () => stack.send(account, { client_ref: 'same' })),
  );
  expect(new Set(sends.map(({ json }) => json.message.id)).size).toBe(1);
  expect(sends.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(1);
});

test('a client_ref stays taken by a text that was accepted, and is free after one that was refused', async () => {
  const account = await stack.createAccount({ paired: false });
  const ask = { address: '+15005550006', body: 'x', client_ref: 'r' };
  expect((await stack.post(path, account.key, ask)).json.code).toBe('no_route');
  await stack.pair(account);
  expect((await stack.send(account, ask)).headers['idempotent-replayed']).toBeUndefined();
  expect((await stack.send(account, ask)).headers['idempotent-replayed']).toBe('true');
});

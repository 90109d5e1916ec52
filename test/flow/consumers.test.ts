// Consumers: a cursor moves only when its reader acknowledges, and one reader holds it at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
  sql = openInspector(service.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await service.end();
});

const put = (key: string, name: string, body: unknown = {}) =>
  stack.ask({ method: 'PUT', path: `/api/v1/consumers/${name}`, key, body });
interface Page {
  messages: { seq: number }[];
  next_since: number;
  lease: string;
}
const read = async (key: string, query = '') =>
  (await stack.get(`/api/v1/consumers/billing/messages?${query}`, key)).json as Page;
const post = (key: string, act: string, body: unknown) =>
  stack.post(`/api/v1/consumers/billing/${act}`, key, body);

async function startWithTexts(count: number) {
  const account = await stack.createAccount();
  await put(account.key, 'billing', { seq: 0 });
  for (let sent = 0; sent < count; sent += 1) await stack.send(account);
  return account;
}

/** Makes a lease older. */
const age = (ms: number, { id }: { id: bigint }) =>
  sql`update consumer set lease_until = lease_until - ${ms} * interval '1 millisecond' where account_id = ${id}`;

test('a cursor moves only when it is acknowledged, and only forward; a repeat gets the same answer', async () => {
  const { key } = await startWithTexts(3);
  const first = await read(key, 'limit=2');
  expect(first.messages.map(({ seq }) => seq)).toEqual([1, 2]);
  const { lease } = first;
  expect(await read(key, `limit=2&lease=${lease}`)).toEqual(first);
  const acked = await post(key, 'ack', { seq: 2, lease });
  expect(acked.json).toMatchObject({ consumer: { cursor: 2, behind: 1 } });
  for (const seq of [2, 1, 0])
    expect((await post(key, 'ack', { seq, lease })).json).toMatchObject({ consumer: { cursor: 2 } });
  expect((await read(key, `lease=${lease}`)).messages.map(({ seq }) => seq)).toEqual([3]);
  expect((await post(key, 'ack', { seq: 4, lease })).status).toBe(400);
  expect((await post(key, 'ack', { seq: -1, lease })).status).toBe(400);
});

test('another reader is answered consumer_busy with Retry-After, and a reset takes the lease away', async () => {
  const { key } = await startWithTexts(1);
  const { lease } = await read(key);
  const busy = await stack.get('/api/v1/consumers/billing/messages', key);
  expect([busy.status, busy.json]).toMatchObject([409, { code: 'consumer_busy' }]);
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(50);
  for (const other of [{}, { lease: 'another' }])
    expect((await post(key, 'ack', { seq: 1, ...other })).json).toMatchObject({ code: 'consumer_busy' });
  expect((await post(key, 'reset', { seq: 0 })).status).toBe(200);
  expect((await post(key, 'ack', { seq: 1, lease })).json).toMatchObject({ code: 'consumer_busy' });
  expect((await read(key)).lease).not.toBe(lease);
});

test('another reader takes over 60 seconds after the last word of a dead one, whose late acknowledgements are refused', async () => {
  const account = await startWithTexts(2);
  const { key } = account;
  const { lease } = await read(key, 'limit=1');
  await age(59_000, account);
  expect((await post(key, 'ack', { seq: 1, lease })).status).toBe(200);
  await age(59_999, account);
  const busy = await stack.get('/api/v1/consumers/billing/messages', key);
  expect([busy.status, busy.json]).toMatchObject([409, { code: 'consumer_busy' }]);
  expect(busy.headers['retry-after']).toBe('1');
  await service.simulation.run(1);
  const taken = await read(key);
  expect(taken.lease).not.toBe(lease);
  expect(taken.messages.map(({ seq }) => seq)).toEqual([2]);
  const late = [
    await post(key, 'ack', { seq: 2, lease }),
    await stack.get(`/api/v1/consumers/billing/messages?lease=${lease}`, key),
  ];
  for (const { status, json } of late) expect([status, json]).toMatchObject([409, { code: 'consumer_busy' }]);
  expect((await post(key, 'ack', { seq: 2, lease: taken.lease })).json).toMatchObject({
    consumer: { cursor: 2, behind: 0 },
  });
});

test('a reader whose lease ran out may go on as long as nobody else has read', async () => {
  const account = await startWithTexts(1);
  const { key } = account;
  const { lease } = await read(key);
  await age(60_001, account);
  expect((await post(key, 'ack', { seq: 1, lease })).json).toMatchObject({ consumer: { cursor: 1 } });
  expect((await read(key, `lease=${lease}`)).lease).toBe(lease);
});

test('a wait is answered as soon as a text is there', async () => {
  const account = await startWithTexts(0);
  const waiting = read(account.key, 'wait=25');
  await stack.send(account);
  expect((await waiting).messages).toHaveLength(1);
});

test('an account has 100 consumers and not one more, however many come at once', async () => {
  const account = await stack.createAccount();
  const keys = [account.key, await stack.createKey(account)];
  const asked = Array.from({ length: 104 }, (_, index) => put(keys[index % 2] as string, `c${index}`));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 400)).toHaveLength(4);
});

test('invalid names, places and bodies are refused, and another account’s consumers are not found', async () => {
  const { key } = await startWithTexts(1);
  for (const name of ['%20', 'a%2Fb', 'x'.repeat(65), '%C3%A4'])
    expect([name, (await put(key, name)).status]).toEqual([name, 400]);
  expect((await put(key, 'x'.repeat(64))).status).toBe(200);
  for (const body of [
    { seq: 2 },
    { seq: -1 },
    { seq: 1.5 },
    { seq: '1' },
    { seq: 9_007_199_254_740_992 },
    { at: '' },
    { at: 0 },
    { at: '2026-02-30T00:00:00Z' },
    { at: '2026-02-03T00:00:00' },
    { seq: 0, at: '2026-02-03T00:00:00Z' },
  ])
    expect([body, (await put(key, 'new', body)).status]).toEqual([body, 400]);
  for (const body of [{}, { seq: 2 }, { seq: -1 }, { seq: 0.5 }, { at: 'now' }])
    expect([body, (await post(key, 'reset', body)).status]).toEqual([body, 400]);
  for (const body of [{}, { seq: 0.5 }, { seq: 0, lease: 'x'.repeat(65) }, { seq: 0, lease: 'a\u0000' }])
    expect([body, (await post(key, 'ack', body)).status]).toEqual([body, 400]);
  expect((await post(key, 'ack', { seq: 0, lease: 'x'.repeat(64) })).status).toBe(409);
  expect((await put(key, 'past', { at: '2026-01-01T00:00:00+01:00' })).json).toMatchObject({
    consumer: { cursor: 0 },
  });
  const other = await stack.createAccount();
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/messages'],
  ] as const)
    expect(
      (await stack.ask({ method, path: `/api/v1/consumers/billing${path}`, key: other.key })).status,
    ).toBe(404);
  expect((await stack.post('/api/v1/consumers/billing/ack', other.key, { seq: 0 })).status).toBe(404);
  expect((await stack.ask({ method: 'DELETE', path: '/api/v1/consumers/billing', key })).status).toBe(200);
  expect((await stack.get('/api/v1/consumers/billing', key)).status).toBe(404);
});

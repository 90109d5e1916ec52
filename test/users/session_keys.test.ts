// A session that has entered an account acts for it as a key does, on every gateway and core, and for no other account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Ask, sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders, type TestUser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let other: TestAccount;
let member: TestUser;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
  account = await stack.createAccount();
  other = await stack.createAccount();
  member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const entered = await stack.ask(enter(member));
  expect([entered.status, entered.json.account]).toEqual([
    200,
    { id: Number(account.id), name: 'Test', country: 'US', role: 'member', sandbox_of: null },
  ]);
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const enter = ({ secret }: TestUser, { id } = account) =>
  consoleAsk(`/console/accounts/${id}/switch`, secret, { method: 'POST' });
const send = { address: '+15005550006', body: 'hello' };

test('a signed-in person is shown with their accounts', async () => {
  const { status, json } = await stack.ask(consoleAsk('/console/me', member.secret));
  expect([status, json.user.email, json.accounts]).toEqual([
    200,
    member.email,
    [{ id: Number(account.id), name: 'Test', country: 'US', role: 'member', sandbox_of: null }],
  ]);
});

test('the public endpoints take an entered session with its account, and count it as a key', async () => {
  const headers = sessionHeaders(member.secret, account.id);
  const sent = await stack.ask({ method: 'POST', path: '/api/v1/messages', headers, body: send }, 1);
  expect([sent.status, sent.json.message.body, sent.headers['ratelimit-policy']]).toEqual([
    200,
    'hello',
    '"key";q=120;w=60',
  ]);
  const me = await stack.ask({ path: '/api/v1/me', headers });
  expect([me.status, me.json.account.id]).toEqual([200, Number(account.id)]);
});

test('an account that was not entered, or is not named, is refused like an unknown key', async () => {
  for (const headers of [sessionHeaders(member.secret), sessionHeaders(member.secret, other.id)]) {
    const { status, json } = await stack.ask({ path: '/api/v1/me', headers });
    expect([status, json.code]).toEqual([401, 'invalid_api_key']);
  }
  const { status, json } = await stack.ask(enter(member, other));
  expect([status, json.code]).toEqual([404, 'not_found']);
});

test('entering can be repeated, even at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => stack.ask(enter(member), n % 2)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('keys of sessions are not listed, use up no key number and cannot be revoked as keys', async () => {
  const { admin } = stack.core;
  const before = (await admin.listKeys({ accountId: account.id })).keys.map(({ id }) => id);
  await stack.createKey(account);
  const after = (await admin.listKeys({ accountId: account.id })).keys.map(({ id }) => id);
  expect(after).toEqual([...before, (before.at(-1) ?? 0n) + 1n]);
});

const me = async ({ secret }: TestUser) =>
  (await stack.ask({ path: '/api/v1/me', headers: sessionHeaders(secret, account.id) })).status;

test('a session acts for an account only while it lasts, whether or not a sweep has found that it is over', async () => {
  const sql = openInspector(stack.databaseUrl);
  for (const column of ['expires_at', 'last_seen_at']) {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    await stack.ask(enter(user));
    expect(await me(user)).toBe(200);
    const poll = stack.begin({
      path: '/api/v1/messages?since=1000000&wait=2',
      headers: sessionHeaders(user.secret, account.id),
    });
    await service.simulation.idle();
    const overMs = service.simulation.time.nowMs() - 8 * 24 * 3_600_000;
    await sql`update user_session set ${sql(column)} = ${new Date(overMs)} where user_id = ${String(user.id)}`;
    expect(await me(user)).toBe(401);
    expect((await service.simulation.during(poll)).status).toBe(401);
  }
  await sql.end();
});

test('a session does not work as a bearer key, and a key does not work in the console', async () => {
  for (const key of [member.secret, `${member.secret}.${account.id}`]) {
    const { status, json } = await stack.get('/api/v1/me', key);
    expect([status, json.code]).toEqual([401, 'invalid_api_key']);
  }
  const { status, json } = await stack.get('/api/v1/console/me', account.key);
  expect([status, json.code]).toEqual([403, 'forbidden']);
});

test('where a key comes with the cookie, the key counts', async () => {
  const headers = sessionHeaders(member.secret, other.id);
  const { status, json } = await stack.get('/api/v1/me', other.key, headers);
  expect([status, json.account.id]).toEqual([200, Number(other.id)]);
});

/** Asks what is documented for keys, which get other answers. */
const ask = (asked: Ask) => service.simulation.during(sendRequest(stack.gateways[0]?.url as string, asked));

test('members read opt-outs, and only admins and owners change them', async () => {
  const answers: unknown[] = [];
  for (const role of ['member', 'admin', 'owner'] as const) {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, role]] });
    await stack.ask(enter(user));
    const headers = sessionHeaders(user.secret, account.id);
    const path = '/api/v1/opt-outs';
    const read = await ask({ path, headers });
    const { status, json } = await ask({ method: 'PUT', path: `${path}/+15005550006`, headers });
    answers.push([read.status, status, json.opt_out?.source ?? json.code]);
  }
  expect(answers).toEqual([
    [200, 403, 'forbidden'],
    [200, 200, 'console'],
    [200, 200, 'console'],
  ]);
});

test('only admins and owners change a plan', async () => {
  const answers: [number, string][] = [];
  for (const role of ['member', 'admin', 'owner'] as const) {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, role]] });
    await stack.ask(enter(user));
    const headers = sessionHeaders(user.secret, account.id);
    const { status, json } = await ask({
      ...{ method: 'POST', path: '/api/v1/plan' },
      ...{ headers, body: { plan: 'growth' } },
    });
    answers.push([status, json.code]);
  }
  expect(answers).toEqual([
    [403, 'forbidden'],
    [503, 'billing_disabled'],
    [503, 'billing_disabled'],
  ]);
});

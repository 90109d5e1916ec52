// A session that has entered an account acts for it as a key does, on every gateway and core, and for no other account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { consoleAsk, createPerson, sessionHeaders, type TestPerson } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
let other: TestAccount;
let member: TestPerson;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
  account = await stack.createAccount();
  other = await stack.createAccount();
  member = await createPerson(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const entered = await stack.ask(enter(member));
  expect([entered.status, entered.json.account]).toEqual([
    200,
    { id: Number(account.id), name: 'Test', country: 'US', role: 'member', sandbox_of: null },
  ]);
});
afterAll(() => stack?.stop());

const enter = ({ secret }: TestPerson, { id } = account) =>
  consoleAsk(`/console/accounts/${id}/enter`, secret, { method: 'POST' });
const send = { address: '+15005550006', body: 'hello' };

test('a signed-in person is shown with their accounts', async () => {
  const { status, json } = await stack.ask(consoleAsk('/console/me', member.secret));
  expect([status, json.person.email, json.accounts]).toEqual([
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

const me = async ({ secret }: TestPerson) =>
  (await stack.ask({ path: '/api/v1/me', headers: sessionHeaders(secret, account.id) })).status;

test('a session acts for an account only while it lasts, whether or not a sweep has found that it is over', async () => {
  const sql = openInspector(stack.databaseUrl);
  for (const column of ['expires_at', 'last_seen_at']) {
    const person = await createPerson(stack.databaseUrl, { roles: [[account.id, 'member']] });
    await stack.ask(enter(person));
    expect(await me(person)).toBe(200);
    const poll = stack.ask({
      path: '/api/v1/messages?since=1000000&wait=2',
      headers: sessionHeaders(person.secret, account.id),
    });
    await sql`update person_session set ${sql(column)} = now() - interval '8 days' where person_id = ${String(person.id)}`;
    expect(await me(person)).toBe(401);
    expect((await poll).status).toBe(401);
  }
  await sql.end();
});

test('a session that enters an account while its person is removed does not act for it', async () => {
  const sql = openInspector(stack.databaseUrl);
  const owner = await createPerson(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  await stack.ask(enter(owner));
  const person = await createPerson(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const [session] =
    await sql`select id, secret_hash from person_session where person_id = ${String(person.id)}`;
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`insert into api_key (hash, id, account_id, label, hint, created_at, session_id) overriding system value
    values (${session?.secret_hash}, -${session?.id}::int8, ${String(account.id)}, '', '', now(), ${session?.id})`;
  const waiters = (count: number) =>
    until(`${count} wait`, async () => {
      const [row] = await sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.n === count;
    });
  const entered = stack.ask(enter(person));
  await waiters(1);
  const removed = stack.ask(
    consoleAsk(`/people/${person.id}`, owner.secret, { method: 'DELETE', account: account.id }),
  );
  await waiters(2);
  await holder`rollback`;
  holder.release();
  expect((await entered).status).toBe(200);
  expect((await removed).status).toBe(200);
  expect(await me(person)).toBe(401);
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

test('members read opt-outs, and only admins and owners change them', async () => {
  const answers: unknown[] = [];
  for (const role of ['member', 'admin', 'owner'] as const) {
    const person = await createPerson(stack.databaseUrl, { roles: [[account.id, role]] });
    await stack.ask(enter(person));
    const headers = sessionHeaders(person.secret, account.id);
    const url = `${stack.gateways[0]?.url ?? ''}/api/v1/opt-outs`;
    const read = await fetch(url, { headers });
    const added = await fetch(`${url}/+15005550006`, { method: 'PUT', headers });
    const { opt_out: optOut, code } = (await added.json()) as { opt_out?: { source: string }; code?: string };
    answers.push([read.status, added.status, optOut?.source ?? code]);
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
    const person = await createPerson(stack.databaseUrl, { roles: [[account.id, role]] });
    await stack.ask(enter(person));
    const headers = sessionHeaders(person.secret, account.id);
    // The second of the two is not documented for keys, which never get it.
    const url = stack.gateways[0]?.url ?? '';
    const body = JSON.stringify({ plan: 'growth' });
    const answer = await fetch(`${url}/api/v1/plan`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    answers.push([answer.status, ((await answer.json()) as { code: string }).code]);
  }
  expect(answers).toEqual([
    [403, 'forbidden'],
    [503, 'billing_disabled'],
    [503, 'billing_disabled'],
  ]);
});

// Who may do what with an account's people: every endpoint is called by nobody, by each role, by people of another account
// and with a key. An account that has an owner keeps one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../server/domain/users/role.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, TestBrowser, type TestUser, tokenOf } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let users: Record<Role | 'outsider', TestUser>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
  account = await stack.createAccount();
  const other = await stack.createAccount();
  const make = (id: bigint, role: Role) => createUser(stack.databaseUrl, { roles: [[id, role]] });
  users = {
    viewer: await make(account.id, 'viewer'),
    member: await make(account.id, 'member'),
    admin: await make(account.id, 'admin'),
    owner: await make(account.id, 'owner'),
    outsider: await make(other.id, 'owner'),
  };
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

function browserOf(user: Pick<TestUser, 'secret'>, gateway = 0): TestBrowser {
  const browser = new TestBrowser(stack, gateway);
  browser.secret = user.secret;
  return browser;
}
const add = (role: Role) => createUser(stack.databaseUrl, { roles: [[account.id, role]] });

type Asked = [method: string, path: () => Promise<string> | string, body: object | undefined, least: Role];
const endpoints: Asked[] = [
  ['GET', () => '/members', undefined, 'viewer'],
  ['GET', () => '/account', undefined, 'viewer'],
  ['PATCH', () => '/account', { name: 'New name' }, 'admin'],
  ['POST', () => '/invitations', { email: 'somebody@example.com', role: 'member' }, 'admin'],
  ['DELETE', async () => `/invitations/${(await invite()).invitation.id}`, undefined, 'admin'],
  ['PATCH', async () => `/members/${(await add('member')).id}`, { role: 'admin' }, 'admin'],
  ['PATCH', async () => `/members/${(await add('member')).id}`, { role: 'viewer' }, 'admin'],
  ['PATCH', async () => `/members/${(await add('owner')).id}`, { role: 'viewer' }, 'owner'],
  ['POST', () => '/invitations', { email: 'looks@example.com', role: 'viewer' }, 'admin'],
  ['PATCH', async () => `/members/${(await add('member')).id}`, { role: 'owner' }, 'owner'],
  ['PATCH', async () => `/members/${(await add('owner')).id}`, { role: 'member' }, 'owner'],
  ['DELETE', async () => `/members/${(await add('member')).id}`, undefined, 'admin'],
  ['DELETE', async () => `/members/${(await add('owner')).id}`, undefined, 'owner'],
  ['POST', () => '/invitations', { email: 'boss@example.com', role: 'owner' }, 'owner'],
];

async function invite(email = `guest${Math.random()}@example.com`) {
  const body = { email, role: 'member' };
  const { json } = await browserOf(users.admin).post('/invitations', body, { account: account.id });
  return json as { invitation: { id: number }; link: string };
}

describe.each(endpoints)('%s %s %j', (method, path, body, least) => {
  const ask = async (browser: TestBrowser, headers: Record<string, string> = {}) => {
    const answer = await browser.ask(await path(), {
      method,
      account: account.id,
      headers,
      ...(body && { body }),
    });
    return [answer.status, answer.json.code];
  };

  test('is refused to nobody, to keys and to people of another account', async () => {
    expect(await ask(new TestBrowser(stack))).toEqual([401, 'not_signed_in']);
    expect(await ask(browserOf({ secret: `svc_session_${'0'.repeat(36)}` }))).toEqual([401, 'not_signed_in']);
    expect(await ask(browserOf(users.outsider))).toEqual([404, 'not_found']);
    expect(await ask(new TestBrowser(stack), { authorization: `Bearer ${account.key}` })).toEqual([
      403,
      'forbidden',
    ]);
  });

  test(`needs the role ${least}`, async () => {
    const roles = ['viewer', 'member', 'admin', 'owner'] as const;
    for (const role of roles) {
      const isEnough = roles.indexOf(role) >= roles.indexOf(least);
      expect([role, ...(await ask(browserOf(users[role])))]).toEqual([
        role,
        ...(isEnough ? [200, undefined] : [403, 'forbidden']),
      ]);
    }
  });

  test('needs the account to be named', async () => {
    const browser = browserOf(users.owner);
    for (const named of [undefined, '', '0', 'x', '1,2', '9'.repeat(19)]) {
      const headers: Record<string, string> = named === undefined ? {} : { 'x-svc-account': named };
      const answer = await browser.ask(await path(), { method, headers, ...(body && { body }) });
      expect([named, answer.status, answer.json.code]).toEqual([named, 400, 'invalid_request']);
    }
  });
});

test('everybody sees the people, and those who may invite see the invitations', async () => {
  await invite('listed@example.com');
  const listed = async (role: Role) =>
    (await browserOf(users[role]).ask('/members', { account: account.id })).json;
  const seen = await listed('admin');
  expect(seen.members.map(({ id }: { id: number }) => id)).toContain(Number(users.owner.id));
  expect(seen.invitations.map(({ email }: { email: string }) => email)).toContain('listed@example.com');
  expect((await listed('member')).invitations).toEqual([]);
  expect((await listed('member')).users).toEqual(seen.users);
});

test('a withdrawn invitation is void', async () => {
  const { invitation, link } = await invite();
  const admin = browserOf(users.admin);
  const path = `/invitations/${invitation.id}`;
  expect((await admin.ask(path, { method: 'DELETE', account: account.id })).status).toBe(200);
  expect((await new TestBrowser(stack).post('/console/links/read', { token: tokenOf(link) })).status).toBe(
    410,
  );
  expect((await admin.ask(path, { method: 'DELETE', account: account.id })).status).toBe(404);
});

test('anybody may leave an account, and their session no longer acts for it', async () => {
  const leaver = await add('member');
  const browser = browserOf(leaver);
  await browser.post(`/console/accounts/${account.id}/switch`);
  const headers = { ...leaver.headers, 'x-svc-account': String(account.id) };
  expect((await stack.ask({ path: '/api/v1/me', headers }, 1)).status).toBe(200);
  const path = `/members/${leaver.id}`;
  expect((await browser.ask(path, { method: 'DELETE', account: account.id })).status).toBe(200);
  for (const gateway of [0, 1])
    expect((await stack.ask({ path: '/api/v1/me', headers }, gateway)).status).toBe(401);
  expect((await browser.post(`/console/accounts/${account.id}/switch`)).status).toBe(404);
  expect((await browser.ask('/console/me')).json.accounts).toEqual([]);
});

test('the last owner stays, whoever asks', async () => {
  const { id } = await stack.createAccount();
  const only = await createUser(stack.databaseUrl, { roles: [[id, 'owner']] });
  const browser = browserOf(only);
  const path = `/members/${only.id}`;
  const answers = [
    await browser.ask(path, { method: 'DELETE', account: id }),
    await browser.ask(path, { method: 'PATCH', body: { role: 'admin' }, account: id }),
  ];
  expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
    [409, 'last_owner'],
    [409, 'last_owner'],
  ]);
  const stays = await browser.ask(path, { method: 'PATCH', body: { role: 'owner' }, account: id });
  expect(stays.status).toBe(200);
});

test('an account has 100 open invitations at most', async () => {
  const { id } = await stack.createAccount();
  const owner = browserOf(await createUser(stack.databaseUrl, { roles: [[id, 'owner']] }));
  const ask = (n: number) =>
    owner.post('/invitations', { email: `n${n}@example.com`, role: 'member' }, { account: id });
  for (let n = 1; n <= 100; n++) expect((await ask(n)).status).toBe(200);
  expect((await ask(101)).status).toBe(400);
  expect((await ask(100)).status).toBe(200);
});

test('only the operator makes accounts here, and becomes their owner', async () => {
  const body = { name: 'Second shop', country: 'de' };
  expect((await browserOf(users.owner).post('/console/accounts', body)).status).toBe(403);
  const operator = browserOf(await createUser(stack.databaseUrl, { isOperator: true }));
  expect((await operator.post('/console/accounts', { ...body, country: 'xx' })).status).toBe(400);
  const { json } = await operator.post('/console/accounts', body);
  expect((await operator.ask('/console/me')).json.accounts).toEqual([
    { id: json.account_id, name: 'Second shop', country: 'DE', role: 'owner', sandbox_of: null },
  ]);
});

test.each([
  [{ name: '' }],
  [{ name: 'x'.repeat(101) }],
  [{ country: 'XX' }],
  [{ country: 'USA' }],
  [{ name: 1 }],
])('%j is no change of an account', async (body) => {
  const answer = await browserOf(users.owner).ask('/account', {
    method: 'PATCH',
    body,
    account: account.id,
  });
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
});

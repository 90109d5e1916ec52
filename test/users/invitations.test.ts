// An invitation works for its own recipient only, ends when its maker leaves, and their number is bounded.
import { Code, ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Role as ProtoRole } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { sessionHeader } from '../../runtime/session_header.ts';
import type { Role } from '../../server/domain/users/role.ts';
import { operatorOf } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, password, signUp, TestBrowser, type TestUser, tokenOf } from '../support/users.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
});
afterAll(() => stack?.stop());

function browserOf({ secret }: Pick<TestUser, 'secret'>, gateway = 0): TestBrowser {
  const browser = new TestBrowser(stack, gateway);
  browser.secret = secret;
  return browser;
}

/** An account with an owner, and how they invite. */
async function open() {
  const account = await stack.createAccount();
  const add = (role: Role) => createUser(stack.databaseUrl, { roles: [[account.id, role]] });
  const owner = browserOf(await add('owner'));
  const invite = (by: TestBrowser, email: string, role: Role = 'member') =>
    by.post('/invitations', { email, role }, { account: account.id });
  const linkOf = async (by: TestBrowser, email: string, role: Role = 'member') =>
    tokenOf((await invite(by, email, role)).json.link);
  const change = (id: bigint, more: { method: string; body?: object }) =>
    owner.ask(`/members/${id}`, { account: account.id, ...more });
  return { account, owner, add, invite, linkOf, change };
}

const statusOf = async (token: string) =>
  (await new TestBrowser(stack).post('/console/links/read', { token })).status;

let count = 0;
const someEmail = () => `guest${++count}@example.com`;

describe('an invitation', () => {
  test('signs up nobody under an address other than its own', async () => {
    const { owner, linkOf } = await open();
    const email = someEmail();
    const token = await linkOf(owner, email);
    const typed = { token, name: 'Bob', email: someEmail(), password };
    const other = await new TestBrowser(stack).post('/console/sign-up', typed);
    expect([other.status, other.json.code]).toEqual([400, 'invalid_request']);
    const own = await new TestBrowser(stack).post('/console/sign-up', {
      ...typed,
      email: email.toUpperCase(),
    });
    expect([own.status, own.json.user.email]).toEqual([200, email]);
  });

  test('cannot be taken by a person who signs in with another address', async () => {
    const { account, owner, linkOf } = await open();
    const { account: elsewhere } = await open();
    const [email, outsider] = [someEmail(), someEmail()];
    const invited = await signUp(stack, { account: elsewhere, email });
    const other = await signUp(stack, { account: elsewhere, email: outsider });
    const token = await linkOf(owner, email);
    const refused = await other.post('/console/links/accept', { token });
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    expect((await other.ask('/console/me')).json.accounts).toHaveLength(1);
    expect((await invited.post('/console/links/accept', { token })).json).toEqual({
      account_id: Number(account.id),
    });
  });
});

test('of two invitations for one address that are taken at once, one makes the person, and the other stays valid', async () => {
  for (let round = 0; round < 5; round++) {
    const email = someEmail();
    const both = [await open(), await open()];
    const tokens = await Promise.all(both.map(({ owner, linkOf }) => linkOf(owner, email)));
    const answers = await Promise.all(
      tokens.map((token, n) =>
        new TestBrowser(stack, n).post('/console/sign-up', { token, name: 'Bob', email, password }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await Promise.all(tokens.map(statusOf))).toSorted()).toEqual([200, 410]);
  }
});

test('the operator invites owners into every account, and nobody else; links by hand are for services', async () => {
  const { account, add } = await open();
  const users = operatorOf(stack.core);
  const invite = ({ secret }: TestUser, role: ProtoRole, byHand = false) =>
    users
      .inviteUser(
        { accountId: account.id, email: someEmail(), role, byHand },
        { headers: { [sessionHeader]: secret } },
      )
      .then(
        ({ link }) => link !== undefined,
        (error) => Code[ConnectError.from(error).code],
      );
  const operator = await createUser(stack.databaseUrl, { isOperator: true });
  const both = await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'admin']] });
  const member = await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'member']] });
  const admin = await add('admin');
  for (const by of [operator, both, member]) expect(await invite(by, ProtoRole.OWNER)).toBe(true);
  expect(await invite(admin, ProtoRole.OWNER)).toBe('PermissionDenied');
  expect([await invite(both, ProtoRole.ADMIN), await invite(admin, ProtoRole.ADMIN)]).toEqual([true, true]);
  expect([await invite(operator, ProtoRole.MEMBER), await invite(member, ProtoRole.MEMBER)]).toEqual([
    'NotFound',
    'PermissionDenied',
  ]);
  expect([
    await invite(operator, ProtoRole.OWNER, true),
    await invite(admin, ProtoRole.MEMBER, true),
  ]).toEqual(['PermissionDenied', 'PermissionDenied']);
});

describe('its maker', () => {
  test('is removed or leaves: their invitations are void and gone', async () => {
    const { account, owner, add, linkOf, change } = await open();
    const [removed, leaver] = [await add('admin'), await add('admin')];
    const tokens = [
      await linkOf(browserOf(removed), someEmail()),
      await linkOf(browserOf(leaver), someEmail()),
    ];
    const kept = await linkOf(owner, someEmail());
    expect((await change(removed.id, { method: 'DELETE' })).status).toBe(200);
    await browserOf(leaver).ask(`/members/${leaver.id}`, { method: 'DELETE', account: account.id });
    for (const token of tokens) expect(await statusOf(token)).toBe(410);
    expect(await statusOf(kept)).toBe(200);
    expect((await owner.ask('/members', { account: account.id })).json.invitations).toHaveLength(1);
  });

  test.each<[Role, Role, number[]]>([
    ['owner', 'admin', [200, 200, 410]],
    ['owner', 'member', [410, 410, 410]],
    ['admin', 'member', [410, 410]],
  ])('is %s and becomes %s: what they may not make any more is void', async (before, after, statuses) => {
    const { add, linkOf, change } = await open();
    const maker = await add(before);
    const tokens: string[] = [];
    for (const role of (['member', 'admin', 'owner'] as const).slice(0, statuses.length))
      tokens.push(await linkOf(browserOf(maker), someEmail(), role));
    expect((await change(maker.id, { method: 'PATCH', body: { role: after } })).status).toBe(200);
    expect(await Promise.all(tokens.map(statusOf))).toEqual(statuses);
    expect((await change(maker.id, { method: 'PATCH', body: { role: before } })).status).toBe(200);
    expect(await Promise.all(tokens.map(statusOf))).toEqual(statuses);
  });

  test('gets a new start: invitations in their name are void', async () => {
    const { account, linkOf } = await open();
    const email = someEmail();
    const maker = await signUp(stack, { account, email, role: 'admin' });
    const token = await linkOf(maker, someEmail());
    const admin = operatorOf(stack.core);
    await admin.updateUser({ email, change: { case: 'emailVerified', value: true } });
    const { link } = await admin.createResetLink({ email });
    const typed = { token: tokenOf(link), name: '', email: '', password: 'another horse battery' };
    expect((await new TestBrowser(stack).post('/console/sign-up', typed)).status).toBe(200);
    expect(await statusOf(token)).toBe(410);
  });

  test('is removed while they keep inviting: none of their invitations can be taken', async () => {
    const { add, linkOf, change } = await open();
    for (let round = 0; round < 10; round++) {
      const maker = await add('admin');
      const [token] = await Promise.all([
        linkOf(browserOf(maker, round % 2), someEmail()).catch(() => null),
        change(maker.id, { method: 'DELETE' }),
      ]);
      if (token !== null) expect(await statusOf(token)).toBe(410);
    }
  });
});

test('of 130 invitations at once, 100 are made', async () => {
  const { account, owner, invite } = await open();
  const other = browserOf({ secret: owner.secret ?? '' }, 1);
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, n) => invite(n % 2 === 0 ? owner : other, someEmail())),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(['invalid_request']));
  const shown = await owner.ask('/members', { account: account.id });
  expect([shown.status, shown.json.code]).toEqual([200, undefined]);
  const { invitations } = shown.json;
  expect(invitations).toHaveLength(100);
  // An invitation that replaces another takes no further place, and one that is taken back frees its place.
  const [first] = invitations;
  expect((await invite(owner, first.email)).status).toBe(200);
  expect((await invite(owner, someEmail())).status).toBe(400);
  const { json } = await owner.ask('/members', { account: account.id });
  await owner.ask(`/invitations/${json.invitations[0].id}`, { method: 'DELETE', account: account.id });
  expect((await invite(owner, someEmail())).status).toBe(200);
});

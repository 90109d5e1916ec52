// How people join: the first by a special link, others by invitation. Each link works once, and only for a time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { operatorOf, type TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp, TestBrowser, tokenOf } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
const userAdmin = () => operatorOf(stack.core);
const invite = async (email: string, role: Role = Role.MEMBER) =>
  tokenOf((await userAdmin().inviteUser({ accountId: account.id, email, role })).link);

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
  account = await stack.createAccount();
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

describe('the first person', () => {
  const user = { name: 'Ada', email: 'Ada@Example.com ', password };

  test('only the newest link makes the first person, who runs the service and owns the account', async () => {
    const browser = new TestBrowser(stack);
    expect((await browser.ask('/console/start')).json).toMatchObject({
      needs_first_user: true,
      user: null,
    });
    const old = await userAdmin().createFirstLink({ accountId: account.id });
    const { link = '' } = await userAdmin().createFirstLink({ accountId: account.id });
    expect(link).toMatch(/^http:\/\/texts\.example\/sign-up#token=svc_link_[0-9A-Za-z]{36}$/);
    const gone = await browser.post('/console/sign-up', { token: tokenOf(old.link ?? ''), ...user });
    expect([gone.status, gone.json.code]).toEqual([410, 'link_expired']);
    const shown = await browser.post('/console/links/read', { token: tokenOf(link) });
    expect(shown.json).toMatchObject({
      kind: 'first_user',
      account_name: 'Test',
      role: 'owner',
      email: null,
    });
    const answer = await browser.post('/console/sign-up', { token: tokenOf(link), ...user });
    expect([answer.status, answer.json.user]).toMatchObject([
      200,
      { email: 'ada@example.com', name: 'Ada', is_operator: true, totp: false, passkeys: [] },
    ]);
    const [cookie, known] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^textrelay_session=svc_session_\w{36}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(known).toMatch(
      /^textrelay_browser=svc_browser_\w{36}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const me = await browser.ask('/console/me');
    expect(me.json.accounts).toEqual([
      { id: Number(account.id), name: 'Test', country: 'US', role: 'owner', sandbox_of: null },
    ]);
    expect((await browser.ask('/console/start')).json).toMatchObject({
      needs_first_user: false,
      user: { name: 'Ada' },
    });
  });

  test('there is no second first person', async () => {
    expect((await userAdmin().createFirstLink({})).link).toBeUndefined();
  });
});

test('of two people who take the same invitation at once, one signs up', async () => {
  const token = await invite('twice@example.com');
  const answers = await Promise.all(
    [0, 1].map(() =>
      new TestBrowser(stack).post('/console/sign-up', {
        token,
        name: 'Bob',
        email: 'twice@example.com',
        password,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const again = await new TestBrowser(stack).post('/console/links/read', { token });
  expect([again.status, again.json.code]).toEqual([410, 'link_expired']);
});

test('an e-mail address that is taken does not use up the link', async () => {
  const other = await stack.createAccount();
  const { link } = await userAdmin().inviteUser({
    accountId: other.id,
    email: 'ADA@example.com',
    role: Role.ADMIN,
  });
  const browser = new TestBrowser(stack);
  const typed = { token: tokenOf(link), name: 'Bob', email: 'ada@example.com', password };
  const taken = await browser.post('/console/sign-up', typed);
  expect([taken.status, taken.json.code, browser.secret]).toEqual([409, 'already_exists', undefined]);
  await browser.post('/console/sign-in', typed);
  expect((await browser.post('/console/links/accept', { token: typed.token })).status).toBe(200);
});

test('an existing person accepts an invitation by signing in, once', async () => {
  const other = await stack.createAccount();
  const browser = await signUp(stack, { account, email: 'cy@example.com' });
  const { link } = await userAdmin().inviteUser({
    accountId: other.id,
    email: 'cy@example.com',
    role: Role.OWNER,
  });
  const accept = { token: tokenOf(link) };
  const nobody = await new TestBrowser(stack).post('/console/links/accept', accept);
  expect([nobody.status, nobody.json.code]).toEqual([401, 'not_signed_in']);
  const answer = await browser.post('/console/links/accept', accept);
  expect([answer.status, answer.json]).toEqual([200, { account_id: Number(other.id) }]);
  expect((await browser.post('/console/links/accept', accept)).status).toBe(410);
  const own = await userAdmin()
    .inviteUser({ accountId: other.id, email: 'cy@example.com', role: Role.MEMBER })
    .catch((error: Error) => error.message);
  expect(own).toContain('in the account already');
});

test.each([
  ['a short password', { password: 'x'.repeat(9) }],
  ['a long password', { password: 'x'.repeat(201) }],
  ['half a surrogate pair', { password: `${'x'.repeat(10)}\ud800` }],
  ['no name', { name: '' }],
  ['a long name', { name: 'x'.repeat(101) }],
  ['no e-mail address', { email: 'nobody' }],
  ['a long e-mail address', { email: `${'x'.repeat(64)}@${'x'.repeat(187)}.de` }],
  ['an e-mail address of two', { email: 'a@b.de,c@d.de' }],
])('%s is refused, and the link stays', async (_title, wrong) => {
  const token = await invite('bounds@example.com');
  const typed = { token, name: 'Bob', email: 'bounds@example.com', password, ...wrong };
  const answer = await new TestBrowser(stack).post('/console/sign-up', typed);
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
  expect((await new TestBrowser(stack).post('/console/links/read', { token })).status).toBe(200);
});

test.each([
  ['the shortest', { email: 'a@b', name: 'x', password: 'x'.repeat(10) }],
  [
    'the longest',
    { email: `${'x'.repeat(64)}@${'x'.repeat(186)}.de`, name: 'x'.repeat(100), password: '😀'.repeat(200) },
  ],
])('%s that is allowed is taken, and signs in', async (_title, typed) => {
  const token = await invite(typed.email);
  expect((await new TestBrowser(stack).post('/console/sign-up', { token, ...typed })).status).toBe(200);
  const { email, password: own } = typed;
  expect((await new TestBrowser(stack).post('/console/sign-in', { email, password: own })).status).toBe(200);
});

test('an invitation is valid for seven days, and a newer one for the same address replaces it', async () => {
  const first = await invite('late@example.com');
  const second = await invite('late@example.com');
  const browser = new TestBrowser(stack);
  expect((await browser.post('/console/links/read', { token: first })).status).toBe(410);
  const { json } = await browser.post('/console/links/read', { token: second });
  expect(Date.parse(json.expires_at)).toBe(service.simulation.time.nowMs() + 7 * 24 * 3_600_000);
  // A core would need for ever to work through seven days, so the test moves the end of the invitation.
  const sql = openInspector(stack.databaseUrl);
  await sql`update user_link set expires_at = ${new Date(service.simulation.time.nowMs() + 1_000)} where email = 'late@example.com'`;
  await sql.end();
  await service.simulation.run(999);
  expect((await browser.post('/console/links/read', { token: second })).status).toBe(200);
  await service.simulation.run(1);
  expect((await browser.post('/console/links/read', { token: second })).status).toBe(410);
});

test('a link for a new start replaces the password and ends all sessions', async () => {
  const browser = await signUp(stack, { account, email: 'lost@example.com' });
  await userAdmin().updateUser({
    email: 'lost@example.com',
    change: { case: 'emailVerified', value: true },
  });
  const { link } = await userAdmin().createResetLink({ email: 'Lost@example.com' });
  const fresh = new TestBrowser(stack);
  const shown = await fresh.post('/console/links/read', { token: tokenOf(link) });
  expect(shown.json).toMatchObject({ kind: 'reset', email: 'lost@example.com' });
  const typed = { token: tokenOf(link), name: '', email: '', password: 'another horse battery' };
  expect((await fresh.post('/console/sign-up', typed)).status).toBe(200);
  expect((await browser.ask('/console/me')).status).toBe(401);
  const email = 'lost@example.com';
  expect((await browser.post('/console/sign-in', { email, password })).status).toBe(401);
  expect((await browser.post('/console/sign-in', { email, password: 'another horse battery' })).status).toBe(
    200,
  );
  expect((await fresh.post('/console/sign-up', typed)).status).toBe(410);
});

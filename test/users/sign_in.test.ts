// Signing in: a refusal does not say what was wrong, attempts are counted exactly over any number of gateways and cores, and a session
// is always a new one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, sessionHeaders, signUp, TestBrowser } from '../support/users.ts';

const windowMs = 15 * 60_000;
let service: SimulatedService;
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
  account = await stack.createAccount();
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

/** Sets the clocks of the cores, past all that is due meanwhile. */
function set(byMs: number): void {
  for (const { clock } of stack.cores as SimulatedCore[]) clock.set(byMs);
}

/** Forgets all failures from the address that these tests share. */
async function forgetAttempts(): Promise<void> {
  const sql = openInspector(stack.databaseUrl);
  await sql`delete from sign_in_attempt`;
  await sql.end();
}

const signIn = (email: string, typed = password, browser = new TestBrowser(stack)) =>
  browser.post('/console/sign-in', { email, password: typed });

test('a person signs in with their e-mail address in any spelling, and gets a new secret each time', async () => {
  const first = await signUp(stack, { account, email: 'eve@example.com' });
  const again = new TestBrowser(stack, 1);
  again.secret = first.secret;
  const answer = await signIn(' EVE@example.com', password, again);
  expect([answer.status, answer.json.second_factor, answer.json.user.email]).toEqual([
    200,
    false,
    'eve@example.com',
  ]);
  expect(again.secret).toMatch(/^svc_session_/);
  expect(again.secret).not.toBe(first.secret);
  expect((await first.ask('/console/me')).status).toBe(200);
});

test('a planted session is not taken over', async () => {
  await signUp(stack, { account, email: 'fay@example.com' });
  const victim = new TestBrowser(stack);
  const planted = `svc_session_${'A'.repeat(36)}`;
  victim.secret = planted;
  await signIn('fay@example.com', password, victim);
  expect(victim.secret).not.toBe(planted);
  const thief = new TestBrowser(stack);
  thief.secret = planted;
  expect((await thief.ask('/console/me')).status).toBe(401);
});

describe('failures', () => {
  test('an unknown e-mail address and a wrong password get the same answer, and cost the same statements', async () => {
    await forgetAttempts();
    await signUp(stack, { account, email: 'gus@example.com' });
    const answers = [
      await signIn('gus@example.com', 'wrong password'),
      await signIn('who@example.com', 'wrong password'),
    ];
    const [known, unknown] = answers.map(({ status, text, headers }) => {
      const { date: _date, 'x-request-id': _id, ...same } = headers;
      return { status, text, same };
    });
    expect(known).toEqual(unknown);
    expect(known?.status).toBe(401);
    const sql = openInspector(stack.databaseUrl);
    const rows =
      await sql`select subject, cardinality(stamps) as failures from sign_in_attempt order by subject`;
    await sql.end();
    expect(rows.map(({ failures }) => failures)).toEqual([2, 1, 1]);
    expect(rows.map(({ subject }) => String(subject)).join()).not.toContain('example');
  });

  test('of 50 wrong passwords at once over two gateways and cores exactly 10 are judged', async () => {
    await forgetAttempts();
    await signUp(stack, { account, email: 'hal@example.com' });
    const browsers = [0, 1].map((gateway) => new TestBrowser(stack, gateway));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => signIn('hal@example.com', `wrong password ${n}`, browsers[n % 2])),
    );
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(401), counts(429)]).toEqual([10, 40]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.json.code, Number(refused?.headers['retry-after']) > 0]).toEqual(['rate_limited', true]);
  });

  test('even the right password is refused until 15 minutes have passed, to the millisecond', async () => {
    set(1);
    const late = await signIn('hal@example.com');
    expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, windowMs / 1000]);
    set(windowMs - 2);
    expect((await signIn('hal@example.com')).status).toBe(429);
    set(1);
    expect((await signIn('hal@example.com')).status).toBe(200);
  });

  test('a success takes back its own count, but none of the failures before it', async () => {
    await forgetAttempts();
    for (let n = 0; n < 9; n++) expect((await signIn('hal@example.com', 'wrong password')).status).toBe(401);
    for (let n = 0; n < 3; n++) expect((await signIn('hal@example.com')).status).toBe(200);
    expect((await signIn('hal@example.com', 'wrong password')).status).toBe(401);
    expect((await signIn('hal@example.com', 'wrong password')).status).toBe(429);
  });

  test('when one network address tries 40 e-mail addresses at once, exactly 30 are judged', async () => {
    await forgetAttempts();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(`nobody${n}@example.com`, 'wrong password', new TestBrowser(stack, n % 2)),
      ),
    );
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(401), counts(429)]).toEqual([30, 10]);
    await forgetAttempts();
  });

  test.each([
    [{ email: 'nobody', password }],
    [{ email: 'hal@example.com' }],
    [{ email: 'hal@example.com', password: 1 }],
    [{ email: 'hal@example.com', password: 'x'.repeat(401) }],
  ])('%j is malformed, and counts nothing', async (body) => {
    await forgetAttempts();
    const { status, json } = await new TestBrowser(stack).post('/console/sign-in', body);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    const sql = openInspector(stack.databaseUrl);
    expect(await sql`select from sign_in_attempt`).toHaveLength(0);
    await sql.end();
  });
});

describe('the end of a session', () => {
  test('signing out ends the session and its keys on every gateway at once', async () => {
    const browser = await signUp(stack, { account });
    const { secret = '' } = browser;
    await browser.post(`/console/accounts/${account.id}/switch`);
    const headers = sessionHeaders(secret, account.id);
    expect((await stack.ask({ path: '/api/v1/me', headers })).status).toBe(200);
    const out = await browser.post('/console/sign-out');
    expect([out.status, out.headers['clear-site-data'], browser.secret]).toEqual([
      200,
      '"storage"',
      undefined,
    ]);
    for (const gateway of [0, 1]) {
      expect((await stack.ask({ path: '/api/v1/me', headers }, gateway)).status).toBe(401);
      const stolen = new TestBrowser(stack, gateway);
      stolen.secret = secret;
      for (const path of ['/console/me', '/console/me/sessions']) {
        const { status, json } = await stolen.ask(path);
        expect([path, status, json.code]).toEqual([path, 401, 'not_signed_in']);
      }
      expect((await stolen.post(`/console/accounts/${account.id}/switch`)).status).toBe(401);
    }
    expect((await new TestBrowser(stack).post('/console/sign-out')).status).toBe(200);
  });

  test('a new password ends all other sessions, and not this one', async () => {
    const browser = await signUp(stack, { account, email: 'jo@example.com' });
    const other = new TestBrowser(stack);
    await signIn('jo@example.com', password, other);
    const wrong = { current: 'wrong password', new: 'a new horse battery' };
    const refused = await browser.post('/console/me/password', wrong);
    expect([refused.status, refused.json.code]).toEqual([401, 'wrong_credentials']);
    const short = await browser.post('/console/me/password', { current: password, new: 'x'.repeat(9) });
    expect(short.status).toBe(400);
    expect((await other.ask('/console/me')).status).toBe(200);
    const done = await browser.post('/console/me/password', {
      current: password,
      new: 'a new horse battery',
    });
    expect(done.json).toEqual({ ok: true });
    expect([(await browser.ask('/console/me')).status, (await other.ask('/console/me')).status]).toEqual([
      200, 401,
    ]);
    expect((await signIn('jo@example.com', 'a new horse battery')).status).toBe(200);
  });

  test('people see where they are signed in, and can end one session or all of them', async () => {
    const browser = await signUp(stack, { account, email: 'kim@example.com' });
    const other = new TestBrowser(stack);
    await signIn('kim@example.com', password, other);
    const { sessions } = (await browser.ask('/console/me/sessions')).json;
    expect(sessions.map(({ is_this }: { is_this: boolean }) => is_this).toSorted()).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1' });
    const elsewhere = sessions.find(({ is_this }: { is_this: boolean }) => !is_this);
    const outsider = await signUp(stack, { account });
    const path = `/console/me/sessions/${elsewhere.id}`;
    expect((await outsider.ask(path, { method: 'DELETE' })).status).toBe(404);
    expect((await browser.ask(path, { method: 'DELETE' })).status).toBe(200);
    expect([(await browser.ask('/console/me')).status, (await other.ask('/console/me')).status]).toEqual([
      200, 401,
    ]);
    await signIn('kim@example.com', password, other);
    expect((await browser.ask('/console/me/sessions', { method: 'DELETE' })).status).toBe(200);
    expect([browser.secret, (await other.ask('/console/me')).status]).toEqual([undefined, 401]);
  });

  test.each([
    ['unused for seven days', 'last_seen_at', 7 * 24 * 3_600_000],
    ['after thirty days', 'expires_at', 0],
  ])('%s it ends, for its keys with the next sweep', async (_title, column, lifeMs) => {
    const browser = await signUp(stack, { account, email: `${column}@example.com` });
    await browser.post(`/console/accounts/${account.id}/switch`);
    const headers = sessionHeaders(browser.secret ?? '', account.id);
    const sql = openInspector(stack.databaseUrl);
    const nowMs = (stack.core as SimulatedCore).clock.nowMs();
    const end = new Date(nowMs + 2_000 - lifeMs);
    await sql`update user_session set ${sql({ [column]: end })}
      where user_id = (select id from app_user where email = ${`${column}@example.com`})`;
    await service.simulation.run(1_999);
    expect((await stack.ask({ path: '/api/v1/me', headers })).status).toBe(200);
    await service.simulation.run(1);
    expect((await browser.ask('/console/me')).status).toBe(401);
    await service.simulation.run('31 s');
    expect((await stack.ask({ path: '/api/v1/me', headers })).status).toBe(401);
    await sql.end();
  });
});

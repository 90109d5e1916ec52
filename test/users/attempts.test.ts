// Guesses: ten for a person in 15 minutes, whatever else happens. A guesser locks nobody out of
// a browser that has signed in before.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { sessionHeader } from '../../runtime/session_header.ts';
import { createAttempts } from '../../server/app/users/attempts.ts';
import { wrongCredentials } from '../../server/app/users/sign_in.ts';
import { type Refusal, unavailable } from '../../server/errors.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { createStore } from '../../server/store/store.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp, TestBrowser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
  account = await stack.createAccount();
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});
beforeEach(() => inDatabase((sql) => sql`delete from sign_in_attempt`));

async function inDatabase<T>(work: (sql: ReturnType<typeof openInspector>) => Promise<T>): Promise<T> {
  const sql = openInspector(stack.databaseUrl);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** The request that the gateway makes for a browser without a session. */
const nobody = { headers: { [sessionHeader]: '' } };

const signIn = async (browser: TestBrowser, email: string, typed = 'wrong password') =>
  (await browser.post('/console/sign-in', { email, password: typed })).status;

/** Uses up the attempts of unknown browsers, from other addresses. */
async function lockOut(email: string): Promise<void> {
  const users = clientOf(UserService, stack.core);
  for (let n = 0; n < 10; n++)
    await users
      .signIn(
        {
          credential: { case: 'password', value: { email, password: 'x' } },
          browser: { address: `2001:db8::${n}` },
        },
        nobody,
      )
      .catch(() => {});
  expect(await signIn(new TestBrowser(stack), email, password)).toBe(429);
}

test('ten guesses for one person are judged and not one more, however many could not be while too many signed in', async () => {
  const url = await service.database.open('guesses');
  const clock = service.simulation.clockOf('guesses');
  const database = openDatabase({ url, clock, deadlineMs: 5_000 });
  const attempts = createAttempts(createStore(database), clock);
  const guess = async (n: number): Promise<string> => {
    const browser = { address: `2001:db8:9:${n}::`, userAgent: '', token: '', language: undefined };
    const refusal = n % 3 === 0 ? unavailable('too many people sign in at once') : wrongCredentials('wrong');
    try {
      const attempt = await attempts.begin({ email: 'una@example.com' }, browser);
      return await attempts.judge(attempt, () => Promise.reject(refusal));
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  const answers: string[] = [];
  for (const from of [0, 15, 30, 45])
    answers.push(...(await Promise.all(Array.from({ length: 15 }, (_, n) => guess(from + n)))));
  await database.close();
  const counts = (code: string) => answers.filter((answer) => answer === code).length;
  expect(counts('unavailable')).toBeGreaterThan(0);
  expect(counts('wrong_credentials')).toBe(10);
});

test('an attempt that fails in the database takes back only itself, even if others were made at the same moment', async () => {
  const email = 'vic@example.com';
  await signUp(stack, { account, email });
  const browser = new TestBrowser(stack);
  for (let n = 0; n < 5; n++) expect(await signIn(browser, email)).toBe(401);
  await inDatabase((sql) => sql`alter table known_browser rename to known_browser_away`);
  // The right password leads nowhere: no session can be opened.
  for (let n = 0; n < 3; n++) expect(await signIn(browser, email, password)).toBe(503);
  await inDatabase((sql) => sql`alter table known_browser_away rename to known_browser`);
  for (let n = 0; n < 5; n++) expect(await signIn(browser, email)).toBe(401);
  expect(await signIn(browser, email, password)).toBe(429);
});

test('attempts that are refused for one person count against nobody else at that address', async () => {
  await signUp(stack, { account, email: 'wes@example.com' });
  const browser = new TestBrowser(stack);
  for (let n = 0; n < 10; n++) expect(await signIn(browser, 'wes@example.com')).toBe(401);
  for (let n = 0; n < 40; n++) expect(await signIn(browser, 'wes@example.com')).toBe(429);
  for (let n = 0; n < 20; n++) expect(await signIn(browser, `other${n}@example.com`)).toBe(401);
  expect(await signIn(browser, 'other20@example.com')).toBe(429);
});

describe('a browser that has signed in before', () => {
  test('signs in while others have failed too often, and after a sign-out, with ten failures of its own', async () => {
    const browser = await signUp(stack, { account, email: 'xia@example.com' });
    await browser.post('/console/sign-out');
    await lockOut('xia@example.com');
    expect(await signIn(browser, 'xia@example.com', password)).toBe(200);
    await browser.post('/console/sign-out');
    for (let n = 0; n < 10; n++) expect(await signIn(browser, 'xia@example.com')).toBe(401);
    expect(await signIn(browser, 'xia@example.com', password)).toBe(429);
    // Its failures do not count against other browsers either.
    await inDatabase((sql) => sql`delete from sign_in_attempt where subject like 'email %'`);
    expect(await signIn(new TestBrowser(stack), 'xia@example.com', password)).toBe(200);
  });

  test('counts as known for the person who signed in and for nobody else; a made-up token counts for nothing', async () => {
    const own = await signUp(stack, { account });
    await signUp(stack, { account, email: 'zoe@example.com' });
    await lockOut('zoe@example.com');
    expect(await signIn(own, 'zoe@example.com', password)).toBe(429);
    const forger = new TestBrowser(stack);
    forger.token = `svc_browser_${'A'.repeat(36)}`;
    expect(await signIn(forger, 'zoe@example.com', password)).toBe(429);
  });

  test('gets a new token with each sign-in, and the former one stops working', async () => {
    const browser = await signUp(stack, { account, email: 'abe@example.com' });
    const former = new TestBrowser(stack);
    former.token = browser.token;
    expect(await signIn(browser, 'abe@example.com', password)).toBe(200);
    expect(browser.token).not.toBe(former.token);
    await lockOut('abe@example.com');
    expect(await signIn(former, 'abe@example.com', password)).toBe(429);
    expect(await signIn(browser, 'abe@example.com', password)).toBe(200);
  });

  test('is forgotten when its person has signed in with twenty others since', async () => {
    const email = 'bob@example.com';
    const browsers = [await signUp(stack, { account, email })];
    for (let n = 0; n < 20; n++) {
      await service.simulation.run(1);
      const browser = new TestBrowser(stack);
      expect(await signIn(browser, email, password)).toBe(200);
      browsers.push(browser);
    }
    await lockOut(email);
    const [first, second] = browsers as [TestBrowser, TestBrowser];
    expect(await signIn(first, email, password)).toBe(429);
    expect(await signIn(second, email, password)).toBe(200);
  });

  test('is forgotten when a new password is set elsewhere', async () => {
    const browser = await signUp(stack, { account, email: 'cat@example.com' });
    const other = new TestBrowser(stack);
    await signIn(other, 'cat@example.com', password);
    const change = { current: password, new: 'a new horse battery' };
    expect((await browser.post('/console/me/password', change)).status).toBe(200);
    await lockOut('cat@example.com');
    expect(await signIn(other, 'cat@example.com', change.new)).toBe(429);
    expect(await signIn(browser, 'cat@example.com', change.new)).toBe(200);
  });
});

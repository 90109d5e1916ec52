// Guesses: ten for a person in 15 minutes, whatever else happens. A guesser locks nobody out of
// a browser that has signed in before.
import { Code, ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { sessionHeader } from '../../runtime/session_header.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { password, signUp, TestBrowser } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';

const clock = new ManualClock();
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack({ coreClock: clock });
  account = await stack.createAccount();
});
afterAll(() => stack?.stop());
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
  const people = clientOf(PeopleService, stack.core);
  for (let n = 0; n < 10; n++)
    await people
      .signIn(
        {
          proof: { case: 'password', value: { email, password: 'x' } },
          browser: { address: `2001:db8::${n}` },
        },
        nobody,
      )
      .catch(() => {});
  expect(await signIn(new TestBrowser(stack), email, password)).toBe(429);
}

test('while more people sign in than can be judged, ten guesses for one person are judged and not one more', async () => {
  await signUp(stack, { account, email: 'una@example.com' });
  const people = clientOf(PeopleService, stack.core);
  const knock = async (email: string, address: string) => {
    const value = { email, password: 'wrong password' };
    return people.signIn({ proof: { case: 'password', value }, browser: { address } }, nobody).then(
      () => 'signed in',
      (error) => Code[ConnectError.from(error).code] ?? '',
    );
  };
  const guess = (times: number) =>
    Promise.all(Array.from({ length: times }, (_, n) => knock('una@example.com', `2001:db8:9:${n}::`)));
  const answers = await guess(5);
  let isOver = false;
  const full = Promise.withResolvers<void>();
  // A hundred people at a time sign in again and again, more than may wait, until the guesses have been made among them.
  const others = Array.from({ length: 100 }, async (_, n) => {
    for (let turn = 0; !isOver; turn++) {
      const answer = await knock(`other${n}.${turn}@example.com`, `2001:db8:${n + 16}:${turn}::`);
      if (answer === 'Unavailable') full.resolve();
    }
  });
  await full.promise;
  answers.push(...(await guess(15)));
  isOver = true;
  await Promise.all(others);
  answers.push(...(await guess(15)));
  const counts = (name: string) => answers.filter((answer) => answer === name).length;
  expect(counts('Unavailable')).toBeGreaterThan(0);
  expect(counts('Unauthenticated')).toBe(10);
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
      clock.advance(1);
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

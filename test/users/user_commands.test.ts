// `users` at the operator's command line, against a real core: its links work, once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeLine, typeLineForJson } from '../../server/cli/testing/type_line.ts';
import { serviceToken, type TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, TestBrowser, tokenOf } from '../support/users.ts';

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterAll(() => stack?.stop());

const connection = () => ({ core: `127.0.0.1:${stack.core.rpc.port}`, serviceToken });
const type = (line: string) => typeLine(`users ${line}`, connection());
// biome-ignore lint/suspicious/noExplicitAny: a test asserts everything that it reads from it.
const typeJson = (line: string) => typeLineForJson(`users ${line}`, connection()) as Promise<any>;
const signUp = (link: string, email: string) =>
  new TestBrowser(stack).post('/console/sign-up', { token: tokenOf(link), name: 'Ada', email, password });

test('the first link makes the operator, invitations make other people, and a reset lets a person start anew', async () => {
  expect((await type('list')).out).toBe('nobody has signed up\n');
  const { link: first } = await typeJson(`link --account ${account.id}`);
  expect((await signUp(first, 'ada@example.com')).json.user.is_operator).toBe(true);
  expect(await typeJson('link')).toEqual({ link: null });
  const invited = await typeJson(`invite bob@example.com --account ${account.id} --role admin`);
  expect(invited).toMatchObject({ email: 'bob@example.com', role: 'admin' });
  expect((await signUp(invited.link, 'bob@example.com')).status).toBe(200);
  const { users } = await typeJson('list');
  expect(
    users
      .map(({ email, is_operator, accounts }: Record<string, unknown>) => [email, is_operator, accounts])
      .toSorted(),
  ).toEqual([
    ['ada@example.com', true, 1],
    ['bob@example.com', false, 1],
  ]);
  const { users: one, next_after } = await typeJson('list --limit 1');
  expect([one.length, (await typeJson(`list --after ${next_after}`)).users.length]).toEqual([1, 1]);
  const found = await typeJson('list --search BOB@');
  expect(found.users.map(({ email }: Record<string, unknown>) => email)).toEqual(['bob@example.com']);
  for (const line of ['reset bob@example.com', 'make-operator bob@example.com'])
    expect((await type(line)).error).toContain('nothing has shown that the e-mail address is this person’s');
  expect(users.map(({ email_verified }: Record<string, unknown>) => email_verified)).toEqual([false, false]);
  for (const email of ['bob@example.com', 'ada@example.com'])
    expect((await typeJson(`verify ${email}`)).user.email_verified).toBe(true);
  const { link } = await typeJson('reset bob@example.com');
  expect((await signUp(link, '')).json.user.email).toBe('bob@example.com');
  expect((await typeJson('make-operator bob@example.com')).user.is_operator).toBe(true);
  expect((await typeJson('make-operator bob@example.com --no-more')).user.is_operator).toBe(false);
});

test('messages for people say what to do next', async () => {
  const { out } = await type(`invite cy@example.com --account ${account.id}`);
  expect(out).toMatch(
    /^http:\/\/texts\.example\/sign-up#token=\S+\nHand it to cy@example\.com: it works once/,
  );
  expect((await type('reset ada@example.com')).out).toMatch(/^http:.*\nHand it to ada@example\.com/);
  expect((await type('link')).out).toContain('There is a first user already');
});

test.each([
  ['reset nobody@example.com', 1, 'user not found'],
  ['verify nobody@example.com', 1, 'user not found'],
  ['make-operator nobody@example.com', 1, 'user not found'],
  ['invite nobody --account 1', 1, 'email must be an e-mail address'],
  ['invite a@b.de --account 1', 1, 'account not found'],
  ['invite a@b.de', 2, '--account'],
  ['invite a@b.de --account 1 --role king', 2, 'viewer, member, admin, owner'],
  ['list --limit 0', 2, 'limit'],
])('%s is refused', async (line, code, words) => {
  const answer = await type(line);
  expect([answer.code, answer.error]).toEqual([code, expect.stringContaining(words)]);
});

// What people decide about conversations, and the answers that they keep: bounds at n and n+1, and nothing of another account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

let stack: Stack;
let account: TestAccount;
let other: TestAccount;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  stack = await startStack();
  [account, other] = [await stack.createAccount(), await stack.createAccount()];
  for (const own of [account, other]) await stack.send(own);
  anna = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'member'],
      [other.id, 'member'],
    ],
  });
  ben = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
});
afterAll(() => stack?.stop());

const ask = (path: string, method = 'GET', body?: unknown, { id = account.id, by = anna } = {}) =>
  stack.ask(consoleAsk(path, by.secret, { method, account: id, ...(body !== undefined && { body }) }));
const codeOf = async (asked: ReturnType<typeof ask>) => {
  const { status, json } = await asked;
  return [status, json.code];
};
const thread = '/threads/+15005550006';
const refused = [400, 'invalid_request'];
const taken = [200, undefined];
const none = [404, 'not_found'];

describe('conversations', () => {
  test('are listed by a known filter, and not beside a search', async () => {
    for (const filter of ['', 'all', 'unread', 'waiting', 'failed'])
      expect(await codeOf(ask(`/threads/unread?filter=${filter}`))).toEqual(taken);
    for (const query of ['filter=mine', 'filter=all&filter=all', 'filter=unread&search=1500'])
      expect([query, await codeOf(ask(`/threads/unread?${query}`))]).toEqual([query, refused]);
    for (const cursor of ['w', 'wx', 'x', '9223372036854775808', 'w9223372036854775808'])
      expect([cursor, await codeOf(ask(`/threads/unread?cursor=${cursor}`))]).toEqual([cursor, refused]);
    for (const cursor of ['w9223372036854775807', '9223372036854775807', '0', 'w0'])
      expect([cursor, await codeOf(ask(`/threads/unread?cursor=${cursor}`))]).toEqual([cursor, taken]);
  });

  test('that there are not have no state, and take none', async () => {
    const unknown = '/threads/+15005559999';
    expect((await ask(`${unknown}/state`)).json).toEqual({ assignee_id: null, is_done: false, notes: [] });
    expect(await codeOf(ask(`${unknown}/done`, 'PUT', { seq: 1 }))).toEqual(none);
    expect(await codeOf(ask(`${unknown}/assignee`, 'PUT', { user_id: null }))).toEqual(none);
    expect(await codeOf(ask(`${unknown}/notes`, 'POST', { body: 'x' }))).toEqual(none);
  });

  test('are done up to a seq and given to members alone', async () => {
    expect(await codeOf(ask(`${thread}/done`, 'PUT', { seq: Number.MAX_SAFE_INTEGER }))).toEqual(taken);
    expect(await codeOf(ask(`${thread}/done`, 'PUT', { seq: -1 }))).toEqual(refused);
    const give = (id: bigint | number, at = account.id) =>
      codeOf(ask(`${thread}/assignee`, 'PUT', { user_id: Number(id) }, { id: at }));
    expect(await give(ben.id)).toEqual(taken);
    expect(await give(ben.id, other.id)).toEqual(none);
    expect(await give(1)).toEqual(none);
    expect((await ask(`${thread}/state`)).json).toMatchObject({ assignee_id: Number(ben.id), is_done: true });
    expect((await ask(`${thread}/state`, 'GET', undefined, { id: other.id })).json).toEqual({
      assignee_id: null,
      is_done: false,
      notes: [],
    });
  });

  test('have notes of 1 to 1,000 characters, which their author takes back, and no other account sees', async () => {
    const note = (body: string) => ask(`${thread}/notes`, 'POST', { body });
    for (const body of ['', ' ', '\u{1f600}'.repeat(1_001), 'a\u0000'])
      expect(await codeOf(note(body))).toEqual(refused);
    const long = '\u{1f600}'.repeat(1_000);
    const { id } = (await note(long)).json.note;
    const notes = async (at = account.id) =>
      (await ask(`${thread}/state`, 'GET', undefined, { id: at })).json.notes;
    expect(await notes()).toMatchObject([{ id, body: long, user_id: Number(anna.id) }]);
    expect(await notes(other.id)).toEqual([]);
    const remove = (by: TestUser, at = account.id) =>
      codeOf(ask(`/thread-notes/${id}`, 'DELETE', undefined, { id: at, by }));
    expect(await remove(ben)).toEqual(none);
    expect(await remove(anna, other.id)).toEqual(none);
    expect(await remove(anna)).toEqual(taken);
    expect(await remove(anna)).toEqual(none);
    expect(await notes()).toEqual([]);
  });
});

describe('answers that are kept', () => {
  const keep = (name: string, body: string) => ask('/saved-replies', 'POST', { name, body });

  test('have names of 1 to 100 characters and bodies of 1 to 1,600', async () => {
    for (const [name, body] of [
      ['', 'x'],
      ['n'.repeat(101), 'x'],
      ['n', ''],
      ['n', '\u{1f600}'.repeat(1_601)],
      ['n', 'a\u0000'],
    ] as const)
      expect(await codeOf(keep(name, body))).toEqual(refused);
    const { saved_reply: reply } = (await keep('n'.repeat(100), '\u{1f600}'.repeat(1_600))).json;
    const change = (at = account.id) =>
      codeOf(ask(`/saved-replies/${reply.id}`, 'PUT', { name: 'Hours', body: '9 to 5' }, { id: at }));
    expect([await change(), await change(other.id)]).toEqual([taken, none]);
    expect((await ask('/saved-replies')).json).toEqual({
      saved_replies: [{ id: reply.id, name: 'Hours', body: '9 to 5' }],
    });
    const list = (at: bigint) => ask('/saved-replies', 'GET', undefined, { id: at });
    expect((await list(other.id)).json).toEqual({ saved_replies: [] });
    const remove = (at: bigint) => codeOf(ask(`/saved-replies/${reply.id}`, 'DELETE', undefined, { id: at }));
    expect([await remove(other.id), await remove(account.id)]).toEqual([none, taken]);
  });

  test('are 200 of an account at most', async () => {
    for (let n = 0; n < 200; n++) expect(await codeOf(keep(`Answer ${n}`, 'Hello'))).toEqual(taken);
    expect(await codeOf(keep('One too many', 'Hello'))).toEqual(refused);
    expect((await ask('/saved-replies')).json.saved_replies).toHaveLength(200);
  });
});

test('a person’s settings of the inbox are their own', async () => {
  const settings = (by: TestUser) => stack.ask(consoleAsk('/console/me/inbox', by.secret));
  const set = await stack.ask(
    consoleAsk('/console/me/inbox', anna.secret, { method: 'PUT', body: { enter_sends: true } }),
  );
  const usual = { enter_sends: false, digest: 'never', time_zone: 'UTC' };
  expect(set.json).toEqual({ ...usual, enter_sends: true });
  expect([(await settings(anna)).json, (await settings(ben)).json]).toEqual([
    { ...usual, enter_sends: true },
    usual,
  ]);
});

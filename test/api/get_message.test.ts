// GET /api/v1/messages/{id}: one text. Another account's id looks like one that never existed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
let sent: Answer;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  sent = await stack.send(account);
});
afterAll(() => stack.stop());

test('a text is answered as documented and as its send was', async () => {
  const { status, json } = await stack.get(`/api/v1/messages/${sent.json.message.id}`, account.key);
  expect(status).toBe(200);
  expect(json.message).toEqual(sent.json.message);
});

test('an id that is not a positive integer, or not one of the account, is 404 in the same words', async () => {
  const key = await stack.createKey(account);
  const texts = new Set<string>();
  for (const id of [
    '2',
    '999999',
    '9007199254740991',
    '9007199254740992',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999999',
    '0',
    '00',
    '01',
    '-1',
    '+1',
    '%2B1',
    '1.0',
    '1e0',
    '0x1',
    '1n',
    'abc',
    '%20',
    '1%20',
    '%201',
    '1%00',
    '%D9%A1',
    '1;2',
    '1%2F2',
    "1'",
    '__proto__',
    '1'.repeat(2_000),
  ]) {
    const { status, json, text } = await stack.get(`/api/v1/messages/${id}`, key);
    expect([id, status, json.code]).toEqual([id, 404, 'not_found']);
    texts.add(text);
  }
  expect(texts.size).toBe(1);
});

test('an id that only another account has looks like an unknown one', async () => {
  const [mine, other] = [await stack.createAccount(), await stack.createAccount()];
  for (let count = 0; count < 3; count++) await stack.send(other);
  const ask = async (id: number) => {
    const { status, headers, text } = await stack.get(`/api/v1/messages/${id}`, await stack.createKey(mine));
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { status, text, headers: rest };
  };
  const [theirs, nobodys] = [await ask(3), await ask(4)];
  expect(theirs.status).toBe(404);
  expect(theirs).toEqual(nobodys);
});

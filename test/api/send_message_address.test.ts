// POST /api/v1/messages: which addresses can be texted, and the form that they get.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
let stack: Stack;
let accounts: Map<string, TestAccount>;

beforeAll(async () => {
  stack = await startStack();
  accounts = new Map();
  for (const country of ['US', 'DE', 'GB', 'AU'])
    accounts.set(country, await stack.createAccount({ country, exempt: true }));
});
afterAll(() => stack.stop());

const accountIn = (country: string) => accounts.get(country) as TestAccount;

test.each([
  ['US', '5005550006', '+15005550006'],
  ['US', '(500) 555-0006', '+15005550006'],
  ['US', '1-500-555-0006', '+15005550006'],
  ['US', '500.555.0006', '+15005550006'],
  ['US', '011 49 30 901820', '+4930901820'],
  ['US', '+1 (500) 555-0006', '+15005550006'],
  ['US', 'tel:+1-500-555-0006', '+15005550006'],
  ['US', '  +15005550006  ', '+15005550006'],
  ['US', '\u202a+1 (500) 555\u20110006\u202c', '+15005550006'],
  ['US', '\ufeff500\u200b555\u200e0006', '+15005550006'],
  ['DE', '030 901820', '+4930901820'],
  ['DE', '030/90 18-20', '+4930901820'],
  ['DE', '0151 23456789', '+4915123456789'],
  ['DE', '+1 500 555 0006', '+15005550006'],
  ['DE', '0044 7700 900123', '+447700900123'],
  ['GB', '020 7946 0018', '+442079460018'],
  ['GB', '07700 900123', '+447700900123'],
  ['GB', '+44 (0) 7700 900123', '+447700900123'],
  ['GB', '00 49 30 901820', '+4930901820'],
  ['AU', '0412 345 678', '+61412345678'],
  ['AU', '(02) 5550 1234', '+61255501234'],
  ['AU', '0011 44 7700 900123', '+447700900123'],
  ['US', '+\u0661\u0665\u0660\u0660\u0665\u0665\u0665\u0660\u0660\u0660\u0666', '+15005550006'],
  ['US', '\uff0b\uff11\uff15\uff10\uff10\uff15\uff15\uff15\uff10\uff10\uff10\uff16', '+15005550006'],
])('in %s, %j is %s', async (country, address, normal) => {
  const { json } = await stack.send(accountIn(country), { address });
  expect(json.message).toMatchObject({ address, address_norm: normal });
});

test.each([
  ['empty', ''],
  ['spaces', '   '],
  ['letters', 'call me'],
  ['a vanity number', '1-800-FLOWERS'],
  ['an e-mail address', 'a@b.example'],
  ['a plus alone', '+'],
  ['two pluses', '++15005550006'],
  ['too short', '12'],
  ['a short code', '40404'],
  ['one digit too few', '+1500555000'],
  ['one digit too many', '+150055500061'],
  ['a country that is none', '+999123456789'],
  ['zeros', '+0000000000'],
  ['an extension', '+15005550006 ext. 5'],
  ['two numbers', '+15005550006,+15005550007'],
  ['a line break inside and a header', '+15005550006\r\nX: y'],
  ['65 characters', `+15005550006${' '.repeat(53)}`],
  ['thousands of characters', '5'.repeat(20_000)],
])('%s is no address', async (_name, address) => {
  const key = await stack.createKey(accountIn('US'));
  const { status, json } = await stack.post(path, key, { address, body: 'x' });
  expect([status, json.code]).toEqual([400, 'invalid_address']);
});

test('an address of 64 characters is accepted', async () => {
  const address = `+15005550006${' '.repeat(52)}`;
  const { json } = await stack.send(accountIn('US'), { address });
  expect(json.message).toMatchObject({ address, address_norm: '+15005550006' });
});

test("a national number is read in the account's own country, not the sender's before it", async () => {
  const address = '0412 345 678';
  const [german, australian] = await Promise.all([
    stack.send(accountIn('DE'), { address }),
    stack.send(accountIn('AU'), { address }),
  ]);
  expect(german.json.message.address_norm).toBe('+49412345678');
  expect(australian.json.message.address_norm).toBe('+61412345678');
});

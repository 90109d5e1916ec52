// Route gateway on the public interface: an account has it from its first number until its last is taken back, and it is chosen
// for a text that names no route while no phone is online.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idleCarrier } from '../support/idle_carrier.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const text = { address: '+15005550006', body: 'x' };
const number = '+12015550123';
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2, carriers: [idleCarrier('main'), idleCarrier('spare')] });
});
afterAll(() => stack.stop());

const refusalOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error: Error) => error.message.replace(/^\[\w+\] /, ''),
  );

/** What usage says, and what happens to a text for each route. */
async function ways(key: string) {
  const { json: usage } = await stack.get('/api/v1/usage', key);
  const sends = [];
  for (const route of [undefined, 'device', 'gateway']) {
    const { json } = await stack.post(path, key, { ...text, ...(route && { route }) });
    sends.push(json.message?.route ?? json.code);
  }
  return [usage.can_send, usage.reason, ...sends];
}

test('an account without a phone gets route gateway with its first number, and loses it with its last', async () => {
  const { admin } = stack.core;
  const { id, key } = await stack.createAccount({ paired: false });
  const none = [false, 'no_route', 'no_route', 'no_route', 'no_route'];
  expect(await ways(key)).toEqual(none);
  await admin.assignNumber({ accountId: id, carrier: 'main', number: '(201) 555-0123' });
  await admin.assignNumber({ accountId: id, carrier: 'spare', number: 'Acme' });
  expect(await ways(key)).toEqual([true, 'ok', 'gateway', 'no_route', 'gateway']);
  await admin.releaseNumber({ carrier: 'main', number });
  expect((await ways(key))[2]).toBe('gateway');
  await admin.releaseNumber({ carrier: 'spare', number: 'Acme' });
  expect(await ways(key)).toEqual(none);
});

test('a carrier is preferred to a phone that is offline, unless the text asks for the phone', async () => {
  const { id, key } = await stack.createAccount();
  expect(await ways(key)).toEqual([true, 'ok', 'device', 'device', 'no_route']);
  await stack.core.admin.assignNumber({ accountId: id, carrier: 'spare', number: '72404' });
  expect(await ways(key)).toEqual([true, 'ok', 'gateway', 'device', 'gateway']);
  await stack.core.admin.unpairDevice({ accountId: id, id: 1n });
  expect(await ways(key)).toEqual([true, 'ok', 'gateway', 'no_route', 'gateway']);
});

test('a replay keeps the route of its original, whatever routes exist by now', async () => {
  const { id, key } = await stack.createAccount();
  const first = await stack.post(path, key, { ...text, client_ref: 'r' });
  await stack.core.admin.assignNumber({ accountId: id, carrier: 'main', number: '555666' });
  const again = await stack.post(path, key, { ...text, client_ref: 'r' });
  expect([first.json.message.route, again.json.message.route]).toEqual(['device', 'device']);
  expect(again.json.message.id).toBe(first.json.message.id);
});

test('the operator learns what is wrong with a number', async () => {
  const { admin } = stack.core;
  const { id } = await stack.createAccount();
  const other = await stack.createAccount();
  const assign = (fields: object) =>
    refusalOf(admin.assignNumber({ accountId: id, carrier: 'main', number: '999111', ...fields }));
  expect(await assign({})).toBe('nothing');
  expect(await assign({ accountId: other.id })).toBe(
    'the number belongs to another account: release it first',
  );
  expect(await assign({ carrier: 'gone' })).toBe('carrier must be one of main, spare');
  expect(await assign({ accountId: 5n })).toBe('account not found');
  expect(await assign({ number: '' })).toMatch(/^number must be a phone number/);
  expect(await assign({ number: 'far too long a name' })).not.toContain('far too long');
  expect(await assign({ number: '1'.repeat(50_000) })).toMatch(/^number must be/);
  expect(await refusalOf(admin.releaseNumber({ carrier: 'main', number: '999112' }))).toBe(
    'number not found',
  );
  expect(await refusalOf(admin.releaseNumber({ carrier: 'x\u0000', number: '999111' }))).toBe(
    'number not found',
  );
  expect(await refusalOf(admin.listNumbers({ accountId: 5n }))).toBe('account not found');
  for (const cursor of ['', 'main', '/', 'a/b/c', `main/${'1'.repeat(40)}`, 'main/\u0000'])
    expect(await refusalOf(admin.listAllNumbers({ cursor }))).toMatch(/^cursor must be/);
});

test('numbers are listed page by page, of one account or of all', async () => {
  const { admin } = stack.core;
  const { id } = await stack.createAccount();
  const typed = ['700001', '700002', '700003', 'Zed', 'acme'];
  for (const each of typed) await admin.assignNumber({ accountId: id, carrier: 'spare', number: each });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.listNumbers({
      accountId: id,
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    });
    seen.push(...page.numbers.map((row) => row.number));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(typed);
  expect((await admin.listNumbers({ accountId: id })).numbers[0]).toMatchObject({
    carrier: 'spare',
    number: '700001',
    accountId: id,
  });
  expect((await admin.listAllNumbers({})).numbers.length).toBeGreaterThan(typed.length);
});

test('carriers are listed in the order in which they are asked', async () => {
  const { carriers } = await stack.core.admin.listCarriers({});
  expect(carriers.map(({ name, kind, priority, up }) => [name, kind, priority, up])).toEqual([
    ['main', 'idle', 50, false],
    ['spare', 'idle', 50, false],
  ]);
});

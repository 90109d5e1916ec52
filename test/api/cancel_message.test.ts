// DELETE /api/v1/messages: a waiting text is no longer sent; a text that may have left is not cancelled.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
});
afterAll(() => stack.stop());

const remove = (target: string, key: string, gateway = 0) =>
  stack.ask({ method: 'DELETE', path: `${path}${target}`, key }, gateway);

test('a cancelled text ends as failed, gives its unit back and appears in the feed; a repeat gets the same answer', async () => {
  const account = await stack.createAccount();
  const { json } = await stack.send(account, { client_ref: 'a' });
  const since = json.message.seq;
  const first = await remove(`/${json.message.id}`, account.key);
  expect(first.status).toBe(200);
  expect(first.json.message).toMatchObject({ id: json.message.id, status: 'failed' });
  expect(first.json.message.error).toMatch(/^cancelled: /);
  const again = await remove('?client_ref=a', account.key, 1);
  expect([again.status, again.json]).toEqual([200, first.json]);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(0);
  const feed = await stack.get(`${path}?since=${since}`, account.key);
  expect(feed.json.messages).toEqual([first.json.message]);
  // Its client_ref belongs to that text for ever.
  const replay = await stack.send(account, { client_ref: 'a' });
  expect([replay.headers['idempotent-replayed'], replay.json.message.status]).toEqual(['true', 'failed']);
});

test('a client that sets a content type on every request may cancel, and its empty body sends no text', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account)).json.message;
  const headers = { 'content-type': 'application/json', 'content-length': '0' };
  const ask = (method: string, target: string) =>
    stack.ask({ method, path: `${path}${target}`, key: account.key, headers });
  expect((await ask('DELETE', `/${id}`)).json.message.status).toBe('failed');
  const sent = await ask('POST', '');
  expect([sent.status, sent.json.code]).toEqual([400, 'invalid_request']);
});

test('the cancel of a text that may have left is refused with the reason', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account)).json.message;
  const sql = openInspector(stack.databaseUrl);
  await sql`update message set status = 'sending', device_id = 1 where account_id = ${account.id.toString()}`;
  await sql.end();
  const { status, json } = await remove(`/${id}`, account.key);
  expect([status, json.code]).toEqual([409, 'not_cancellable']);
  expect(json.error).toContain('handed over to a phone');
});

test('twenty cancels at once on two gateways give one unit back', async () => {
  const account = await stack.createAccount();
  await stack.send(account);
  const { id } = (await stack.send(account)).json.message;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => remove(`/${id}`, account.key, index % 2)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(1);
});

test.each([
  ['/0', 404],
  ['/x', 404],
  ['/99', 404],
  ['', 400],
  ['?client_ref=', 400],
  ['?client_ref=nobody', 404],
  [`?client_ref=${'x'.repeat(64)}`, 404],
  [`?client_ref=${'x'.repeat(65)}`, 400],
  ['?client_ref=a&client_ref=b', 400],
])('DELETE %s is refused with %i', async (target, expected) => {
  const { key } = await stack.createAccount();
  expect((await remove(target, key)).status).toBe(expected);
});

test('a text of another account is not found, like one that does not exist', async () => {
  const [mine, other] = [await stack.createAccount(), await stack.createAccount()];
  const { id } = (await stack.send(other, { client_ref: 'theirs' })).json.message;
  const answers = [await remove(`/${id}`, mine.key), await remove('?client_ref=theirs', mine.key)];
  expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
    [404, 'message not found'],
    [404, 'message not found'],
  ]);
});

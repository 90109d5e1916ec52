// GET /api/v1/messages: the change feed without waiting. A reader that passes next_since on sees every change once.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { notIntegers, repeated } from './integer_inputs.ts';

const path = '/api/v1/messages';
let stack: Stack;
const agents: RawAgent[] = [];

beforeAll(async () => {
  stack = await startStack();
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
});
afterAll(() => stack.stop());

/** Sends texts without the gateway, which would count them against the key's allowance. */
async function fill({ id }: TestAccount, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => ({
    accountId: id,
    address: '+15005550006',
    body: `text ${index + 1}`,
  }));
  for (let start = 0; start < count; start += 500)
    await stack.core.messages.sendMessages({ texts: texts.slice(start, start + 500) });
}
const ids = ({ json }: Answer) => json.messages.map(({ id }: { id: number }) => id);
const seqs = ({ json }: Answer) => json.messages.map(({ seq }: { seq: number }) => seq);

async function link(account: TestAccount): Promise<RawAgent> {
  const agent = await RawAgent.linked(stack.core, account.deviceToken);
  agents.push(agent);
  return agent;
}

test('an empty feed says where to go on', async () => {
  const { key } = await stack.createAccount();
  const { status, json } = await stack.get(path, key);
  expect(status).toBe(200);
  expect(json).toStrictEqual({ messages: [], next_since: 0, has_more: false });
});

test('texts come in ascending order of seq, as documented', async () => {
  const account = await stack.createAccount();
  await fill(account, 3);
  const page = await stack.get(path, account.key);
  expect(seqs(page)).toEqual([1, 2, 3]);
  expect(page.json).toMatchObject({ next_since: 3, has_more: false });
});

test('a page that ends early says that there is more; reading on gives each text once', async () => {
  const account = await stack.createAccount();
  await fill(account, 7);
  const first = await stack.get(`${path}?limit=3`, account.key);
  expect([ids(first), first.json.next_since, first.json.has_more]).toEqual([[1, 2, 3], 3, true]);
  const second = await stack.get(`${path}?limit=3&since=${first.json.next_since}`, account.key);
  expect([ids(second), second.json.has_more]).toEqual([[4, 5, 6], true]);
  const third = await stack.get(`${path}?limit=3&since=${second.json.next_since}`, account.key);
  expect([ids(third), third.json.has_more]).toEqual([[7], false]);
  const last = await stack.get(`${path}?limit=3&since=${third.json.next_since}`, account.key);
  expect(last.json).toEqual({ messages: [], next_since: third.json.next_since, has_more: false });
});

test('a page that ends exactly with the feed has no more', async () => {
  const account = await stack.createAccount();
  await fill(account, 3);
  expect((await stack.get(`${path}?limit=3`, account.key)).json.has_more).toBe(false);
  expect((await stack.get(`${path}?limit=2`, account.key)).json.has_more).toBe(true);
});

test('a limit is 100 when left out, and any other is brought between 1 and 500', async () => {
  const account = await stack.createAccount();
  await fill(account, 502);
  for (const [query, expected] of [
    ['', 100],
    ['limit=499', 499],
    ['limit=500', 500],
    ['limit=501', 500],
    ['limit=99999999999999999999', 500],
    ['limit=1', 1],
    ['limit=0', 1],
    ['limit=-1', 1],
    ['limit=-99999999999999999999', 1],
    ['limit=007', 7],
  ] as const)
    expect([query, ids(await stack.get(`${path}?${query}`, account.key)).length]).toEqual([query, expected]);
});

test('a since below the feed reads from its start; a since above it gets an empty page that is marked as ahead', async () => {
  const account = await stack.createAccount();
  await fill(account, 2);
  for (const since of ['-1', '0', '-0', '-99999999999999999999'])
    expect(ids(await stack.get(`${path}?since=${since}`, account.key))).toEqual([1, 2]);
  const upToDate = await stack.get(`${path}?since=2`, account.key);
  expect(upToDate.json).toEqual({ messages: [], next_since: 2, has_more: false });
  const ahead = { messages: [], has_more: false, cursor_ahead: true, newest_seq: 2 };
  for (const since of [3, 1_000_000, Number.MAX_SAFE_INTEGER]) {
    const { json } = await stack.get(`${path}?since=${since}`, account.key);
    expect(json).toEqual({ ...ahead, next_since: since });
  }
  const huge = await stack.get(`${path}?since=99999999999999999999`, account.key);
  expect(huge.json).toEqual({ ...ahead, next_since: Number.MAX_SAFE_INTEGER });
});

test.each(['since', 'limit', 'wait'])('a %s that is not an integer is 400 and is named', async (name) => {
  const { key } = await stack.createAccount();
  for (const query of [...notIntegers.map((value) => `${name}=${value}`), repeated(name), name]) {
    const { status, json } = await stack.get(`${path}?${query}`, key);
    expect([query, status, json.code]).toEqual([query, 400, 'invalid_request']);
    expect(json.error).toContain(name);
  }
});

test('unknown parameters are ignored', async () => {
  const account = await stack.createAccount();
  await fill(account, 1);
  const page = await stack.get(`${path}?foo=1&since[]=9&account_id=1&__proto__=x&limit=5`, account.key);
  expect(ids(page)).toEqual([1]);
});

test('a text that changed appears once, at its newest seq', async () => {
  const account = await stack.createAccount();
  await fill(account, 2);
  const agent = await link(account);
  const job = await agent.expect('job');
  await agent.expect('job');
  agent.report(job, 1);
  await agent.expect('reportAck');
  const page = await stack.get(path, account.key);
  expect(ids(page)).toEqual([2, 1]);
  expect(page.json.messages.map(({ status }: { status: string }) => status)).toEqual(['sending', 'sent']);
  expect(page.json.messages[1]).toMatchObject({ sent_at: expect.any(String), delivered_at: null });
  const before = seqs(page)[0];
  expect(ids(await stack.get(`${path}?since=${before}`, account.key))).toEqual([1]);
});

test('an inbound text appears as received, with the sender as given and normalized', async () => {
  const account = await stack.createAccount({ plan: '' });
  const agent = await link(account);
  for (const [inboundId, address] of [
    ['a', '5005550123'],
    ['b', 'MyBank'],
    ['c', '40404'],
  ] as const) {
    agent.send({ case: 'inbound', value: { inboundId, address, body: `hi ${inboundId}` } });
    await agent.expect('inboundAck');
  }
  const page = await stack.get(path, account.key);
  const shown = page.json.messages.map((message: Record<string, unknown>) => [
    message.direction,
    message.status,
    message.address,
    message.address_norm,
    message.body,
  ]);
  expect(shown).toEqual([
    ['in', 'received', '5005550123', '+15005550123', 'hi a'],
    ['in', 'received', 'MyBank', 'MyBank', 'hi b'],
    ['in', 'received', '40404', '40404', 'hi c'],
  ]);
});

test('the feed holds no text of another account, and its seqs reveal nothing about one', async () => {
  const [mine, other] = [await stack.createAccount(), await stack.createAccount()];
  await fill(other, 5);
  await fill(mine, 1);
  await fill(other, 5);
  await fill(mine, 1);
  const page = await stack.get(path, mine.key);
  expect([ids(page), seqs(page)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

// What hosts of the Model Context Protocol send besides what the protocol says: each of it is answered.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

const recipient = '+15005550006';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

const textsOf = async (accountId: bigint) =>
  (await stack.core.messages.listMessages({ accountId, limit: 100 })).messages.length;

const post = (key: string, body: unknown, headers = {}) =>
  fetch(`${stack.gateways[0]?.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
const callOf = (name: string, given: unknown = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
});

test.each([
  ['application/json', /^application\/json/],
  ['text/event-stream', /^text\/event-stream/],
  ['*/*', /./],
  ['', /./],
  ['image/png', /./],
  ['application/*, text/*', /./],
  ['application/json;q=0.9, */*;q=0.1', /./],
  ['text/event-stream;q=0, */*', /^application\/json/],
])('a client that accepts %j is answered in a type that it takes', async (accept, type) => {
  const { key } = await stack.createAccount();
  for (const asked of [{ jsonrpc: '2.0', id: 7, method: 'tools/list' }, callOf('get_usage')]) {
    const answer = await post(key, asked, { accept });
    const text = await answer.text();
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)]);
    expect(JSON.parse(isStream ? text.slice(text.indexOf('{')) : text)).toMatchObject({ result: {} });
  }
});

test('what hosts add, leave null or write as text is no fault, and what may be misspelt is one', async () => {
  const account = await stack.createAccount();
  const text = { address: recipient, body: 'x' };
  const taken: [string, unknown][] = [
    ['get_usage', null],
    ['get_usage', ''],
    ['send_text', { ...text, client_ref: null, send_at: null, from: null }],
    ['send_text', { ...text, body: 'y', toolCallId: 'c1', sessionId: 'abc', chatInput: 'hi' }],
    ['send_text', JSON.stringify({ ...text, body: 'z' })],
  ];
  for (const [name, given] of taken) {
    const said = await (await post(account.key, callOf(name, given))).text();
    expect(said).toContain('structuredContent');
    expect(said).not.toContain('isError');
  }
  expect(await textsOf(account.id)).toBe(3);
  for (const given of [
    { ...text, sendAt: '2030-01-01T00:00:00Z' },
    { ...text, client_reff: 'a' },
    'no JSON',
    5,
  ])
    expect(await (await post(account.key, callOf('send_text', given))).text()).toMatch(/error/i);
  const listed = await post(account.key, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: null });
  expect(await listed.text()).toContain('send_text');
  expect(await textsOf(account.id)).toBe(3);
});

test('the address may end with a slash', async () => {
  const { key } = await stack.createAccount();
  const answer = await fetch(`${stack.gateways[0]?.url}/mcp/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('result')]);
});

test('a batch is answered message by message, each counted as a request', async () => {
  const account = await stack.createAccount();
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const noted = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const sends = ['a', 'b'].map((body, index) => ({
    ...callOf('send_text', { address: recipient, body }),
    id: 10 + index,
  }));
  const answer = await post(account.key, [ping(1), noted, ...sends, ping(2)], { accept: 'application/json' });
  expect(answer.status).toBe(200);
  const messages = (await answer.json()) as { id: number; result: object }[];
  expect(messages.map(({ id }) => id)).toEqual([1, 10, 11, 2]);
  expect(await textsOf(account.id)).toBe(2);
  expect(answer.headers.get('ratelimit')).toContain(`r=${120 - 5};`);
  const unanswered = await post(account.key, [noted, noted]);
  expect([unanswered.status, await unanswered.text()]).toEqual([202, '']);
});

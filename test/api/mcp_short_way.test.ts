// Most calls at /mcp take a shorter way than that of the official library. No client must notice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimit } from '../../gateway/errors/rate_limit.ts';
import { type Stack, startStack } from '../support/stack.ts';

const recipient = '+15005550006';
const ofLibrary = 'io.modelcontextprotocol/';
const client = {
  [`${ofLibrary}protocolVersion`]: '2026-07-28',
  [`${ofLibrary}clientInfo`]: { name: 'judge', version: '1' },
  [`${ofLibrary}clientCapabilities`]: {},
};
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

/** What a call is answered. What `meta` has besides a client's description is nothing that the short way knows. */
async function call(key: string, [name, given]: [string, object], meta: object, headers: object) {
  const answer = await fetch(`${stack.gateways[0]?.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: given, _meta: meta },
    }),
  });
  return [answer.status, answer.headers.get('content-type'), await answer.text()];
}

test('a call is answered the same, whether it takes the short way or that of the library', async () => {
  const { key } = await stack.createAccount();
  const sent = { address: recipient, body: 'x', client_ref: 'r' };
  await call(key, ['send_text', sent], {}, {});
  const calls: [string, object][] = [
    ['get_text', { id: 1 }],
    ['get_text', { id: 99 }],
    ['list_threads', {}],
    ['list_threads', { cursor: '?' }],
    ['read_thread', { address: recipient }],
    ['read_thread', { address: 'nobody' }],
    ['wait_for_changes', { since: 0, wait: 0 }],
    ['list_opt_outs', {}],
    ['send_text', sent],
    ['send_text', { address: 'nobody', body: 'x' }],
    ['send_text', { address: recipient, body: '' }],
    ['send_text', { address: recipient, body: 'x', client_ref: 'r'.repeat(300) }],
    ['ask', { id: 1, since: 0, wait: 0 }],
    ['cancel_text', { client_ref: 'none' }],
    ['cancel_text', { client_ref: 'r' }],
  ];
  for (const one of calls)
    for (const [meta, headers] of [
      [{}, {}],
      [client, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': one[0] }],
    ] as const) {
      const byLibrary = await call(key, one, { ...meta, 'judge/other': 1 }, headers);
      expect(await call(key, one, meta, headers)).toEqual(byLibrary);
      expect(byLibrary[0]).toBe(200);
    }
});

test('of a thousand calls at once each is answered: those of the allowance of their key, and all others as too many', async () => {
  const account = await stack.createAccount();
  const keys = await Promise.all(Array.from({ length: 8 }, () => stack.createKey(account)));
  const many = 1_000;
  const answers = await Promise.all(
    Array.from({ length: many }, (_, index) => call(keys[index % 8] as string, ['get_usage', {}], {}, {})),
  );
  const said = answers.map(([status, , text]) => {
    const isRefused = /rate_limited.+retry_after_seconds/.test(String(text));
    return isRefused ? 'refused' : status === 200 && String(text).includes('texts_remaining');
  });
  const allowed = 8 * rateLimit;
  expect([said.filter((one) => one === true).length, said.filter((one) => one === 'refused').length]).toEqual(
    [allowed, many - allowed],
  );
});

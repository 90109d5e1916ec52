// The generated client against the real service: what an integrator's compiler knows is what is answered.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestClient } from '../support/client/rest_client.ts';
import type { TestAccount } from '../support/core.ts';
import { createPlatform } from '../support/platform.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
const clientFor = (key: string) => createRestClient(stack.gateways[0]?.url ?? '', key);

beforeAll(async () => {
  stack = await startStack({ billing: { provider: 'sandbox' } });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

test('a client sends, waits for the reply, and reads the conversation and its usage', async () => {
  const client = clientFor(account.key);
  const agent = await RawAgent.linked(stack.core, account.deviceToken);
  const body = { address: '+15005550006', body: 'Is Tuesday fine?', client_ref: 'question' };
  const sent = await client('POST /messages', { body });
  expect([sent.response.status, sent.error, sent.data?.message?.status]).toEqual([200, undefined, 'queued']);
  const again = await client('POST /messages', { body });
  expect(again.response.headers.get('idempotent-replayed')).toBe('true');
  expect(again.data?.message?.id).toBe(sent.data?.message?.id);
  await agent.submit();

  let since = sent.data?.message?.seq ?? 0;
  const waitForReply = async () => {
    for (;;) {
      const { data } = await client('GET /messages', { query: { since, wait: 25 } });
      const reply = data?.messages.find(({ direction }) => direction === 'in');
      if (reply) return reply;
      since = data?.next_since ?? since;
    }
  };
  const waiting = waitForReply();
  agent.send({
    case: 'inbound',
    value: { inboundId: 'one', address: '+15005550006', body: 'Yes', receivedAt: { seconds: 1n, nanos: 0 } },
  });
  const reply = await waiting;
  expect(reply).toMatchObject({ body: 'Yes', status: 'received', address_norm: '+15005550006' });

  const one = await client('GET /messages/{id}', { path: { id: reply.id } });
  expect(one.data?.message).toEqual(reply);
  const threads = await client('GET /threads', { query: { limit: 1 } });
  expect(threads.data?.threads).toMatchObject([{ address_norm: '+15005550006', message_count: 2 }]);
  const thread = await client('GET /threads/{address}/messages', {
    path: { address: '+15005550006' },
  });
  expect(thread.data?.messages.map(({ body: text }) => text)).toEqual(['Yes', 'Is Tuesday fine?']);
  const usage = await client('GET /usage');
  expect(usage.data).toMatchObject({ texts_used: 1, can_send: true, reason: 'ok' });
  const me = await client('GET /me');
  expect(me.data?.usage).toEqual(usage.data);
  await agent.close();
});

test('a client changes its plan, and a platform does so for it', async () => {
  const fresh = await stack.createAccount({ plan: '' });
  const platform = await createPlatform(stack.core, fresh);
  const tiers = await clientFor(fresh.key)('GET /tiers');
  expect(tiers.data?.tiers.map(({ plan }) => plan)).toEqual(['starter', 'growth', 'pro']);
  const own = await clientFor(fresh.key)('POST /plan', { body: { plan: 'growth' } });
  expect(own.data).toMatchObject({ applied: false, changed: false, method: 'checkout' });
  const accounts = await clientFor(platform.key)('GET /accounts');
  const id = accounts.data?.accounts[0]?.id ?? 0;
  const linked = await clientFor(platform.key)('POST /plan', {
    body: { plan: 'growth' },
    account: id,
  });
  expect(linked.data?.checkout_url).toBe(own.data?.checkout_url);
});

test('a refusal has a code that a program can act on', async () => {
  const { error, response } = await clientFor(account.key)('POST /messages', {
    body: { address: '12', body: 'hello' },
  });
  expect([response.status, error?.code]).toEqual([400, 'invalid_address']);
  const unknown = await clientFor('svc_live_nobody')('GET /usage');
  expect([unknown.response.status, unknown.error?.code]).toEqual([401, 'invalid_api_key']);
});

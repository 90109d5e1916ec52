// Texts that a person approves, as people and programs use them: in the console, by a link, and with a phone that would send them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSimulatedInspector } from '../simulation/inspector.ts';
import { pairDirectory, startSimulatedAgent } from '../simulation/simulated_agent.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const to = '+15005550006';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let key: string;
let keyId: number;
let inspect: Awaited<ReturnType<typeof openSimulatedInspector>>;
type Ask = (method: string, path: string, body?: object) => Promise<Answer>;
let member: Ask;
let viewer: Ask;
let outsider: Ask;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, publicUrl: 'https://texts.example/' });
  inspect = await openSimulatedInspector(service);
  account = await stack.createAccount();
  const other = await stack.createAccount();
  const asking = async (id: bigint, role: 'viewer' | 'member' | 'admin'): Promise<Ask> => {
    const { secret } = await createUser(stack.databaseUrl, { roles: [[id, role]] });
    return (method, path, body) =>
      stack.ask(consoleAsk(path, secret, { method, account: id, ...(body && { body }) }));
  };
  const admin = await asking(account.id, 'admin');
  [member, viewer, outsider] = await Promise.all([
    asking(account.id, 'member'),
    asking(account.id, 'viewer'),
    asking(other.id, 'admin'),
  ]);
  const made = await admin('POST', '/keys', { label: 'agent', policy: { require_approval: 'always' } });
  [key, keyId] = [made.json.secret, made.json.key.id];
  const url = `http://127.0.0.1:${stack.core.device.port}`;
  await startSimulatedAgent(service, pairDirectory(service, { url, token: account.deviceToken }));
});
afterAll(async () => {
  await inspect?.end();
  await service?.end();
});

const codeOf = ({ status, json }: Answer) => [status, json.code];
const open: Ask = (method, path, body) =>
  stack.ask({
    method,
    path: `/api/v1${path}`,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(body && { body }),
  });
const send = async (fields: object = {}) =>
  (await stack.post('/api/v1/messages', key, { address: to, body: 'x', ...fields })).json.message;
const read = async (id: number) => (await stack.get(`/api/v1/messages/${id}`, account.key)).json.message;
/** Whether it has left once the phone has had time for it. */
async function hasLeft(id: number): Promise<boolean> {
  await service.simulation.run('5 s');
  return (await read(id)).sent_at !== null;
}
const decide = (id: number, decision: string, ask = member) => ask('POST', `/approvals/${id}`, { decision });

async function linkOf(id: number): Promise<string> {
  const { status, json } = await member('POST', `/approvals/${id}/link`);
  expect(status).toBe(200);
  const [, token] = /^https:\/\/texts\.example\/approve-text#token=(svc_approve_\w+)$/.exec(json.link) ?? [];
  return token ?? json.link;
}
const byLink = (token: string, decision = 'approve') =>
  open('POST', '/console/approval-links/decide', { token, decision });
const readLink = (token: string) => open('POST', '/console/approval-links/read', { token });

test('a phone gets a waiting text only once it is approved, and the person finds it in both lists', async () => {
  const text = await send();
  expect(text).toMatchObject({ status: 'queued', awaiting: 'approval', send_at: null });
  const plain = (await stack.send(account)).json.message;
  expect(plain.awaiting).toBeNull();
  expect(await hasLeft(plain.id)).toBe(true);
  expect(await read(text.id)).toMatchObject({ status: 'queued', awaiting: 'approval' });
  const events = (await stack.get(`/api/v1/messages/${text.id}/events`, account.key)).json;
  expect(events.waiting_for).toMatchObject({ what: 'approval', until: expect.any(String) });

  const waiting = (await member('GET', `/approvals?asked_by=${keyId}`)).json.approvals;
  expect(waiting).toMatchObject([
    { message_id: text.id, address_norm: to, body: 'x', key_id: keyId, key_label: 'agent', decision: null },
  ]);
  expect((await member('GET', `/approvals?asked_by=${keyId + 1}`)).json.approvals).toEqual([]);
  const { json } = await decide(text.id, 'approve');
  expect(json.approval).toMatchObject({
    decision: 'approved',
    user_id: expect.any(Number),
    by_link: false,
  });
  expect(await hasLeft(text.id)).toBe(true);
  expect((await member('GET', '/approvals')).json.approvals).toEqual([]);
  const decided = (await member('GET', '/approvals?state=decided')).json.approvals;
  expect(decided).toMatchObject([{ message_id: text.id, decision: 'approved' }]);
});

describe('who decides', () => {
  test('no key, whatever its scopes: a program cannot approve its own texts', async () => {
    const { id } = await send();
    for (const [method, path, body] of [
      ['GET', '/approvals', undefined],
      ['POST', `/approvals/${id}`, { decision: 'approve' }],
      ['POST', `/approvals/${id}/link`, undefined],
    ] as const)
      for (const asking of [key, account.key]) {
        const answer = await stack.ask({
          method,
          path: `/api/v1${path}`,
          key: asking,
          ...(body && { body }),
        });
        expect([path, codeOf(answer)]).toEqual([path, [403, 'forbidden']]);
      }
    expect((await read(id)).awaiting).toBe('approval');
  });

  test('no viewer, and nobody of another account', async () => {
    const { id } = await send();
    for (const path of [`/approvals/${id}`, `/approvals/${id}/link`]) {
      const body = path.endsWith('link') ? undefined : { decision: 'approve' };
      expect(codeOf(await viewer('POST', path, body))).toEqual([403, 'forbidden']);
      expect(codeOf(await outsider('POST', path, body))).toEqual([404, 'not_found']);
    }
    expect(codeOf(await viewer('GET', '/approvals'))).toEqual([403, 'forbidden']);
    expect((await outsider('GET', '/approvals')).json.approvals).toEqual([]);
    expect((await read(id)).awaiting).toBe('approval');
  });

  test('about a text that never waited nobody can', async () => {
    const { id } = (await stack.send(account)).json.message;
    for (const one of [id, 999_999]) expect(codeOf(await decide(one, 'approve'))).toEqual([404, 'not_found']);
    expect(codeOf(await decide(id, 'perhaps'))).toEqual([400, 'invalid_request']);
  });
});

describe('a link', () => {
  test('shows its text, decides about it once, and says so the second time', async () => {
    const { id } = await send();
    const token = await linkOf(id);
    for (let look = 0; look < 2; look++)
      expect((await readLink(token)).json.approval).toMatchObject({
        body: 'x',
        account_name: 'Test',
        decision: null,
      });
    expect((await byLink(token)).json.approval).toMatchObject({
      decision: 'approved',
      by_link: true,
      user_id: null,
    });
    for (const decision of ['approve', 'reject'])
      expect(codeOf(await byLink(token, decision))).toEqual([409, 'approval_not_pending']);
    expect(codeOf(await readLink(token))).toEqual([409, 'approval_not_pending']);
    expect(await hasLeft(id)).toBe(true);
  });

  test('that many use at once counts once', async () => {
    const token = await linkOf((await send()).id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => byLink(token, n % 2 ? 'approve' : 'reject')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test('does nothing if a newer link replaced it, or if it is cut off or made up', async () => {
    const { id } = await send();
    const old = await linkOf(id);
    const token = await linkOf(id);
    for (const wrong of [old, token.slice(0, -1), `${token}x`, 'x', `svc_approve_${'a'.repeat(43)}`]) {
      expect(codeOf(await readLink(wrong))).toEqual([410, 'link_expired']);
      expect(codeOf(await byLink(wrong))).toEqual([410, 'link_expired']);
    }
    expect((await read(id)).awaiting).toBe('approval');
    expect((await byLink(token, 'reject')).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'failed', awaiting: null });
    expect(codeOf(await member('POST', `/approvals/${id}/link`))).toEqual([409, 'approval_not_pending']);
  });

  test('decides nothing after the text’s time, nor after it was cancelled', async () => {
    const [late, cancelled] = [await send(), await send()];
    const tokens = [await linkOf(late.id), await linkOf(cancelled.id)];
    await inspect`update approval set expires_at = now() - interval '1 second'
      where account_id = ${account.id} and message_id = ${late.id}`;
    await stack.ask({ method: 'DELETE', path: `/api/v1/messages/${cancelled.id}`, key });
    for (const token of tokens) expect(codeOf(await byLink(token))).toEqual([409, 'approval_not_pending']);
    expect((await read(late.id)).status).not.toBe('sent');
    expect((await read(cancelled.id)).error).toMatch(/^cancelled: /);
  });
});

test('GET /me shows a key that its texts need approval', async () => {
  expect((await stack.get('/api/v1/me', key)).json.key.policy.require_approval).toBe('always');
});

test('an incoming webhook’s texts wait for its key’s person, too', async () => {
  const incomingWebhook = { template: 'alert', recipients: [to] };
  const ask = { method: 'PUT', path: '/api/v1/incoming-webhooks/alerts', body: incomingWebhook };
  // An incoming webhook sends for whoever calls it: a key whose own texts wait may not change it.
  expect((await stack.ask({ ...ask, key })).status).toBe(403);
  expect((await stack.ask({ ...ask, key: account.key })).status).toBe(200);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const called = { method: 'POST', path: '/hooks/alerts', headers, body: '{}' };
  const { json } = await service.simulation.during(sendRequest(stack.gateways[0]?.url ?? '', called));
  const [{ id }] = json.messages;
  expect((await read(id)).awaiting).toBe('approval');
});

test('an impossible policy of approval is refused', async () => {
  const { secret } = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  const make = (policy: object) =>
    stack.ask(consoleAsk('/keys', secret, { method: 'POST', account: account.id, body: { policy } }));
  for (const policy of [
    { require_approval: 'sometimes' },
    { require_approval: null },
    { approve: 'always' },
    { require_approval: 'always', scopes: ['read'] },
  ])
    expect(codeOf(await make(policy))).toEqual([400, 'invalid_request']);
  expect((await make({ ['x'.repeat(41)]: 1 })).json.error).toBe(
    `"${'x'.repeat(40)}" is not a field of policy`,
  );
});

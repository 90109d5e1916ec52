// What a key may not do around its own policy: by what sends for it, and by what others have sent.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSid, messageSid } from '../../runtime/interfaces/twilio_words.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { callTool } from '../support/mcp_call.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { askTwilio } from '../support/twilio_program.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const elsewhere = '+447400123456';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let secret: string;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, servesTwilio: true, servesSmsgate: true });
  account = await stack.createAccount();
  ({ secret } = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] }));
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const inAnHour = () => new Date(service.simulation.time.nowMs() + 3_600_000).toISOString();

/** A new key with a policy, as an admin makes it in the console. */
async function keyWith(policy: object): Promise<{ id: number; key: string }> {
  const body = { label: 'agent', policy };
  const { status, json } = await stack.ask(
    consoleAsk('/keys', secret, { method: 'POST', account: account.id, body }),
  );
  expect([status, json.error]).toEqual([200, undefined]);
  return { id: json.key.id, key: json.secret };
}
const codeOf = ({ status, json }: Answer) => [status, json.code];

test('a key with limits on its texts cannot get around them with a broadcast; a key with other limits may make one', async () => {
  const make = async (policy: object) => {
    const { key } = await keyWith(policy);
    const { json } = await stack.post('/api/v1/broadcasts', key, { name: 'Hours', template: 'Hello' });
    const path = `/api/v1/broadcasts/${json.broadcast.id}`;
    const body = { recipients: [{ number: 1, address: elsewhere, fields: {} }] };
    expect((await stack.ask({ method: 'PUT', path: `${path}/recipients`, key, body })).status).toBe(200);
    return { key, path };
  };
  for (const policy of [
    { recipients: ['+1500*'] },
    { per_day: 5 },
    { from: 'device:1' },
    { require_approval: 'always' },
  ]) {
    const { key, path } = await make(policy);
    for (const move of ['start', 'resume', 'pause', 'cancel'])
      expect(codeOf(await stack.post(`${path}/${move}`, key, {}))).toEqual([403, 'key_scope']);
  }
  const { key, path } = await make({ ends_at: inAnHour() });
  expect((await stack.post(`${path}/start`, key, {})).status).toBe(200);
});

test('a key with limits on its texts changes nothing that sends for others by itself: no incoming webhook and no keyword reply', async () => {
  const incomingWebhook = { template: 'Hello', recipients: [elsewhere] };
  const { key: open } = await keyWith({ scopes: ['read', 'send', 'manage'] });
  expect(
    (
      await stack.ask({
        method: 'PUT',
        path: '/api/v1/incoming-webhooks/alerts',
        key: open,
        body: incomingWebhook,
      })
    ).status,
  ).toBe(200);
  const { key } = await keyWith({ recipients: ['+1500*'] });
  for (const [method, path, body] of [
    ['PUT', '/incoming-webhooks/alerts', incomingWebhook],
    ['DELETE', '/incoming-webhooks/alerts', undefined],
    ['PUT', '/opt-outs/settings', { help_reply: 'Hello' }],
  ] as const) {
    const answer = await stack.ask({ method, path: `/api/v1${path}`, key, ...(body && { body }) });
    expect([path, codeOf(answer)]).toEqual([path, [403, 'key_scope']]);
  }
});

/** Every way to cancel a text, each with whether it was cancelled and the refusal's status. */
const cancels: Readonly<Record<string, (key: string, id: number, ref: string) => Promise<boolean | number>>> =
  {
    'by id': async (key, id) => {
      const { status } = await stack.ask({ method: 'DELETE', path: `/api/v1/messages/${id}`, key });
      return status === 200 || status;
    },
    'by client_ref': async (key, _id, ref) => {
      const { status } = await stack.ask({
        method: 'DELETE',
        path: `/api/v1/messages?client_ref=${ref}`,
        key,
      });
      return status === 200 || status;
    },
    'by Twilio’s interface': async (key, id) => {
      const path = `/2010-04-01/Accounts/${accountSid(account.id)}/Messages/${messageSid({ accountId: account.id, id: BigInt(id) })}.json`;
      const asked = { account: { id: account.id, key }, method: 'POST', form: { Status: 'canceled' } };
      const { status } = await during(askTwilio(gatewayUrl(), path, asked));
      return status === 200 || status;
    },
    'by SMSGate’s interface': async (key, _id, ref) => {
      const asked = { method: 'DELETE', path: `${smsgatePath}/messages/${ref}`, key };
      const { status } = await during(sendRequest(gatewayUrl(), asked));
      return status === 200 || status;
    },
    'by a tool over MCP': async (key, id) => {
      const { isError, said } = await during(callTool(gatewayUrl(), key, 'cancel_text', { id }));
      return isError ? Number(said.code === 'key_scope' && 403) : true;
    },
  };
const gatewayUrl = () => stack.gateways[0]?.url ?? '';

test.each(Object.entries(cancels))(
  'a key with limits on its texts cancels %s only those that it sent',
  async (way, cancel) => {
    const send_at = inAnHour();
    let refs = 0;
    /** Sends a text for later, by the interface that is to cancel it. */
    const send = async (key: string) => {
      const ref = `${way.length}-${++refs}`;
      if (way.includes('SMSGate')) {
        const body = {
          id: ref,
          textMessage: { text: 'x' },
          phoneNumbers: ['+15005550006'],
          scheduleAt: send_at,
        };
        await during(
          sendRequest(gatewayUrl(), { method: 'POST', path: `${smsgatePath}/messages`, key, body }),
        );
        return { id: 0, ref };
      }
      const body = { address: '+15005550006', body: 'x', client_ref: ref, send_at };
      const { json } = await stack.post('/api/v1/messages', key, body);
      return { id: json.message.id as number, ref };
    };
    const { key: open } = await keyWith({ scopes: ['read', 'send', 'manage'] });
    const another = (await keyWith({ per_day: 5 })).key;
    for (const policy of [
      { recipients: ['+1500*'] },
      { per_day: 9 },
      { require_approval: 'new_recipients' },
    ]) {
      const { key } = await keyWith(policy);
      for (const foreign of [await send(open), await send(another), await send(account.key)]) {
        expect(await cancel(key, foreign.id, foreign.ref)).toBe(403);
        // Nothing happened to it: a key without such limits still cancels it.
        expect(await cancel(open, foreign.id, foreign.ref)).toBe(true);
        expect(await cancel(key, foreign.id, foreign.ref)).toBe(403);
      }
      const own = await send(key);
      expect(await cancel(key, own.id, own.ref)).toBe(true);
    }
  },
);

test('the refusal of a cancel is listed with the key', async () => {
  const { id, key } = await keyWith({ per_day: 5 });
  const foreign = await stack.post('/api/v1/messages', account.key, {
    ...{ address: '+15005550006', body: 'x', send_at: inAnHour() },
  });
  const path = `/api/v1/messages/${foreign.json.message.id}`;
  expect(codeOf(await stack.ask({ method: 'DELETE', path, key }))).toEqual([403, 'key_scope']);
  await service.simulation.run('5 s');
  const { json } = await stack.ask(consoleAsk(`/keys/${id}/refusals`, secret, { account: account.id }));
  expect(json.refusals[0]?.message).toContain('cancels only those that it sent');
});

test('a client_ref gets a key that does not read, or has ended, the text’s id and status, but not its words', async () => {
  const { key: open } = await keyWith({ scopes: ['read', 'send', 'manage'] });
  const ref = `ref-${Math.random()}`;
  const again = (key: string) =>
    stack.post('/api/v1/messages', key, {
      address: '+15005550006',
      body: 'words of another',
      client_ref: ref,
    });
  const sent = (await again(open)).json.message;
  const ended = await keyWith({ ends_at: inAnHour() });
  const hash = createHash('sha256').update(ended.key).digest();
  const inspect = openInspector(stack.databaseUrl);
  await inspect`update api_key set policy = jsonb_set(policy, '{endsAtMs}', '1000') where hash = ${hash}`;
  await inspect.end();
  for (const key of [
    (await keyWith({ scopes: ['send'] })).key,
    (await keyWith({ scopes: ['manage'] })).key,
    ended.key,
  ]) {
    const { status, json } = await again(key);
    expect([status, json.message.id, json.message.body]).toEqual([200, sent.id, '']);
  }
  const { json } = await again((await keyWith({ scopes: ['read', 'send'] })).key);
  expect(json.message.body).toBe('words of another');
});

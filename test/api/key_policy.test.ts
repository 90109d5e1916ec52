// A key's policy on every interface: a refusal has the same words everywhere.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { askTwilio } from '../support/twilio_program.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const to = '+15005550006';
const elsewhere = '+447400123456';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let admin: (method: string, path: string, body?: object) => Promise<Answer>;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, servesTwilio: true, servesSmsgate: true });
  account = await stack.createAccount();
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  admin = (method, path, body) =>
    stack.ask(consoleAsk(path, user.secret, { method, account: account.id, ...(body && { body }) }));
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const inAnHour = () => new Date(service.simulation.time.nowMs() + 3_600_000).toISOString();

/** A new key with a policy, as an admin makes it in the console. */
async function keyWith(policy: object): Promise<{ id: number; key: string }> {
  const { status, json } = await admin('POST', '/keys', { label: 'agent', policy });
  expect([status, json.error]).toEqual([200, undefined]);
  return { id: json.key.id, key: json.secret };
}

const text = (address = to, fields: object = {}) => ({ address, body: 'x', ...fields });
const send = (key: string, address = to, fields: object = {}) =>
  stack.post('/api/v1/messages', key, text(address, fields));
const codeOf = ({ status, json }: Answer) => [status, json.code];

describe('the policy is enforced by', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await keyWith({ recipients: ['+1500*'] }));
  });

  test('a send', async () => {
    expect((await send(key)).status).toBe(200);
    const refused = await send(key, elsewhere);
    expect(codeOf(refused)).toEqual([403, 'recipient_not_allowed']);
    expect(refused.json.error).toContain('its list, which has 1');
    expect(refused.text).not.toContain('+1500');
  });

  test('a send whose key is admitted first: with a national number, or with a named account', async () => {
    expect(codeOf(await send(key, '(202) 555-0106'))).toEqual([403, 'recipient_not_allowed']);
    const named = { 'X-SVC-Account': String(account.id) };
    expect(codeOf(await stack.post('/api/v1/messages', key, text(elsewhere), named))).toEqual([
      403,
      'recipient_not_allowed',
    ]);
  });

  test('a batch, each text by itself, and its dry run', async () => {
    const texts = [text(), text(elsewhere), text()];
    for (const dry_run of [false, true]) {
      const { json } = await stack.post('/api/v1/messages/batch', key, { texts, dry_run });
      expect(json.results.map(({ code }: { code: string | null }) => code)).toEqual([
        null,
        'recipient_not_allowed',
        null,
      ]);
    }
  });

  test('a dry run', async () => {
    const { json } = await send(key, elsewhere, { dry_run: true });
    expect(json.verdict.code).toBe('recipient_not_allowed');
    expect((await send(key, to, { dry_run: true })).json.verdict.code).toBeNull();
  });

  test('Twilio’s', async () => {
    const form = (To: string) => ({ To, Body: 'x' });
    const url = stack.gateways[0]?.url ?? '';
    const path = `/2010-04-01/Accounts/${accountSid(account.id)}/Messages.json`;
    const post = (To: string) =>
      during(askTwilio(url, path, { account: { id: account.id, key }, method: 'POST', form: form(To) }));
    expect((await post(to)).status).toBe(201);
    expect(await post(elsewhere)).toMatchObject({ status: 403, json: { code: 21408 } });
  });

  test('SMSGate’s', async () => {
    const gateway = stack.gateways[0] as (typeof stack.gateways)[number];
    const post = (phoneNumbers: string[]) =>
      during(
        sendRequest(gateway.url, {
          ...{ method: 'POST', path: `${smsgatePath}/messages`, key },
          body: { textMessage: { text: 'x' }, phoneNumbers },
        }),
      );
    expect((await post([to])).status).toBe(202);
    expect((await post([elsewhere])).status).toBe(403);
  });
});

test('a batch that begins within a budget stops exactly at its end', async () => {
  const { key } = await keyWith({ per_hour: 7 });
  const texts = Array.from({ length: 50 }, () => text());
  const { json } = await stack.post('/api/v1/messages/batch', key, { texts });
  const codes = json.results.map(({ code }: { code: string | null }) => code);
  expect(codes.filter((code: unknown) => code === null)).toHaveLength(7);
  expect(codes.filter((code: unknown) => code === 'key_budget_reached')).toHaveLength(43);
  expect(codeOf(await send(key))).toEqual([403, 'key_budget_reached']);
});

test('a bound key’s texts leave by its sender', async () => {
  const { key } = await keyWith({ from: 'device:1' });
  expect((await send(key)).json.message.from).toBe('device:1');
  expect(codeOf(await send(key, to, { from: 'device:1/1' }))).toEqual([403, 'sender_not_allowed']);
});

describe('GET /me', () => {
  test('shows a key its own policy, and the rest of its budgets', async () => {
    const policy = { scopes: ['read', 'send'], recipients: ['+1500*', to], per_hour: 5, per_day: 9 };
    const { id, key } = await keyWith(policy);
    await send(key);
    const { json } = await stack.get('/api/v1/me', key);
    expect(json.key).toEqual({
      ...{
        id,
        label: 'agent',
        sandbox: false,
        policy: { ...policy, ends_at: null, from: null, require_approval: 'never', reads: 'all' },
      },
      hour: { limit: 5, remaining: 4, resets_at: expect.stringMatching(/:00:00\.000Z$/) },
      day: { limit: 9, remaining: 8, resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
    });
  });

  test('shows a key without one that it has none', async () => {
    const { json } = await stack.get('/api/v1/me', account.key);
    expect(json.key).toMatchObject({ policy: null, hour: null, day: null });
  });

  test('answers a key that may not read', async () => {
    const { key } = await keyWith({ scopes: ['send'] });
    expect((await stack.get('/api/v1/me', key)).status).toBe(200);
  });
});

describe('scopes', () => {
  const asked = {
    read: [
      ['GET', '/messages'],
      ['GET', '/messages/1'],
      ['GET', '/messages/1/events'],
      ['GET', '/threads'],
      ['GET', '/usage'],
      ['GET', '/opt-outs'],
      ['GET', '/webhooks'],
    ],
    send: [
      ['POST', '/messages', text()],
      ['POST', '/messages/batch', { texts: [text()] }],
      ['DELETE', '/messages/999'],
    ],
    manage: [
      ['PUT', `/opt-outs/${elsewhere}`],
      ['PUT', '/webhooks/x', { url: 'http://127.0.0.1:9/' }],
      ['PUT', '/quiet-hours', { time_zone: 'UTC', from: '21:00', until: '22:00' }],
      ['DELETE', '/quiet-hours'],
      ['PUT', '/consumers/x', {}],
    ],
  } as const;

  test.each(['read', 'send', 'manage'] as const)(
    '%s alone opens what is of it, and nothing else',
    async (scope) => {
      const { key } = await keyWith({ scopes: [scope] });
      for (const [of, requests] of Object.entries(asked))
        for (const [method, path, body] of requests) {
          const ask = { method, path: `/api/v1${path}`, key, ...(body && { body }) };
          const answer = await stack.ask(ask);
          const refused = answer.json?.code === 'key_scope';
          expect([method, path, refused]).toEqual([method, path, of !== scope]);
          if (refused) expect(answer.status).toBe(403);
        }
    },
  );

  test('no key makes, changes or ends keys, whatever its scopes, so none can widen its own policy', async () => {
    const { id, key } = await keyWith({ scopes: ['read', 'send', 'manage'], per_day: 1 });
    for (const [method, path, body] of [
      ['GET', '/keys', undefined],
      ['POST', '/keys', {}],
      ['PATCH', `/keys/${id}`, { policy: null }],
      ['DELETE', `/keys/${id}`, undefined],
    ] as const) {
      const answer = await stack.ask({ method, path: `/api/v1${path}`, key, ...(body && { body }) });
      expect([method, codeOf(answer)]).toEqual([method, [403, 'forbidden']]);
    }
  });
});

test('an expired key is refused everywhere as expired, and works again without its policy', async () => {
  const { id, key } = await keyWith({ ends_at: inAnHour() });
  expect((await send(key)).status).toBe(200);
  const hash = createHash('sha256').update(key).digest();
  const inspect = openInspector(stack.databaseUrl);
  await inspect`update api_key set policy = jsonb_set(policy, '{endsAtMs}', '1000') where hash = ${hash}`;
  await inspect.end();
  expect(codeOf(await send(key))).toEqual([403, 'key_ended']);
  expect(codeOf(await stack.get('/api/v1/messages', key))).toEqual([403, 'key_ended']);
  expect((await admin('PATCH', `/keys/${id}`, { policy: null })).status).toBe(200);
  expect((await send(key)).status).toBe(200);
});

describe('an impossible policy is refused', () => {
  test.each([
    [{ recipients: [] }],
    [{ recipients: ['any', to] }],
    [{ recipients: ['1500*'] }],
    [{ recipients: null }],
    [{ recipients: 'any' }],
    [{ scopes: [] }],
    [{ scopes: ['all'] }],
    [{ per_hour: 0 }],
    [{ per_day: 1_000_001 }],
    [{ per_day: -1 }],
    [{ per_hour: 2, per_day: 1 }],
    [{ ends_at: '2020-01-01T00:00:00Z' }],
    [{ ends_at: 'soon' }],
    [{ from: 'nobody at all' }],
    [{ from: '' }],
    [{ scopes: ['read'], per_day: 1 }],
  ])('%j', async (policy) => {
    expect(codeOf(await admin('POST', '/keys', { policy }))).toEqual([400, 'invalid_request']);
  });

  test('and the existing policy stays', async () => {
    const { id } = await keyWith({ per_day: 3 });
    expect((await admin('PATCH', `/keys/${id}`, { policy: { per_day: 0 } })).status).toBe(400);
    const changed = await admin('PATCH', `/keys/${id}`, { label: 'renamed' });
    expect(changed.json.key).toMatchObject({ label: 'renamed', policy: { per_day: 3 } });
  });
});

test('a change to another account’s key, a revoked key or an unknown key is not found', async () => {
  const { id } = await keyWith({});
  await admin('DELETE', `/keys/${id}`);
  for (const unknown of [id, 999_999])
    expect(codeOf(await admin('PATCH', `/keys/${unknown}`, { policy: null }))).toEqual([404, 'not_found']);
});

test('a key’s texts, its refusals and their number are listed with that key only', async () => {
  const [asked, other] = [await keyWith({ recipients: ['+1500*'], scopes: ['send'] }), await keyWith({})];
  const sent = (await send(asked.key)).json.message.id;
  await send(other.key);
  // Each at a moment of its own: they are listed by it.
  for (const address of [elsewhere, elsewhere, '+447400123457']) {
    await send(asked.key, address);
    await service.simulation.run('10 ms');
  }
  // A dry run is refused like a send, but is not counted.
  await stack.post('/api/v1/messages', asked.key, text('+447400123458', { dry_run: true }));
  expect((await stack.get('/api/v1/usage', asked.key)).status).toBe(403);

  const refusals = async () => (await admin('GET', `/keys/${asked.id}/refusals`)).json.refusals;
  await service.simulation.run('5 s');
  const shown = ({ code, address_norm, times }: Record<string, unknown>) => [code, address_norm, times];
  expect((await refusals()).map(shown)).toEqual([
    ['key_scope', '', 1],
    ['recipient_not_allowed', '+447400123457', 1],
    ['recipient_not_allowed', elsewhere, 2],
  ]);
  expect((await refusals())[2].message).toContain('its list, which has 1');
  expect((await admin('GET', `/keys/${other.id}/refusals`)).json.refusals).toEqual([]);
  expect(codeOf(await admin('GET', '/keys/999999/refusals'))).toEqual([404, 'not_found']);

  const log = await admin('GET', `/messages/log?key_id=${asked.id}`);
  expect(log.json.messages.map(({ id }: { id: number }) => id)).toEqual([sent]);
  expect((await admin('GET', `/messages.csv?key_id=${asked.id}`)).text.trim().split('\n')).toHaveLength(2);
});

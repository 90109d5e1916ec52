// Incoming webhooks: a program posts its own body, which becomes a text, once, within the bounds of the incoming webhook and of its key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideOf } from '../../gateway/errors/error_codes.ts';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import type { Answer } from '../support/http_client.ts';
import {
  basicHeader as basic,
  callIncomingWebhook,
  signedHeader as sign,
} from '../support/incoming_webhook_calls.ts';
import { namedIncomingWebhook, typedCalls, typedIncomingWebhook } from '../support/incoming_webhook_guide.ts';
import { makeLimitedKey } from '../support/limited_keys.ts';
import { alertmanager, github, grafana, uptimeKuma } from '../support/recorded_calls.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const to = '+15005550006';
const elsewhere = '+447400123456';

const starter = { plan: 'starter', name: 'Starter', textsCap: 2, priceCents: 900, currency: 'usd' };
const pro = { ...starter, plan: 'pro', name: 'Pro', textsCap: 50_000, priceCents: 7_900 };

let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ cores: 2, tiers: [starter, pro] });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const root = '/api/v1/incoming-webhooks';
const codeOf = ({ status, json }: Answer) => [status, json.code];
const put = (name: string, body: object, key = account.key) =>
  stack.ask({ method: 'PUT', path: `${root}/${name}`, key, body });
const readIncomingWebhook = async (name: string) =>
  (await stack.get(`${root}/${name}`, account.key)).json.incoming_webhook;
const call = (path: string, body: unknown, headers?: Record<string, string>) =>
  callIncomingWebhook(`${stack.gateways[0]?.url}/hooks/${path}`, body, headers);
const bearer = (key = account.key) => ({ authorization: `Bearer ${key}` });
const textOf = async ({ json }: Answer, key = account.key) =>
  (await stack.get(`/api/v1/messages/${json.messages[0].id}`, key)).json.message.body;

/** Calls twice, and expects the same text both times. */
async function sentOnce(path: string, body: unknown, headers: Record<string, string>): Promise<string> {
  const first = await call(path, body, headers);
  expect([first.status, first.json]).toEqual([
    200,
    { messages: [{ id: expect.any(Number), replayed: false }], refused: [] },
  ]);
  const second = await call(path, body, headers);
  expect(second.json).toEqual({ messages: [{ id: first.json.messages[0].id, replayed: true }], refused: [] });
  return textOf(first);
}

describe('an event of a program becomes one text, however often it is posted, by the guide’s own settings:', () => {
  test('Alertmanager, with its password', async () => {
    await put('alertmanager', { ...namedIncomingWebhook('Alertmanager'), recipients: [to] });
    const firing = 'firing: DiskFull on db-1:9100, db-2:9100';
    expect(await sentOnce('alertmanager', alertmanager, basic(account.key))).toBe(firing);
    const again = await call('alertmanager', { ...alertmanager, status: 'resolved' }, basic(account.key));
    expect(again.json.messages[0].replayed).toBe(false);
  });

  test('Grafana, with its authorization header', async () => {
    await put('grafana', { ...namedIncomingWebhook('Grafana'), recipients: [to] });
    const slow = '[RESOLVED] Slow checkout (Shop): Checkouts take more than 3 s';
    expect(await sentOnce('grafana', grafana, bearer())).toBe(slow);
  });

  test('Uptime Kuma, with an additional header', async () => {
    await put('kuma', { ...namedIncomingWebhook('Uptime Kuma'), recipients: [to] });
    expect(await sentOnce('kuma', uptimeKuma, bearer())).toBe(uptimeKuma.msg);
  });

  test('GitHub, signed, for the key that made the incoming webhook', async () => {
    const settings = typedIncomingWebhook('GitHub');
    const { secret = '' } = settings;
    const { key } = await stack.createAccount();
    const own = (await stack.get('/api/v1/accounts', key)).json.accounts[0].id;
    const made = await put('builds', settings, key);
    expect(made.json.incoming_webhook).toMatchObject({ has_secret: true, key_id: 1 });
    const body = JSON.stringify(github);
    const github_ = { 'x-github-event': 'workflow_run', 'x-github-delivery': '72d3162e-cc78-11e3' };
    const path = `${own}/builds`;
    const signed = await call(path, body, { ...github_, ...sign(body, secret) });
    expect(signed.status).toBe(200);
    expect(await textOf(signed, key)).toBe('acme/shop: Release completed');
    const again = await call(path, body, { ...github_, ...sign(body, secret) });
    expect(again.json.messages[0].replayed).toBe(true);
    // Whoever has seen the call can send it again, and can't make another event of it: its headers are not signed.
    const stolen = { ...github_, 'x-github-delivery': 'another', 'idempotency-key': 'another' };
    const repeated = await call(path, body, { ...stolen, ...sign(body, secret) });
    expect(repeated.json.messages).toEqual([{ id: signed.json.messages[0].id, replayed: true }]);
    const wrong = [
      call(path, body, { ...github_, ...sign(body, 'another-secret-16') }),
      call(path, `${body} `, { ...github_, ...sign(body, secret) }),
      call(path, body, github_),
      call(`${own}/none`, body, sign(body, secret)),
      call(`${account.id}/builds`, body, sign(body, secret)),
      call(`${account.id}/kuma`, body, sign(body, secret)),
      call('0/builds', body, sign(body, secret)),
    ];
    for (const answer of await Promise.all(wrong)) expect(codeOf(answer)).toEqual([401, 'invalid_api_key']);
  });

  test('plain JSON that names its recipients, and a form', async () => {
    await put('plain', typedIncomingWebhook('Anything else'));
    const { json, form: typed } = typedCalls('Anything else');
    expect(await sentOnce('plain', json, basic(account.key))).toBe('Order 7: ready');
    const form = { ...basic(account.key), 'content-type': 'application/x-www-form-urlencoded' };
    expect(await sentOnce('plain', typed, form)).toBe('Order 8: ready');
    const umlaut = `id=9&text=%C3%BC&to=${encodeURIComponent(to)}`;
    expect(await sentOnce('plain', umlaut, form)).toBe('Order 9: ü');

    const body = { id: 10, text: 'ready', to: [to, '+1 500 555 0006', elsewhere, 'nobody'] };
    const sent = await call('plain', body, bearer());
    expect([sent.status, sent.json]).toEqual([
      200,
      {
        messages: Array(3).fill({ id: expect.any(Number), replayed: expect.any(Boolean) }),
        refused: [
          {
            ...{ recipient: 4, code: 'invalid_address', error: expect.any(String) },
            next: guideOf('invalid_address')?.advice,
          },
        ],
      },
    ]);
    const ids = sent.json.messages.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('a call that names no event is new each time, unless it has an Idempotency-Key', async () => {
    await put('new', { template: '{{text}}', recipients: [to] });
    const sent = await Promise.all([1, 2].map(() => call('new', { text: 'x' }, bearer())));
    expect(new Set(sent.map(({ json }) => json.messages[0].id)).size).toBe(2);
    await sentOnce('new', { text: 'x' }, { ...bearer(), 'idempotency-key': 'k' });
  });
});

describe('a call is refused:', () => {
  test('a body that cannot be read, or that lacks its event or its recipient', async () => {
    const form = { ...bearer(), 'content-type': 'application/x-www-form-urlencoded' };
    const deep = (levels: number) => `${'['.repeat(levels)}{"id":1}${']'.repeat(levels)}`;
    const refused: [string, unknown, Record<string, string>, number][] = [
      ['plain', '{"id"', bearer(), 400],
      ['plain', '"x"', bearer(), 400],
      ['plain', { text: 'x', to }, bearer(), 400],
      ['plain', { id: 1, text: 'x' }, bearer(), 400],
      ['plain', { id: 1, to: Array.from({ length: 21 }, (_, i) => `+1500555${1000 + i}`) }, bearer(), 400],
      ['plain', deep(32), bearer(), 400],
      ['plain', 'x', { ...bearer(), 'content-type': 'text/plain' }, 415],
      ['plain', ' '.repeat(262_145), bearer(), 413],
      ['plain', '%ff', form, 400],
    ];
    for (const [path, body, headers, status] of refused)
      expect(codeOf(await call(path, body, headers))).toEqual([status, 'invalid_request']);
    expect((await call('plain', deep(32), bearer())).json.error).toContain('deeper than 32');
    expect((await call('plain', deep(31), bearer())).json.error).not.toContain('deeper');
    expect(codeOf(await call('none', {}, bearer()))).toEqual([404, 'not_found']);
    expect(await readIncomingWebhook('plain')).toMatchObject({ last_refusal: 'invalid_request' });
  });

  test('callers without a key, and keys of others', async () => {
    const other = await stack.createAccount();
    for (const headers of [{}, bearer('wrong'), { authorization: 'Basic ###' }] as Record<string, string>[]) {
      const answer = await call('plain', {}, headers);
      expect(codeOf(answer)).toEqual([401, 'invalid_api_key']);
      expect((answer as never as Response).headers.get('www-authenticate')).toContain('Basic');
    }
    expect(codeOf(await call(`plain?token=${account.key}`, {}))).toEqual([401, 'invalid_api_key']);
    expect(codeOf(await call('plain', {}, bearer(other.key)))).toEqual([404, 'not_found']);
  });

  test('a text that the key’s policy, an opt-out or the plan refuses, in the same words as a send', async () => {
    const own = await stack.createAccount({ plan: 'starter' });
    await put('own', { template: 'x', recipients: [elsewhere] }, own.key);
    const { secret: limited } = await makeLimitedKey(stack, own, { recipients: ['+1500*'] });
    const { secret: reader } = await makeLimitedKey(stack, own, { scopes: [KeyScope.READ] });
    expect(codeOf(await call('own', {}, bearer(limited)))).toEqual([403, 'recipient_not_allowed']);
    expect(codeOf(await call('own', {}, bearer(reader)))).toEqual([403, 'key_scope']);
    await stack.ask({ method: 'PUT', path: `/api/v1/opt-outs/${elsewhere}`, key: own.key });
    expect(codeOf(await call('own', {}, bearer(own.key)))).toEqual([409, 'opted_out']);
    await stack.ask({ method: 'DELETE', path: `/api/v1/opt-outs/${elsewhere}`, key: own.key });
    for (const _ of Array(2)) expect((await call('own', {}, bearer(own.key))).status).toBe(200);
    expect(codeOf(await call('own', {}, bearer(own.key)))).toEqual([402, 'cap_reached']);
  });

  test('a signed call, when its key is revoked', async () => {
    const own = await stack.createAccount();
    const secret = 'another-secret-of-mine';
    await put('signed', { template: 'x', recipients: [to], secret }, own.key);
    const signed = () => call(`${own.id}/signed`, '{}', sign('{}', secret));
    expect((await signed()).status).toBe(200);
    await stack.core.admin.revokeKey({ accountId: own.id, id: 1n });
    expect(codeOf(await signed())).toEqual([401, 'invalid_api_key']);
  });
});

test('the bound of an hour holds exactly, however many calls come at once and by whichever core', async () => {
  await put('busy', { template: '{{n}}', recipients: [to], event_id: '{{n}}', texts_per_hour: 7 });
  const keys = await Promise.all([1, 2, 3].map(() => stack.createKey(account)));
  const calls = Array.from({ length: 60 }, (_, n) => call('busy', { n }, bearer(keys[n % 3] as string)));
  const answers = await Promise.all(calls);
  const sent = answers.filter(({ status }) => status === 200);
  expect(sent).toHaveLength(7);
  const refused = answers.filter(({ status }) => status !== 200);
  const code = 'incoming_webhook_budget_reached';
  expect(refused.map(codeOf)).toEqual(Array(53).fill([403, code]));
  expect(await readIncomingWebhook('busy')).toMatchObject({
    last_refusal: code,
  });
  // A repeat is recognized before the bound is checked, and a larger bound holds from the next call on.
  const n = answers.indexOf(sent[0] as Answer);
  expect((await call('busy', { n }, bearer())).json.messages[0].replayed).toBe(true);
  await put('busy', { template: '{{n}}', recipients: [to], event_id: '{{n}}', texts_per_hour: 8 });
  expect((await call('busy', { n: 100 }, bearer())).status).toBe(200);
  expect((await call('busy', { n: 101 }, bearer())).status).toBe(403);
  const sql = openInspector(stack.databaseUrl);
  await sql`update incoming_webhook set hour = hour - interval '1 hour' where account_id = ${String(account.id)}`;
  await sql.end();
  expect((await call('busy', { n: 101 }, bearer())).status).toBe(200);
});

describe('incoming webhooks are arranged', () => {
  const settings = { template: 'x', recipients: [to] };

  test.each([
    ['a template of 1601 characters', { ...settings, template: 'x'.repeat(1601) }],
    ['none', { ...settings, template: '' }],
    ['braces that are no field', { ...settings, template: '{{a' }],
    ['both kinds of recipients', { ...settings, recipients_field: 'to' }],
    ['neither', { template: 'x' }],
    ['21 recipients', { ...settings, recipients: Array(21).fill(to) }],
    ['a path of nothing', { template: 'x', recipients_field: 'a..b' }],
    ['an event_id of 501 characters', { ...settings, event_id: 'x'.repeat(501) }],
    ['no texts in an hour', { ...settings, texts_per_hour: 0 }],
    ['1001 texts in an hour', { ...settings, texts_per_hour: 1001 }],
    ['a sender that is none', { ...settings, from: 'device:x' }],
    ['a short secret', { ...settings, secret: 'x'.repeat(15) }],
    ['a key of another', { ...settings, secret: 'x'.repeat(16), key_id: 1 }],
  ])('with %s: refused', async (_what, body) => {
    expect(codeOf(await put('bad', body))).toEqual([400, 'invalid_request']);
  });

  test('at their bounds, and an account has at most 50', async () => {
    const own = await stack.createAccount();
    const full = {
      ...{ template: 'x'.repeat(1600), recipients: Array(20).fill(to), event_id: 'x'.repeat(500) },
      ...{ texts_per_hour: 1000, secret: 'x'.repeat(128), from: 'device:1', urgent: true },
    };
    const all = await Promise.all(Array.from({ length: 51 }, (_, i) => put(`h${i}`, full, own.key)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(1);
    const { incoming_webhooks: listed } = (await stack.get(root, own.key)).json;
    expect(listed).toHaveLength(50);
    expect(listed[0]).toMatchObject({ recipients: [to], texts_per_hour: 1000, urgent: true });
    expect((await stack.ask({ method: 'DELETE', path: `${root}/h1`, key: own.key })).status).toBe(200);
    expect((await put('h50', settings, own.key)).status).toBe(200);
  });

  test('an admin sets the secret’s key; leaving it out keeps it, and an empty one removes it', async () => {
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
    await stack.ask(consoleAsk(`/console/accounts/${account.id}/switch`, user.secret, { method: 'POST' }));
    const as = { method: 'PUT', account: account.id };
    const ask = (body: object) =>
      stack.ask(consoleAsk('/incoming-webhooks/shop', user.secret, { ...as, body }));
    const secret = 'x'.repeat(16);
    expect(codeOf(await ask({ ...settings, secret }))).toEqual([400, 'invalid_request']);
    expect(codeOf(await ask({ ...settings, secret, key_id: 99 }))).toEqual([404, 'not_found']);
    const put = async (body: object) => (await ask(body)).json.incoming_webhook;
    expect(await put({ ...settings, secret, key_id: 1 })).toMatchObject({ key_id: 1 });
    expect(await put(settings)).toMatchObject({ has_secret: true, key_id: 1 });
    expect(await put({ ...settings, secret: '' })).toMatchObject({ has_secret: false, key_id: null });
  });

  test('a preview shows the text and what the call lacks, for a stored incoming webhook or a draft', async () => {
    const preview = async (name: string, body: object) =>
      (await stack.post(`${root}/${name}/preview`, account.key, body)).json;
    expect((await preview('alertmanager', { body: alertmanager })).preview).toEqual({
      ...{ body: 'firing: DiskFull on db-1:9100, db-2:9100', is_cut: false, recipients: [to], missing: [] },
      event_id: '{}:{alertname="DiskFull"} firing 2026-11-21T09:12:38.614Z',
    });
    const tried = { template: '{{a}} {{b}}{{long}}', recipients_field: 'to', event_id: '{{id}}' };
    const body = { a: 'A', long: 'x'.repeat(1600) };
    const { preview: cut } = await preview('none', { body, settings: tried });
    expect(cut).toMatchObject({ is_cut: true, recipients: [], missing: ['b', 'id', 'to'] });
    expect(cut.body).toMatch(/^A \{\{b\}\}x+\.\.\.$/);
    expect(cut.body).toHaveLength(1600);
    expect((await preview('none', { body: {} })).code).toBe('not_found');
    expect((await preview('kuma', { body: 'x' })).code).toBe('invalid_request');
    const kuma = { body: { msg: 'x' }, headers: { 'idempotency-key': 'k' } };
    expect((await preview('kuma', kuma)).preview).toMatchObject({
      event_id: '{{monitor.id}} {{heartbeat.time}}',
      missing: ['monitor.id', 'heartbeat.time'],
    });
  });
});

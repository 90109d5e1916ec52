// OWASP API Security Top 10 (2023): who may reach what, API1, 2, 3 and 5, one guarantee each and through the real stack;
// the others are in owasp_abuse.test.ts. Where another file shows it as well, its name stands beside.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { askOf } from '../contract/answers/asked.ts';
import { clientOf, serviceToken, type TestAccount } from '../support/core.ts';
import type { Answer, Ask } from '../support/http_client.ts';
import { createPlatform } from '../support/platform.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
  account = await stack.createAccount();
  other = await stack.createAccount();
});
afterAll(() => stack.stop());

/** An answer without what differs between any two. */
const reported = ({ status, headers, text }: Answer) => {
  const { 'x-request-id': _id, date: _date, ratelimit: _rate, ...rest } = headers;
  return { status, text, headers: rest };
};

describe('API1: broken object level authorization', () => {
  // Also: "X-SVC-Account ... alike whether it exists" in test/api/authentication.test.ts and platform_keys.test.ts.
  test('another account’s text and one that does not exist are answered alike, to the byte', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push((await stack.send(other)).json.message.id);
    const nobodys = await stack.get('/api/v1/messages/999999999', account.key);
    expect(nobodys.status).toBe(404);
    for (const id of ids)
      expect(reported(await stack.get(`/api/v1/messages/${id}`, account.key))).toEqual(reported(nobodys));
  });

  test('whatever another account has by an id, a name or an address is answered as what nobody has, and stays as it was', async () => {
    const [owner, key] = [await stack.createAccount(), await stack.createKey(account)];
    await stack.send(owner, { client_ref: 'theirs' });
    const put = (path: string, body?: object) =>
      stack.ask({ method: 'PUT', path: `/api/v1/${path}`, key: owner.key, ...(body && { body }) });
    await put('consumers/theirs', { seq: 0 });
    await put('webhooks/theirs', { url: 'https://shop.example/', types: ['text.received'] });
    await put('incoming-webhooks/theirs', { template: 'theirs', recipients: ['+15005550006'] });
    await put('opt-outs/+15005550013');
    const theirs = [
      'messages/1',
      'consumers/theirs',
      'webhooks/theirs',
      'webhooks/theirs/attempts',
      'incoming-webhooks/theirs',
      'opt-outs',
    ];
    const seen = async () => {
      const answers: Answer[] = [];
      for (const path of theirs) answers.push(await stack.get(`/api/v1/${path}`, owner.key));
      return answers.map(({ json }) => json);
    };
    const before = await seen();

    const named = stack.described.operations
      .filter(({ path, method }) => /\{(id|name)\}/.test(path) && method !== 'PUT')
      .map((operation) => {
        // A preview with settings of its own needs no incoming webhook.
        const body = operation.id === 'previewIncomingWebhook' ? { body: { body: {} } } : {};
        return [
          askOf(operation, {
            path: operation.path.replace('{id}', '1').replace('{name}', 'theirs'),
            ...body,
          }),
          askOf(operation, {
            path: operation.path.replace('{id}', '99999').replace('{name}', 'nobodys'),
            ...body,
          }),
        ];
      });
    const deletes = [
      ['messages?client_ref=theirs', 'messages?client_ref=nobodys'],
      ['opt-outs/+15005550013', 'opt-outs/+15005550014'],
    ].map((paths) => paths.map((path) => ({ method: 'DELETE', path: `/api/v1/${path}` })));
    const asked = [...named, ...deletes];
    expect(asked.length).toBeGreaterThan(15);
    // An account that has not sent a single text, so that no id of its own is met.
    const { key: newcomer } = await stack.createAccount();
    for (const [ofOther, ofNobody] of asked as [Ask, Ask][]) {
      const [other, nobodys] = [
        await stack.ask({ ...ofOther, key: newcomer }),
        await stack.ask({ ...ofNobody, key: newcomer }),
      ];
      expect([ofOther.method, ofOther.path, other.status]).toEqual([ofOther.method, ofOther.path, 404]);
      expect(reported(other)).toEqual(reported(nobodys));
    }
    const batch = { texts: [{ address: '+15005550006', body: 'mine', client_ref: 'theirs' }] };
    expect((await stack.post('/api/v1/messages/batch', key, batch)).text).not.toContain('"replayed":true');
    expect(await seen()).toEqual(before);
  });

  test('nothing of another account is in any list, cursor, count or conversation', async () => {
    const address = '+15005550010';
    await stack.send(other, { address, body: 'secretive' });
    const fresh = await stack.createAccount();
    for (const path of ['/api/v1/messages', '/api/v1/threads', `/api/v1/threads/${address}/messages`]) {
      const { status, text, json } = await stack.get(path, fresh.key);
      expect(status).toBe(200);
      expect(text).not.toContain('secretive');
      expect((json.messages ?? json.threads).length).toBe(0);
    }
    expect((await stack.get('/api/v1/messages', fresh.key)).json.next_since).toBe(0);
    expect((await stack.get('/api/v1/usage', fresh.key)).json.texts_used).toBe(0);
    // Ids and cursors begin anew for each account, so that none says what others did.
    expect((await stack.send(fresh)).json.message).toMatchObject({ id: 1, seq: 1 });
  });
});

describe('API2: broken authentication', () => {
  // Also: test/api/authentication.test.ts, gateway/wrong_keys.test.ts, test/security/tls.test.ts.
  test('a revoked key is refused by every gateway and every core, at most a second later', async () => {
    const { admin } = stack.core;
    const { key, secret } = await admin.createKey({ accountId: account.id });
    for (const gateway of [0, 1])
      for (let turn = 0; turn < 4; turn++)
        expect((await stack.ask({ path: '/api/v1/usage', key: secret }, gateway)).status).toBe(200);
    await admin.revokeKey({ accountId: account.id, id: key?.id ?? 0n });
    const revokedMs = Date.now();
    // Round robin: four requests through each gateway meet both cores.
    for (const gateway of [0, 1])
      for (let turn = 0; turn < 4; turn++)
        expect((await stack.ask({ path: '/api/v1/usage', key: secret }, gateway)).status).toBe(401);
    expect(Date.now() - revokedMs).toBeLessThan(1_000);
  });

  test('guessing is slowed down by the address, before the core is asked', async () => {
    const guess = () => stack.get('/api/v1/usage', 'svc_live_0000000000000000000000000000000kWXpD');
    for (let count = 0; count < 30; count++) expect((await guess()).status).toBe(401);
    const { status, json, headers } = await guess();
    expect([status, json.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await stack.get('/api/v1/usage', account.key)).status).toBe(200);
    expect((await stack.get('/api/v1/usage', await stack.createKey(account))).status).toBe(200);
  });
});

describe('API3: broken object property level authorization', () => {
  // Also: every answer of every other test, and test/contract/described_fields.test.ts for what is documented at all.
  test('every answer has its documented fields and no other', async () => {
    await stack.send(account);
    const key = await stack.createKey(account);
    const path: Record<string, string> = {
      getMessage: '/api/v1/messages/1',
      listThreadMessages: '/api/v1/threads/+15005550006/messages',
      listMessageEvents: '/api/v1/messages/1/events',
      awaitOutcome: '/api/v1/messages/1/outcome?wait_for=final',
      searchAccount: '/api/v1/search?q=hello',
      findContacts: '/api/v1/contacts/find?addresses=%2B15005550006',
    };
    await stack.post('/api/v1/contacts', key, { address: '+15005550006', name: 'Ada' });
    await stack.post('/api/v1/groups', key, { name: 'Friends' });
    await stack.ask({ method: 'PUT', path: '/api/v1/consumers/shop', key, body: {} });
    await stack.ask({
      method: 'PUT',
      path: '/api/v1/webhooks/shop',
      key,
      body: { url: 'https://shop.example/' },
    });
    const incomingWebhook = { template: 'hello', recipients: ['+15005550006'] };
    await stack.ask({ method: 'PUT', path: '/api/v1/incoming-webhooks/shop', key, body: incomingWebhook });
    const sending = { name: 'n', template: 't' };
    await stack.ask({ method: 'POST', path: '/api/v1/broadcasts', key, body: sending });
    for (const operation of stack.described.operations.filter(({ method }) => method === 'GET')) {
      const plain = operation.path.replace('{name}', 'shop').replace('{id}', '1');
      expect((await stack.get(path[operation.id] ?? plain, key)).status).toBe(200);
    }
    await stack.send({ key });
  });

  test('fields that a client may not set are set by none of the ways in which they could be named', async () => {
    const owner = await stack.createAccount();
    const wishes = {
      id: 4711,
      seq: 4711,
      account_id: Number(other.id),
      accountId: String(other.id),
      direction: 'in',
      status: 'delivered',
      address_norm: '+15005550099',
      error: 'x',
      created_at: '2001-01-01T00:00:00.000Z',
      delivered_at: '2001-01-01T00:00:00.000Z',
      segments: 0,
      texts_used: 0,
      plan: 'pro',
      exempt: true,
      admission: { case: 'accountId', value: String(other.id) },
    };
    const text = { address: '+15005550006', body: 'mine' };
    const raw = (fields: string) => `{"address":"+15005550006","body":"mine",${fields}}`;
    const bodies = [
      JSON.stringify({ ...wishes, ...text }),
      raw(`"__proto__":${JSON.stringify(wishes)}`),
      raw(`"constructor":{"prototype":${JSON.stringify(wishes)}}`),
      raw('"toString":null,"hasOwnProperty":1,"valueOf":{},"then":{}'),
    ];
    for (const [index, body] of bodies.entries()) {
      const { status, json } = await stack.post('/api/v1/messages', owner.key, body);
      expect(status).toBe(200);
      expect(json.message).toMatchObject({
        id: index + 1,
        direction: 'out',
        status: 'queued',
        address_norm: '+15005550006',
        body: 'mine',
        error: null,
        sent_at: null,
        delivered_at: null,
      });
      expect(json.usage.texts_used).toBe(index + 1);
    }
    expect(({} as Record<string, unknown>).status).toBeUndefined();
    // What is required must be the object's own.
    const inherited = '{"__proto__":{"address":"+15005550006","body":"inherited"}}';
    expect((await stack.post('/api/v1/messages', owner.key, inherited)).status).toBe(400);
    const twice = await stack.post('/api/v1/messages', owner.key, raw('"body":"the last one counts"'));
    expect(twice.json.message.body).toBe('the last one counts');
  });
});

describe('API5: broken function level authorization', () => {
  // A platform key on every route: test/api/platform_keys.test.ts.
  test('no key of the public interface opens the core, and the core’s credential is no key', async () => {
    const platform = await createPlatform(stack.core, account);
    for (const secret of [account.key, platform.key, account.deviceToken]) {
      const intruder = clientOf(KeyService, stack.core, secret);
      await expect(intruder.createKey({ accountId: other.id })).rejects.toMatchObject({ code: 16 });
    }
    for (const secret of [serviceToken, account.deviceToken])
      expect((await stack.get('/api/v1/usage', secret)).status).toBe(401);
    for (const key of [account.key, platform.key, serviceToken]) {
      const agent = new RawAgent(stack.core, key);
      await new Promise((resolve) =>
        agent.socket.once('unexpected-response', (_request, response) => resolve(response)),
      ).then((response) => expect((response as { statusCode: number }).statusCode).toBe(401));
      agent.socket.terminate();
    }
  });

  test('no administrative function can be reached by guessing its name or method', async () => {
    const words = [
      'admin',
      'accounts/1',
      'accounts/1/keys',
      'keys',
      'devices',
      'pair',
      'plan/exempt',
      'internal',
    ];
    const services = [
      '/textrelay.v1.KeyService/CreateKey',
      '/grpc.health.v1.Health/Check',
      '/device/v1/link',
    ];
    const paths = [
      ...words.map((word) => `/api/v1/${word}`),
      ...words.map((word) => `/${word}`),
      ...services,
    ];
    // The console's pages for browsers: there to be read, and by browsers only.
    const pages = ['/accounts/1', '/accounts/1/keys'];
    // What people arrange with a session: a key is refused, whatever it asks.
    const ofSessions: Readonly<Record<string, readonly string[]>> = {
      '/api/v1/keys': ['GET', 'POST'],
      '/api/v1/devices': ['GET'],
    };
    const statusOf = (path: string, method: string) => {
      const open = pages.includes(path) ? ['GET'] : ofSessions[path];
      if (!open) return 404;
      if (!open.includes(method)) return 405;
      return pages.includes(path) ? 404 : 403;
    };
    const key = await stack.createKey(account);
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const expected = statusOf(path, method);
        expect([method, path, (await stack.ask({ method, path, key })).status]).toEqual([
          method,
          path,
          expected,
        ]);
      }
  });
});

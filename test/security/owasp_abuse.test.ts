// OWASP API Security Top 10 (2023): what can be abused or is left open, API4 and 6 to 10, one guarantee each and through
// the real stack; the others are in owasp_access.test.ts. Where another file shows it as well, its name stands beside.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
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

test('API4: unrestricted resource consumption: a page has 500 texts at most, whatever is asked for', async () => {
  // Sizes, counts, times, connections and long-polls: test/security/bounds.test.ts. Requests: test/api/rate_limit.test.ts.
  const owner = await stack.createAccount();
  const texts = Array.from({ length: 500 }, () => ({
    accountId: owner.id,
    address: '+15005550006',
    body: 'x'.repeat(1_600),
  }));
  await stack.core.messages.sendMessages({ texts });
  await stack.core.messages.sendMessages({ texts: texts.slice(0, 10) });
  for (const path of ['/api/v1/messages', '/api/v1/threads/+15005550006/messages'])
    for (const limit of ['501', '100000', '99999999999999999999']) {
      const { status, json } = await stack.get(`${path}?limit=${limit}`, owner.key);
      expect([path, limit, status, json.messages.length]).toEqual([path, limit, 200, 500]);
    }
});

test('API6: unrestricted access to sensitive business flows: sends stop exactly at the cap', async () => {
  // 500 at once at the cap minus 10, on two replicas, give exactly 10: test/property/quota.test.ts.
  const owner = await stack.createAccount({ plan: 'starter' });
  const texts = (count: number) =>
    Array.from({ length: count }, () => ({ accountId: owner.id, address: '+15005550006', body: 'x' }));
  await stack.core.messages.sendMessages({ texts: texts(490) });
  const keys = await Promise.all(Array.from({ length: 5 }, () => stack.createKey(owner)));
  const sends = Array.from({ length: 500 }, (_, index) =>
    stack.ask(
      {
        method: 'POST',
        path: '/api/v1/messages',
        key: keys[index % 5] as string,
        body: { address: '+15005550006', body: 'x' },
      },
      index % 2,
    ),
  );
  const statuses = (await Promise.all(sends)).map(({ status, json }) =>
    status === 200 ? 'sent' : json.code,
  );
  const count = (word: string) => statuses.filter((found) => found === word).length;
  expect([count('sent'), count('cap_reached')]).toEqual([10, 490]);
  expect((await stack.get('/api/v1/usage', await stack.createKey(owner))).json.texts_used).toBe(500);
});

test('API7: server side request forgery: no URL that a client names is ever fetched', async () => {
  let visits = 0;
  const trap = createServer((_request, response) => {
    visits++;
    response.end();
  });
  trap.on('connection', () => visits++);
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const { port } = trap.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/x`;
  const headers = {
    referer: url,
    origin: url.slice(0, -2),
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-original-url': url,
    'x-callback-url': url,
    forwarded: `host=127.0.0.1:${port}`,
  };
  const key = await stack.createKey(account);
  const fields = { webhook: url, callback_url: url, success_url: url, media_url: url, url };
  const text = { address: '+15005550006', body: url, ...fields };
  expect((await stack.post('/api/v1/messages', key, text, headers)).status).toBe(200);
  expect((await stack.post('/api/v1/messages', key, { ...text, address: url }, headers)).status).toBe(400);
  await stack.post('/api/v1/plan', key, { plan: 'pro', ...fields }, headers);
  await stack.post('/api/v1/plan', key, { plan: url }, headers);
  await stack.get(`/api/v1/threads/${encodeURIComponent(url)}/messages?url=${url}`, key, headers);
  await stack.get(`/api/v1/messages?callback=${url}&wait=0`, key, headers);
  await stack.get('/api/v1', undefined, headers);
  expect(visits).toBe(0);
  await new Promise((resolve) => trap.close(resolve));
});

describe('API8: security misconfiguration', () => {
  test('an answer of any status opens no other origin, names no software, and is kept and guessed at by nobody', async () => {
    const key = await stack.createKey(account);
    const origin = { origin: 'https://evil.example' };
    const preflight = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x',
    };
    const answers = [
      await stack.get('/api/v1/usage', key, origin),
      await stack.get('/api/v1/usage', undefined, origin),
      await stack.get('/api/v1/messages?since=x', key, origin),
      await stack.get('/nothing', key, origin),
      await stack.ask({ method: 'OPTIONS', path: '/api/v1/messages', key, headers: preflight }),
      await stack.ask({ method: 'TRACE', path: '/api/v1/messages', key, headers: origin }),
      await stack.post('/api/v1/messages', key, 'x'.repeat(70_000), origin),
      await stack.get('/api/v1/%zz', key, origin),
      await stack.bytes('NONSENSE\r\n\r\n'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404, 405, 405, 413, 400, 400]);
    for (const { headers } of answers) {
      const names = Object.keys(headers);
      expect(
        names.filter((name) => /^access-control|^server$|powered|^via$|^set-cookie$/.test(name)),
      ).toEqual([]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('a fault of ours shows no stack, path, query or name of what it runs on', async () => {
    const broken = await startStack();
    const owner = await broken.createAccount();
    await Promise.all(broken.cores.map((core) => core.stop()));
    for (const [method, path] of [
      ['GET', '/api/v1/usage'],
      ['GET', '/api/v1/messages?wait=25'],
      ['POST', '/api/v1/messages'],
    ] as const) {
      const body = method === 'POST' ? { address: '+15005550006', body: 'x' } : undefined;
      const { status, text, json } = await broken.ask({ method, path, key: owner.key, body });
      expect([status, json.code]).toEqual([503, 'unavailable']);
      expect(text).not.toMatch(/ at |\.ts|node|postgres|grpc|ECONN|127\.0\.0\.1|select/i);
    }
    await broken.stop();
  });
});

test('API9: improper inventory management: what is served is listed, and no version or door besides', async () => {
  // The OpenAPI document lists the same routes: test/contract.
  const { json } = await stack.get('/api/v1');
  const key = await stack.createKey(account);
  const endpoints: { method: string; path: string }[] = json.endpoints;
  for (const { path } of endpoints) {
    const asked = path.replace(/\{\w+\}/g, '1');
    const served = endpoints.filter((other) =>
      new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
    );
    const method = ['PATCH', 'PUT', 'DELETE'].find((each) => served.every((other) => other.method !== each));
    expect([path, (await stack.ask({ method, path: asked })).status]).toEqual([path, 405]);
  }
  for (const path of [
    '/api',
    '/api/v0/me',
    '/api/v2/me',
    '/v1/me',
    '/api/v1beta/me',
    '/api/v1/debug',
    '/metrics',
  ])
    expect([path, (await stack.get(path, key)).status]).toEqual([path, 404]);
  for (const path of [
    '/healthz',
    '/readyz',
    '/graphql',
    '/swagger.json',
    '/actuator',
    '/.git/config',
    '/server.ts',
  ])
    expect([path, (await stack.get(path, key)).status]).toEqual([path, 404]);
});

test('API10: unsafe consumption of APIs: whatever a device sends reaches no other account and ends nothing', async () => {
  // The payment provider's events: test/billing/events.test.ts. Link protocol: test/flow/device_link_bounds.test.ts.
  const owner = await stack.createAccount();
  const { id } = (await stack.send(other)).json.message;
  const before = (await stack.get(`/api/v1/messages/${id}`, other.key)).json;
  const agent = await RawAgent.linked(stack.core, owner.deviceToken);
  const job = { messageId: BigInt(id), attempt: 1, identity: '' };
  agent.receipt(job, 1);
  agent.report(job, 2, 'x'.repeat(5_000));
  agent.report({ ...job, messageId: -1n, attempt: 0 }, 1);
  agent.report({ ...job, messageId: 2n ** 63n - 1n, attempt: 2 ** 31 - 1 }, 1);
  const inbound = (inboundId: string, address: string, body: string) =>
    agent.send({ case: 'inbound', value: { inboundId, address, body } });
  inbound('odd-1', '<script>alert(1)</script>', '{"__proto__":{"x":1}}');
  inbound('odd-2', "' or 1=1 --", 'a NUL \0 and a lone surrogate \ud800');
  inbound('', '', '');
  inbound('odd-3', '+12015550123', 'the last one');
  // The last one is acknowledged, unless the link was ended for one before it.
  const isLast = async () => (await agent.expect('inboundAck')).inboundId === 'odd-3';
  const isOver = () => isLast().catch(() => true);
  while (!(await isOver())) {
    // An earlier one was acknowledged.
  }
  agent.socket.terminate();
  expect((await stack.get('/api/v1/messages', owner.key)).status).toBe(200);
  expect((await stack.get(`/api/v1/messages/${id}`, other.key)).json).toEqual(before);
  const next = await RawAgent.linked(stack.core, owner.deviceToken, 'journal-2');
  await stack.send(owner);
  await next.submit();
  await next.close();
});

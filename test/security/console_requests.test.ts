// What other sites' pages, stolen cookies and proxies can do to somebody who is signed in: nothing.
import { BlockList } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway } from '../../gateway/gateway.ts';
import { defaultLimits } from '../../gateway/limits.ts';
import { createLog } from '../../runtime/log.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { serviceToken, type TestAccount } from '../support/core.ts';
import { sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import {
  createUser,
  password,
  sessionHeaders,
  signUp,
  TestBrowser,
  type TestUser,
} from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
let owner: TestUser;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, gateways: 2 });
  account = await stack.createAccount();
  owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  const browser = new TestBrowser(stack);
  browser.secret = owner.secret;
  await browser.post(`/console/accounts/${account.id}/switch`);
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const url = () => stack.gateways[0]?.url ?? '';
const cookie = () => `textrelay_session=${owner.secret}`;

describe('a request that changes something', () => {
  const targets: [string, string, object, number][] = [
    ['PATCH', '/api/v1/console/me', { name: 'Mallory' }, 200],
    ['POST', '/api/v1/messages', { address: '+15005550006', body: 'x' }, 200],
  ];
  const from: [string, Record<string, string>, boolean][] = [
    ['of this page', { 'sec-fetch-site': 'same-origin' }, true],
    ['of this page in an older browser', { origin: 'http://a.example:8', host: 'a.example:8' }, true],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, false],
    [
      'of another site that claims our host',
      { 'sec-fetch-site': 'cross-site', origin: 'http://a.example', host: 'a.example' },
      false,
    ],
    ['of a neighbouring site', { 'sec-fetch-site': 'same-site' }, false],
    ['typed by hand', { 'sec-fetch-site': 'none' }, false],
    ['of another site in an older browser', { origin: 'http://evil.example', host: 'a.example' }, false],
    ['of another port', { origin: 'http://a.example:9', host: 'a.example:8' }, false],
    ['of a sandboxed frame', { origin: 'null', host: 'a.example' }, false],
    [
      'of another host that a client forwards',
      { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      false,
    ],
    ['that does not say where it comes from', {}, false],
  ];

  describe.each(targets)('%s %s', (method, path, body, taken) => {
    test.each(from)('%s', async (_title, headers, isTaken) => {
      const all = { cookie: cookie(), 'x-svc-account': String(account.id), ...headers };
      const { status, json } = await sendRequest(url(), { method, path, body, headers: all });
      expect([status, json.code]).toEqual(isTaken ? [taken, undefined] : [403, 'forbidden']);
    });
  });

  test('is refused as a form, and as plain text, which other sites may send unasked', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { ...sessionHeaders(owner.secret), 'content-type': type };
      const answer = await sendRequest(url(), {
        method: 'POST',
        path: '/api/v1/console/me/password',
        body: '{}',
        headers,
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  test('signing in is refused from other sites, too: nobody is signed in as somebody else', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const body = { email: owner.email, password };
    const path = '/api/v1/console/sign-in';
    const { status } = await sendRequest(url(), { method: 'POST', path, body, headers });
    expect(status).toBe(403);
  });
});

test('other sites read nothing, and are given no leave to', async () => {
  for (const path of ['/api/v1/console/me', '/api/v1/messages']) {
    const headers = { ...sessionHeaders(owner.secret, account.id), 'sec-fetch-site': 'cross-site' };
    const { status } = await sendRequest(url(), { path, headers });
    expect([path, status]).toEqual([path, 403]);
    const asked = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await sendRequest(url(), { method: 'OPTIONS', path, headers: asked });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  }
});

test.each([
  ['several cookies', () => `a=b; ${cookie()}; c=d`, 200],
  ['a cookie of another program by our name', () => 'textrelay_session=abc', 401],
  ['our cookie within another value', () => `x=textrelay_session=${owner.secret}`, 401],
  ['a quoted one', () => `textrelay_session="${owner.secret}"`, 401],
  ['one that is cut', () => cookie().slice(0, -1), 401],
  ['one with more', () => `${cookie()}x`, 401],
])('%s', async (_title, header, expected) => {
  const headers = { cookie: header() };
  expect((await sendRequest(url(), { path: '/api/v1/console/me', headers })).status).toBe(expected);
});

test('a session that has ended ends its long-poll within a second, on every gateway', async () => {
  const browser = await signUp(stack, { account });
  await browser.post(`/console/accounts/${account.id}/switch`);
  const headers = sessionHeaders(browser.secret ?? '', account.id);
  const polls = [0, 1].map((gateway) =>
    stack.begin({ path: '/api/v1/messages?wait=25&since=999', headers }, gateway),
  );
  await service.simulation.idle();
  for (const gateway of [0, 1]) expect(await stack.metric('textrelay_gateway_waiting', gateway)).toBe(1);
  await browser.post('/console/sign-out');
  await service.simulation.run(1_000);
  for (const poll of polls) expect((await poll).status).toBe(401);
});

describe('behind a proxy that speaks HTTPS', () => {
  const trusted = async (proxies: BlockList | undefined) => {
    const anyPort = { host: '127.0.0.1', port: 0 };
    const { port } = stack.core.rpc;
    return startGateway(
      {
        listen: anyPort,
        opsListen: anyPort,
        coreTarget: `ipv4:127.0.0.1:${port}`,
        serviceToken,
        logLevel: 'silent',
        limits: defaultLimits,
        ...(proxies && { trustedProxies: proxies }),
      },
      service.simulation.clockOf('a gateway behind a proxy'),
      createLog('gateway', 'silent'),
    );
  };
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'texts.example', host: 'inner:8080' };
  const body = { email: 'proxied@example.com', password };

  test('the cookie is one that no other host can set, and the page is known by its own name', async () => {
    await signUp(stack, { account, email: 'proxied@example.com' });
    const proxies = new BlockList();
    proxies.addAddress('127.0.0.1');
    const gateway = await trusted(proxies);
    const headers = { ...https, origin: 'https://texts.example' };
    const path = '/api/v1/console/sign-in';
    const answer = await sendRequest(gateway.url, { method: 'POST', path, body, headers });
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(
      /^__Host-textrelay_session=\w+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const secret = /=(\w+);/.exec(set)?.[1];
    const me = (name: string) =>
      sendRequest(gateway.url, {
        path: '/api/v1/console/me',
        headers: { ...https, cookie: `${name}=${secret}` },
      });
    expect([(await me('__Host-textrelay_session')).status, (await me('textrelay_session')).status]).toEqual([
      200, 401,
    ]);
    await gateway.stop();
  });

  test('a proxy that is not trusted changes neither', async () => {
    const gateway = await trusted(undefined);
    const path = '/api/v1/console/sign-in';
    const headers = { ...https, origin: 'http://inner:8080' };
    const answer = await sendRequest(gateway.url, { method: 'POST', path, body, headers });
    expect(String(answer.headers['set-cookie'])).toMatch(/^textrelay_session=/);
    const foreign = { ...https, origin: 'https://texts.example' };
    const refused = await sendRequest(gateway.url, { method: 'POST', path, body, headers: foreign });
    expect(refused.status).toBe(403);
    await gateway.stop();
  });
});

test('every page for people forbids to be framed, and says where it came from to nobody else', async () => {
  const pages = [
    '/',
    '/docs',
    '/docs/reference',
    '/docs/nothing',
    '/nothing',
    '/billing/return',
    '/sandbox/checkout/x',
  ];
  for (const path of pages) {
    const { headers } = await sendRequest(url(), { path, headers: { accept: 'text/html' } });
    const isSaid = { csp: String(headers['content-security-policy']), frame: headers['x-frame-options'] };
    expect([path, isSaid.csp.includes("frame-ancestors 'none'"), isSaid.frame]).toEqual([path, true, 'DENY']);
    expect([path, headers['referrer-policy']]).toEqual([
      path,
      expect.stringMatching(/^(no-referrer|same-origin)$/),
    ]);
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
  }
});

// Refusals of the interface for programs of SMS Gateway for Android: each has that interface's form and a plain sentence.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Ask, sendRequest } from '../support/http_client.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const number = '+15005550006';
let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ servesSmsgate: true, limits: { failuresOfKey: 1_000 } });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const send = (asked: Ask) =>
  sendRequest((stack.gateways[0] as { url: string }).url, { ...asked, path: smsgatePath + asked.path });
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
/** Each test has its own key, because keys have a rate. */
const post = async (body: unknown, headers?: Ask['headers'], path = '/messages') =>
  send({
    ...{ method: 'POST', path, body, key: await stack.createKey(account) },
    ...(headers && { headers }),
  });
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+1500555${String(1000 + index)}`);
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const sentTexts = async () =>
  (await stack.core.messages.listMessages({ accountId: account.id, limit: 500 })).messages.length;

test('a key is accepted as the password of any user, and as a bearer token', async () => {
  for (const headers of [
    basic('anybody', account.key),
    basic('', account.key),
    { authorization: `bearer ${account.key}` },
    { authorization: basic('u', account.key).authorization.replace('Basic', 'BASIC') },
  ])
    expect(await send({ path: '/devices', headers })).toMatchObject({ status: 200 });
});

test.each<[string, Record<string, string | string[]>]>([
  ['nothing', {}],
  ['a wrong key', basic('u', 'svc_live_000000000000000000000000000000000000')],
  ['a wrong bearer', { authorization: 'Bearer wrong' }],
  ['the key as user', { authorization: 'Basic KEY:' }],
  ['no base64', { authorization: 'Basic !!!' }],
  ['no colon', { authorization: `Basic ${Buffer.from('nothing').toString('base64')}` }],
  ['an empty password', basic('u', '')],
  ['bytes that are no text', { authorization: 'Basic AP+A/w==' }],
  ['two of them', { authorization: [basic('u', 'a').authorization, basic('u', 'b').authorization] }],
])('%s instead of a key is 401 in its form', async (_name, headers) => {
  for (const [method, path] of [
    ['GET', '/devices'],
    ['GET', '/messages'],
    ['GET', '/messages/x'],
    ['DELETE', '/messages/x'],
    ['GET', '/webhooks'],
  ] as const) {
    const answer = await send({ method, path, headers });
    expect(answer).toMatchObject({
      status: 401,
      json: { message: expect.stringContaining('password'), code: 401 },
    });
    expect(answer.headers['www-authenticate']).toBe('Basic realm="Textrelay", Bearer');
  }
});

test('the other interface does not accept a key as a password', async () => {
  const { url } = stack.gateways[0] as { url: string };
  const headers = basic('u', account.key);
  expect(await sendRequest(url, { path: '/api/v1/usage', headers })).toMatchObject({ status: 401 });
});

const good = { textMessage: { text: 'hello' }, phoneNumbers: [number] };

test.each<[string, unknown, RegExp]>([
  ['no body', undefined, /JSON object/],
  ['a list', [], /JSON object/],
  ['no text', { phoneNumbers: [number] }, /textMessage is required/],
  ['an empty text', { ...good, textMessage: { text: '' } }, /textMessage is required/],
  ['both texts', { ...good, message: 'x' }, /only one of textMessage and message/],
  ['a text that is a number', { ...good, textMessage: { text: 1 } }, /must be a string/],
  ['a text that is too long', { ...good, textMessage: { text: 'x'.repeat(1601) } }, /at most 1600/],
  [
    'a text with U+0000',
    { ...good, textMessage: { text: 'a\0' } },
    /must not hold U\+0000 or half a surrogate pair/,
  ],
  [
    'half a surrogate',
    { ...good, textMessage: { text: '\ud800' } },
    /must not hold U\+0000 or half a surrogate pair/,
  ],
  ['data', { phoneNumbers: [number], dataMessage: { data: 'AAAA', port: 1 } }, /dataMessage is not served/],
  ['an encrypted text', { ...good, isEncrypted: true }, /isEncrypted is not served/],
  ['no recipients', { ...good, phoneNumbers: undefined }, /phoneNumbers is required/],
  ['0 recipients', { ...good, phoneNumbers: [] }, /1 to 100 numbers/],
  ['101 recipients', { ...good, phoneNumbers: numbers(101) }, /1 to 100 numbers/],
  ['a number twice', { ...good, phoneNumbers: [number, number] }, /a number twice/],
  [
    'a number twice, written in two ways',
    { ...good, phoneNumbers: [number, '(500) 555-0006'] },
    /a number twice/,
  ],
  ['a bad number', { ...good, phoneNumbers: ['nobody'] }, /./],
  ['a bad number among others', { ...good, phoneNumbers: [number, 'nobody'] }, /^phoneNumbers\[1\]: /],
  ['a number that is none', { ...good, phoneNumbers: [5] }, /must be a string/],
  ['a number that is too long', { ...good, phoneNumbers: ['1'.repeat(65)] }, /at most 64/],
  ['an id that is too long', { ...good, id: 'x'.repeat(37) }, /at most 36/],
  ['an id that is a number', { ...good, id: 7 }, /id must be a string/],
  ['an id with U+0000', { ...good, id: 'a\0' }, /must not hold U\+0000 or half a surrogate pair/],
  ['a ttl that is too short', { ...good, ttl: 4 }, /at least 5 seconds/],
  ['a ttl below a day', { ...good, ttl: 86_399 }, /at least 86400/],
  ['a ttl that is no integer', { ...good, ttl: 1.5 }, /ttl must be/],
  ['a ttl in words', { ...good, ttl: '90000' }, /ttl must be/],
  [
    'ttl and validUntil',
    { ...good, ttl: 90_000, validUntil: later(90_000) },
    /only one of ttl and validUntil/,
  ],
  ['a validUntil that is over', { ...good, validUntil: later(-60) }, /at least 86400/],
  ['a validUntil that is no instant', { ...good, validUntil: 'tomorrow' }, /validUntil must be an instant/],
  ['a scheduleAt that is over', { ...good, scheduleAt: later(-1) }, /scheduleAt must be in the future/],
  ['a scheduleAt that is too far', { ...good, scheduleAt: later(36 * 86_400) }, /./],
  [
    'a ttl that ends before a scheduleAt',
    { ...good, scheduleAt: later(86_400), ttl: 90_000 },
    /at least 86400/,
  ],
  ['a priority out of range', { ...good, priority: 128 }, /priority must be from -128 to 127/],
  ['SIM 0', { ...good, simNumber: 0 }, /simNumber must be from 1 to 3/],
  ['SIM 4', { ...good, simNumber: 4 }, /simNumber must be from 1 to 3/],
  ['a device that is none', { ...good, deviceId: 'PyDmBQZZXYmyxMwED8Fzy' }, /deviceId must be/],
  ['a misspelt field', { ...good, sheduleAt: later(60) }, /did you mean "scheduleAt"/],
])('%s is 400 in its form, and nothing is sent', async (_name, body, says) => {
  const before = await sentTexts();
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 400, json: { message: expect.stringMatching(says), code: 400 } });
  expect(await sentTexts()).toBe(before);
});

test('an unknown device is refused, and its texts are not sent by another', async () => {
  const before = await sentTexts();
  const answer = await post({ ...good, deviceId: '99' });
  expect([400, 404, 409]).toContain(answer.status);
  expect(await sentTexts()).toBe(before);
});

test('values at a bound are accepted', async () => {
  for (const fields of [
    { id: '😀'.repeat(36) },
    { phoneNumbers: numbers(100), id: 'hundred' },
    { ttl: 86_400 },
    { validUntil: later(86_460) },
    { priority: 127 },
    { priority: -128 },
    { deviceId: null, simNumber: null, ttl: null, id: null, isEncrypted: false, dataMessage: null },
    { textMessage: { text: 'x'.repeat(1600) } },
  ]) {
    const answer = await post({ ...good, ...fields });
    expect([answer.status, answer.json.message]).toEqual([202, undefined]);
    const path = String(answer.headers.location).slice(smsgatePath.length);
    expect(await send({ path, key: await stack.createKey(account) })).toMatchObject({ status: 200 });
  }
  const hundred = await send({ path: '/messages/hundred', key: await stack.createKey(account) });
  expect(hundred.json.recipients.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toEqual(
    numbers(100),
  );
});

test('bodies that are not JSON, of another type, compressed or huge are refused in its form', async () => {
  for (const [body, headers, status] of [
    ['{', {}, 400],
    ['{"textMessage":', {}, 400],
    ['message=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [JSON.stringify(good), { 'content-type': 'text/plain' }, 415],
    [JSON.stringify(good), { 'content-encoding': 'gzip' }, 415],
    [JSON.stringify({ ...good, textMessage: { text: 'x'.repeat(100_000) } }), {}, 413],
    [Buffer.from([0xff, 0xfe]), {}, 400],
  ] as const) {
    const answer = await post(body, { 'content-type': 'application/json', ...headers });
    expect(answer).toMatchObject({ status, json: { message: expect.any(String), code: status } });
  }
});

test.each<[string, RegExp]>([
  ['limit=x', /limit must be an integer/],
  ['state=Nowhere', /state must be one of/],
  ['sort=id', /sort must be one of/],
  ['from=yesterday', /from must be an instant/],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', /from must be before to/],
  ['includeContent=yes', /includeContent must be one of/],
  ['state=Sent&state=Failed', /given once/],
])('a list with %s is 400 in its form', async (query, says) => {
  const answer = await send({ path: `/messages?${query}`, key: await stack.createKey(account) });
  expect(answer).toMatchObject({ status: 400, json: { message: expect.stringMatching(says) } });
});

test.each<[string, object, number]>([
  ['an event that is not served', { url: 'http://127.0.0.1/x', event: 'system:ping' }, 400],
  ['an event that is none', { url: 'http://127.0.0.1/x', event: 'text.received' }, 400],
  ['no event', { url: 'http://127.0.0.1/x' }, 400],
  ['no url', { event: 'sms:sent' }, 400],
  ['a url that is none', { url: 'nowhere', event: 'sms:sent' }, 400],
  ['an id with a blank', { id: 'a b', url: 'http://127.0.0.1/x', event: 'sms:sent' }, 400],
  ['an id that is too long', { id: 'x'.repeat(37), url: 'http://127.0.0.1/x', event: 'sms:sent' }, 400],
  ['a device', { deviceId: '1', url: 'http://127.0.0.1/x', event: 'sms:sent' }, 501],
])('a webhook with %s is refused in its form', async (_name, body, status) => {
  const answer = await post(body, undefined, '/webhooks');
  expect(answer).toMatchObject({ status, json: { message: expect.any(String), code: status } });
});

test.each([
  ['POST', '/auth/token'],
  ['DELETE', '/auth/token/x'],
  ['GET', '/inbox'],
  ['POST', '/inbox/export'],
  ['POST', '/messages/inbox/export'],
  ['POST', '/inbox/refresh'],
  ['GET', '/settings'],
  ['PUT', '/settings'],
  ['PATCH', '/settings'],
  ['GET', '/logs?from=2026-01-01T00:00:00Z'],
  ['DELETE', '/devices/1'],
])('%s %s is not served, and says what serves instead', async (method, path) => {
  const answer = await send({ method, path, key: account.key });
  expect(answer).toMatchObject({
    status: 501,
    json: { message: expect.stringMatching(/not served here: .{20}/), code: 501 },
  });
});

test('unknown things and impossible ids are 404 in its form', async () => {
  for (const path of ['/nothing', '/messages/none', `/messages/${'x'.repeat(40)}`, '/webhooks/none/x']) {
    const answer = await send({ path, key: await stack.createKey(account) });
    expect(answer).toMatchObject({ status: 404, json: { message: expect.stringMatching(/not found$/) } });
  }
});

test('its health check needs no key', async () => {
  for (const path of ['/health', '/health/live', '/health/ready', '/health/startup'])
    expect(await send({ path })).toMatchObject({ status: 200, json: { status: 'pass', checks: {} } });
});

test('each 25 texts count as a request of the key, and a message for which none is left is refused whole', async () => {
  const key = await stack.createKey(account);
  for (let count = 0; count < 29; count++)
    expect(
      await send({ method: 'POST', path: '/messages', key, body: { ...good, phoneNumbers: numbers(76) } }),
    ).toMatchObject({ status: 202 });
  for (let count = 0; count < 2; count++) await send({ path: '/devices', key });
  const before = await sentTexts();
  const answer = await send({
    method: 'POST',
    path: '/messages',
    key,
    body: { ...good, phoneNumbers: numbers(76) },
  });
  expect(answer).toMatchObject({ status: 429, json: { code: 429 } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await sentTexts()).toBe(before);
});

test('none of it exists unless it is switched on', async () => {
  const plain = await startStack();
  try {
    const { url } = plain.gateways[0] as { url: string };
    const { key } = await plain.createAccount();
    for (const path of ['/health', '/devices', '/messages'])
      expect(await sendRequest(url, { path: smsgatePath + path, key })).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      });
  } finally {
    await plain.stop();
  }
});

test('none of our documents describes it', async () => {
  expect(JSON.stringify((await stack.get('/api/v1')).json)).not.toContain('3rdparty');
  expect(JSON.stringify((await stack.get('/api/v1/openapi.json')).json)).not.toContain('3rdparty');
});

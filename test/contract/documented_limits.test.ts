// Every limit that the document names, at its value and one beyond it; and for the limits that no document has words
// for, the test that shows them. A limit without a line here fails.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimit, rateWindowSeconds } from '../../gateway/errors/rate_limit.ts';
import type { TestAccount } from '../support/core.ts';
import type { Answer, Ask } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { broadcastLimits } from './broadcast_limits.ts';
import { contactLimits } from './contact_limits.ts';
import { incomingWebhookLimits } from './incoming_webhook_limits.ts';
import { outcomeLimits } from './outcome_limits.ts';
import { queryLimits } from './query_limits.ts';

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  for (let count = 0; count < 3; count++) await stack.send(account);
});
afterAll(() => stack.stop());

type Part = Partial<Ask> | ((own: bigint) => Partial<Ask>);

interface Line {
  at: Part;
  beyond: Part;
  /** The status and code at the value, and beyond it. */
  ends: readonly [at: string, beyond: string];
}

const most = Number.MAX_SAFE_INTEGER;
const get = (path: string): Partial<Ask> => ({ path: `/api/v1/${path}` });
const send = (fields: object): Partial<Ask> => ({
  method: 'POST',
  path: '/api/v1/messages',
  body: { address: '+15005550006', body: 'hello', ...fields },
});
const cancel = (id: string): Partial<Ask> => ({ method: 'DELETE', ...get(`messages/${id}`) });
/** Out of range is clamped: both end alike. */
const clamped = (pathOf: (value: string) => string, at: number, beyond: string): Line => ({
  at: get(pathOf(String(at))),
  beyond: get(pathOf(beyond)),
  ends: ['200', '200'],
});
const refused = (at: Part, beyond: Part, code: string): Line => ({ at, beyond, ends: ['200', code] });
/** Spaces and dashes are no part of a number. */
const address = (length: number) => `+1${'-'.repeat(length - 12)}5005550006`;
const optOut = (method: string, of: string): Partial<Ask> => ({ method, ...get(`opt-outs/${of}`) });
const naming = (own: bigint | string): Partial<Ask> => ({
  path: '/api/v1/usage',
  headers: { 'x-svc-account': String(own) },
});
/** A field of a send. */
const field = (name: string, at: string, beyond: string, first = '200'): Line => ({
  at: send({ [name]: at }),
  beyond: send({ [name]: beyond }),
  ends: [first, '400 invalid_request'],
});
const later = new Date(Date.now() + 3_600_000).toISOString();
const emoji = (count: number) => '\u{1f600}'.repeat(count);

/** What has no such name answers the same at the limit and beyond it. */
const unknownName = (id: string): Line => {
  const { method, path } = pathsOfNames[id] as { method: string; path: string };
  const asked = (length: number): Partial<Ask> => ({
    method,
    path: `/api/v1/${path.replace('*', 'u'.repeat(length))}`,
    ...(/ack|re(set|play)$/.test(path) && { body: { seq: 0 } }),
  });
  return { at: asked(64), beyond: asked(65), ends: ['404 not_found', '404 not_found'] };
};

const pathsOfNames: Readonly<Record<string, { method: string; path: string }>> = {
  getConsumer: { method: 'GET', path: 'consumers/*' },
  deleteConsumer: { method: 'DELETE', path: 'consumers/*' },
  readConsumer: { method: 'GET', path: 'consumers/*/messages' },
  ackConsumer: { method: 'POST', path: 'consumers/*/ack' },
  resetConsumer: { method: 'POST', path: 'consumers/*/reset' },
  getWebhook: { method: 'GET', path: 'webhooks/*' },
  deleteWebhook: { method: 'DELETE', path: 'webhooks/*' },
  listWebhookAttempts: { method: 'GET', path: 'webhooks/*/attempts' },
  rotateWebhook: { method: 'POST', path: 'webhooks/*/rotate' },
  testWebhook: { method: 'POST', path: 'webhooks/*/test' },
  replayWebhook: { method: 'POST', path: 'webhooks/*/replay' },
  enableWebhook: { method: 'POST', path: 'webhooks/*/enable' },
  disableWebhook: { method: 'POST', path: 'webhooks/*/disable' },
};

const lines: Readonly<Record<string, Line>> = {
  ...contactLimits,
  ...incomingWebhookLimits,
  ...outcomeLimits,
  ...queryLimits,
  'listMessages since minimum': clamped((value) => `messages?since=${value}`, 0, '-1'),
  'listMessages since maximum': clamped((value) => `messages?since=${value}`, most, '9007199254740992'),
  'listMessages limit minimum': clamped((value) => `messages?limit=${value}`, 1, '0'),
  'listMessages limit maximum': clamped((value) => `messages?limit=${value}`, 500, '501'),
  'listMessages wait minimum': clamped((value) => `messages?wait=${value}`, 0, '-1'),
  'listMessages wait maximum': clamped((value) => `messages?wait=${value}`, 25, '26'),
  'listAccounts limit minimum': clamped((value) => `accounts?limit=${value}`, 1, '0'),
  'listAccounts limit maximum': clamped((value) => `accounts?limit=${value}`, 10_000, '10001'),
  'listThreads limit minimum': clamped((value) => `threads?limit=${value}`, 1, '0'),
  'listThreads limit maximum': clamped((value) => `threads?limit=${value}`, 500, '501'),
  'listThreadMessages limit minimum': clamped(
    (value) => `threads/+15005550006/messages?limit=${value}`,
    1,
    '0',
  ),
  'listThreadMessages limit maximum': clamped(
    (value) => `threads/+15005550006/messages?limit=${value}`,
    500,
    '501',
  ),
  'listThreadMessages before minimum': clamped(
    (value) => `threads/+15005550006/messages?before=${value}`,
    0,
    '-1',
  ),
  'listThreadMessages before maximum': clamped(
    (value) => `threads/+15005550006/messages?before=${value}`,
    most,
    '9007199254740992',
  ),
  'listThreadMessages address maxLength': refused(
    get(`threads/${address(64)}/messages`),
    get(`threads/${address(65)}/messages`),
    '400 invalid_address',
  ),
  ...Object.fromEntries(
    Object.keys(pathsOfNames).map((id): [string, Line] => [`${id} name maxLength`, unknownName(id)]),
  ),
  'putConsumer name maxLength': refused(
    { method: 'PUT', path: `/api/v1/consumers/${'n'.repeat(64)}`, body: {} },
    { method: 'PUT', path: `/api/v1/consumers/${'n'.repeat(65)}`, body: {} },
    '400 invalid_request',
  ),
  'putWebhook name maxLength': refused(
    { method: 'PUT', path: `/api/v1/webhooks/${'n'.repeat(64)}`, body: { url: 'http://127.0.0.1:1/' } },
    { method: 'PUT', path: `/api/v1/webhooks/${'n'.repeat(65)}`, body: { url: 'http://127.0.0.1:1/' } },
    '400 invalid_request',
  ),
  ...Object.fromEntries(
    [
      ['limit minimum', 'limit=1', 'limit=0'],
      ['limit maximum', 'limit=500', 'limit=501'],
      ['wait minimum', 'wait=0', 'wait=-1'],
      ['wait maximum', 'wait=25', 'wait=26'],
    ].map(([name, at, beyond]): [string, Line] => [
      `readConsumer ${name}`,
      {
        at: get(`consumers/none/messages?${at}`),
        beyond: get(`consumers/none/messages?${beyond}`),
        ends: ['404 not_found', '404 not_found'],
      },
    ]),
  ),
  'getMessage id minimum': refused(get('messages/1'), get('messages/0'), '404 not_found'),
  'getMessage id maximum': {
    at: get(`messages/${most}`),
    beyond: get('messages/9007199254740992'),
    ends: ['404 not_found', '404 not_found'],
  },
  'listMessageEvents id minimum': {
    at: get('messages/1/events'),
    beyond: get('messages/0/events'),
    ends: ['200', '404 not_found'],
  },
  'listMessageEvents id maximum': {
    at: get(`messages/${most}/events`),
    beyond: get('messages/9007199254740992/events'),
    ends: ['404 not_found', '404 not_found'],
  },
  'cancelMessage id minimum': refused(cancel('1'), cancel('0'), '404 not_found'),
  'cancelMessage id maximum': {
    at: cancel(String(most)),
    beyond: cancel('9007199254740992'),
    ends: ['404 not_found', '404 not_found'],
  },
  'X-SVC-Account minimum': refused((own) => naming(own), naming('0'), '400 invalid_request'),
  'X-SVC-Account maximum': {
    at: naming(String(most)),
    beyond: naming('9007199254740992'),
    ends: ['404 not_found', '404 not_found'],
  },
  'SendMessage address maxLength': refused(
    send({ address: address(64) }),
    send({ address: address(65) }),
    '400 invalid_address',
  ),
  'SendMessage body minLength': refused(send({ body: 'x' }), send({ body: '' }), '400 invalid_request'),
  'SendMessage body maxLength': refused(
    send({ body: emoji(1600) }),
    send({ body: emoji(1601) }),
    '400 invalid_request',
  ),
  'SendMessage client_ref minLength': field('client_ref', 'x', ''),
  'SendMessage client_ref maxLength': field('client_ref', emoji(64), emoji(65)),
  'SendMessage from minLength': field('from', 'device:1', ''),
  'SendMessage from maxLength': field('from', address(64), address(65), '409 no_route'),
  'SendMessage send_at minLength': field('send_at', later, ''),
  // No instant takes as many characters as may be written.
  'SendMessage send_at maxLength': field('send_at', 'x'.repeat(64), 'x'.repeat(65), '400 invalid_request'),
  'listOptOuts limit minimum': clamped((value) => `opt-outs?limit=${value}`, 1, '0'),
  'listOptOuts limit maximum': clamped((value) => `opt-outs?limit=${value}`, 500, '501'),
  ...broadcastLimits,
  'listBroadcasts limit minimum': clamped((value) => `broadcasts?limit=${value}`, 1, '0'),
  'listBroadcasts limit maximum': clamped((value) => `broadcasts?limit=${value}`, 500, '501'),
  'addOptOut address maxLength': refused(
    optOut('PUT', address(64)),
    optOut('PUT', address(65)),
    '400 invalid_address',
  ),
  'removeOptOut address maxLength': refused(
    optOut('DELETE', address(64)),
    optOut('DELETE', address(65)),
    '400 invalid_address',
  ),
};

const boundsOf = (schema: unknown) =>
  ['minimum', 'maximum', 'minLength', 'maxLength'].filter((bound) => Object.hasOwn(schema as object, bound));

test('every limit of the document has its line', () => {
  const { operations, document } = stack.described;
  const ofParameters = operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name, in: place, schema }) =>
      boundsOf(schema).map((bound) => `${place === 'header' ? name : `${id} ${name}`} ${bound}`),
    ),
  );
  const ofBodies = ['SendMessage', 'ChangePlan'].flatMap((title) => {
    const { properties } = document.components.schemas[title] as { properties: Record<string, unknown> };
    return Object.entries(properties).flatMap(([field, schema]) =>
      boundsOf(schema).map((bound) => `${title} ${field} ${bound}`),
    );
  });
  expect([...new Set([...ofParameters, ...ofBodies])].toSorted()).toEqual(Object.keys(lines).toSorted());
});

describe('at the limit and one beyond it', () => {
  const end = ({ status, json }: Answer) => (status === 200 ? '200' : `${status} ${json.code}`);

  test.each(Object.entries(lines))('%s', async (_name, { at, beyond, ends }) => {
    const key = await stack.createKey(account);
    const ask = (part: Part) =>
      stack.ask({ path: '', key, ...(typeof part === 'function' ? part(account.id) : part) });
    const first = await ask(at);
    const second = await ask(beyond);
    expect([end(first), end(second)]).toEqual(ends);
    if (ends[0] === ends[1] && ends[0] === '200') expect(second.json).toEqual(first.json);
  });
});

test('the rate limit that is shown is the one that is kept', async () => {
  const { headers } = await stack.get('/api/v1/usage', await stack.createKey(account));
  expect(headers['ratelimit-policy']).toBe(`"key";q=${rateLimit};w=${rateWindowSeconds}`);
});

/** Where what stands in no document is shown: a file, and a part of the test's name. */
const shownElsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'requests in a minute': [
    'test/api/rate_limit.test.ts',
    '120 requests are answered and count down; the 121st',
  ],
  'limit, with 501 texts': ['test/api/list_messages.test.ts', 'a limit is 100 when left out, and any other'],
  'limit, with 501 threads': ['test/api/threads.test.ts', 'has 100 entries unless a limit from 1 to 500'],
  'limit, with 501 texts of a thread': [
    'test/api/threads.test.ts',
    'has 100 texts unless a limit from 1 to 500',
  ],
  'wait, in full': ['test/api/long_poll.test.ts', 'a wait of 25 seconds or more ends after 25'],
  'bytes of a body': ['test/security/bounds.test.ts', 'may have a body of 64 KiB, and not one byte more'],
  'bytes of headers': ['test/security/bounds.test.ts', 'may have headers of 16 KiB, and not one byte more'],
  'number of headers': ['test/security/bounds.test.ts', 'may have 100 headers, and not one more'],
  'time for headers': ['test/security/slow_clients.test.ts', 'gets 408 when headers trickle in'],
  'time for a body': ['test/security/slow_clients.test.ts', 'gets 408 when a body trickles in'],
  'requests of one connection': ['test/security/bounds.test.ts', 'has 64 requests waiting at most'],
  connections: ['test/security/bounds.test.ts', 'is dropped beyond the bound of all connections'],
  'long-polls of a gateway': ['test/api/long_poll.test.ts', 'when every place is taken another poll'],
  'long-polls of an account': ['test/security/bounds.test.ts', 'of one account have a bound of their own'],
  'wrong keys of an address': [
    'test/security/owasp_access.test.ts',
    'guessing is slowed down by the address',
  ],
  'the monthly cap': ['test/api/send_message_quota.test.ts', 'cap'],
  'accounts of a platform key': [
    'test/flow/platform_onboarding.test.ts',
    'as many accounts as a key may have',
  ],
};

test.each(Object.entries(shownElsewhere))('%s: has a test that shows it', (_limit, [file, title]) => {
  const path = join(import.meta.dirname, '..', '..', file);
  expect([file, existsSync(path) && readFileSync(path, 'utf8').includes(title)]).toEqual([file, true]);
});

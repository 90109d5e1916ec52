// Requests that no app makes are refused with a listed status, and never cause an internal error of the hub.
import { expect, test } from 'vitest';
import type { AccountWorld } from './account_world.ts';
import { providePhoneService } from './provide_phone_service.ts';

let world: AccountWorld;
providePhoneService((provided) => {
  ({ world } = provided);
});

const report = (fields: Record<string, unknown>) => [
  {
    id: 'unknown',
    state: 'Sent',
    recipients: [{ phoneNumber: '+15005550006', state: 'Sent' }],
    states: { Sent: '2026-03-10T12:00:00.000+-5:00' },
    ...fields,
  },
];

test('reports of unknown texts and with malformed zones are taken', async () => {
  const phone = await world.paired();
  const answer = await ask(phone.memory.registration?.token, 'PATCH', '/message', JSON.stringify(report({})));
  expect(answer.status).toBe(204);
});

test('every route of the app’s own server is there, and answers with a listed status', async () => {
  const phone = await world.paired();
  const { id, token } = phone.memory.registration as { id: string; token: string };
  const routes: [string, string, unknown, number][] = [
    ['GET', '/device', undefined, 200],
    ['PATCH', '/device', { id }, 204],
    ['GET', '/message', undefined, 200],
    ['GET', '/message?order=lifo', undefined, 200],
    ['PATCH', '/message', report({}), 204],
    ['GET', '/webhooks', undefined, 200],
    ['GET', '/settings', undefined, 200],
    // These differ on purpose: there are no passwords, and the service makes the codes.
    ['GET', '/user/code', undefined, 501],
    ['PATCH', '/user/password', { currentPassword: 'x', newPassword: 'y' }, 501],
  ];
  for (const [method, path, body, status] of routes) {
    const answer = await ask(token, method, path, body === undefined ? undefined : JSON.stringify(body));
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
});

test('a report by one phone changes no other phone’s text', async () => {
  const [phone, other] = [await world.paired(), await world.paired()];
  phone.radio.fateOf = () => ({ kind: 'silent', leaves: true });
  await world.send({ address: '+15005550006', body: 'mine', phone: 0 });
  await world.pass('2 s');
  const id = phone.ledger.sent[0]?.id;
  expect(id).toBeDefined();
  const recipients = [{ phoneNumber: '+15005550006', state: 'Delivered' }];
  const body = JSON.stringify(report({ id, state: 'Delivered', recipients }));
  expect((await ask(other.memory.registration?.token, 'PATCH', '/message', body)).status).toBe(204);
  expect((await world.textOf('mine'))?.status).toBe('sending');
  // The same report from the phone that has the text counts.
  expect((await ask(phone.memory.registration?.token, 'PATCH', '/message', body)).status).toBe(204);
  await world.pass('1 s');
  expect((await world.textOf('mine'))?.status).toBe('delivered');
});

const bodies: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['an object', '{}'],
  ['null', 'null'],
  ['a list of null', '[null]'],
  ['a report without recipients', JSON.stringify(report({ recipients: [] }))],
  ['a report of an unknown state', JSON.stringify(report({ state: 'Lost' }))],
  ['a report with a number for an id', JSON.stringify(report({ id: 7 }))],
  ['an id with a NUL', JSON.stringify(report({ id: 'a\u0000b' }))],
  ['a very long id', JSON.stringify(report({ id: 'x'.repeat(100_000) }))],
  [
    'an error of a megabyte',
    JSON.stringify(
      report({ recipients: [{ phoneNumber: '+1', state: 'Failed', error: 'x'.repeat(1_000_000) }] }),
    ),
  ],
  [
    'half a surrogate',
    '[{"id":"\\ud800","state":"Sent","recipients":[{"phoneNumber":"\\udfff","state":"Sent"}],"states":{}}]',
  ],
  ['three megabytes', `"${'x'.repeat(3_000_000)}"`],
  ['a prototype', '[{"__proto__":{"x":1},"id":"a","constructor":1}]'],
  ['ten thousand reports', JSON.stringify(Array.from({ length: 10_000 }, () => report({})[0]))],
  ['a deep nest', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
];

test.each(bodies)('%s is answered, and the hub lives', async (_name, body) => {
  const phone = await world.paired();
  const token = phone.memory.registration?.token;
  for (const [method, path] of [
    ['PATCH', '/message'],
    ['PATCH', '/device'],
    ['POST', '/device'],
  ] as const) {
    const { status } = await ask(token, method, path, body);
    expect([method, path, status >= 200 && status < 500]).toEqual([method, path, true]);
  }
  const hook = phone.memory.hooks[0]?.url;
  if (hook !== undefined)
    expect((await world.during(fetch(hook, { method: 'POST', body }))).status).toBeLessThan(500);
  expect((await ask(token, 'GET', '/message')).status).toBe(200);
});

test('other methods, paths and queries are answered, and the hub lives', async () => {
  const phone = await world.paired();
  const token = phone.memory.registration?.token;
  const paths = [
    '',
    '/',
    '/nothing',
    '/message/',
    '/message?order=sideways',
    '/messages',
    '/device/x',
    '/user/code',
  ];
  for (const path of [
    ...paths,
    '/%00',
    '/%ff',
    '/../../etc/passwd',
    `/${'x'.repeat(5_000)}`,
    '/user/password',
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'POST']) {
      const { status } = await ask(token, method, path, method === 'GET' ? undefined : '{}');
      expect([method, path, status < 500 || status === 501]).toEqual([method, path, true]);
    }
  }
  expect((await ask(token, 'GET', '/message')).status).toBe(200);
});

/** Makes a request that no app makes. A connection that is cut counts as a 400. */
async function ask(
  token: string | undefined,
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  try {
    const asked = fetch(`${world.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const answer = await world.during(asked);
    await answer.body?.cancel();
    return { status: answer.status };
  } catch {
    return { status: 400 };
  }
}

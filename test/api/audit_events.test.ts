// The account's owner sees in the audit log who changed what, when and with which outcome.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser } from '../support/users.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

const auditEventsOf = async (secret: string, account: bigint, query = '') => {
  const { json } = await stack.ask(consoleAsk(`/audit-events${query}`, secret, { account }));
  return json;
};

test('changes by keys and people, refused ones too, are listed with their actors and without their content', async () => {
  const account = await stack.createAccount();
  const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  const member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const asOwner = (method: string, path: string, body?: unknown) =>
    stack.ask(
      consoleAsk(path, owner.secret, { account: account.id, method, ...(body !== undefined && { body }) }),
    );
  const hours = { time_zone: 'UTC', from: '21:30', until: '07:00' };
  await stack.ask({ method: 'PUT', path: '/api/v1/quiet-hours', key: account.key, body: hours });
  await stack.ask({
    method: 'PUT',
    path: '/api/v1/quiet-hours',
    key: account.key,
    body: { ...hours, time_zone: 'Nowhere' },
  });
  const { key } = (await asOwner('POST', '/keys', { label: 'made here' })).json;
  await asOwner('DELETE', `/keys/${key.id}`);
  await asOwner('POST', `/console/accounts/${account.id}/switch`);
  await asOwner('POST', '/contacts', { address: '+15005550006', name: 'Ada Secret' });
  // A forbidden call leaves no line, and neither do texts.
  const refused = consoleAsk('/keys', member.secret, {
    account: account.id,
    method: 'POST',
    body: { label: 'x' },
  });
  expect((await stack.ask(refused)).status).toBe(403);
  await stack.send(account);
  const { audit_events: auditEvents } = await auditEventsOf(owner.secret, account.id);
  const lines = auditEvents.map(({ actor, method, object, outcome }: Record<string, string>) => [
    actor,
    method,
    object,
    outcome,
  ]);
  expect(lines.reverse().slice(-5)).toEqual([
    ['key', 'AccountService/SetQuietHours', '', 'done'],
    ['key', 'AccountService/SetQuietHours', '', 'invalid_request'],
    ['user', 'KeyService/CreateKey', expect.stringMatching(/^id \d+$/), 'done'],
    ['user', 'KeyService/RevokeKey', `id ${key.id}`, 'done'],
    ['user', 'ContactService/PutContact', expect.stringMatching(/^id \d+$/), 'done'],
  ]);
  expect(
    auditEvents
      .filter(({ actor }: { actor: string }) => actor === 'user')
      .every(({ actor_id: id }: { actor_id: number }) => BigInt(id) === owner.id),
  ).toBe(true);
  expect(JSON.stringify(auditEvents)).not.toMatch(/Ada Secret|15005550006|made here/);
  const first = await auditEventsOf(owner.secret, account.id, '?limit=2');
  const second = await auditEventsOf(owner.secret, account.id, `?limit=2&cursor=${first.next_cursor}`);
  expect([...first.audit_events, ...second.audit_events]).toEqual(auditEvents.slice(0, 4));
  // Filters by actor, by method and by both; the pages keep to the filter.
  const narrowed = async (query: string) =>
    (await auditEventsOf(owner.secret, account.id, query)).audit_events.map(
      ({ method }: { method: string }) => method,
    );
  expect(await narrowed('?actor=key')).toEqual(Array(2).fill('AccountService/SetQuietHours'));
  expect(await narrowed('?method=KeyService&actor=user')).toEqual([
    'KeyService/RevokeKey',
    'KeyService/CreateKey',
  ]);
  expect(await narrowed('?method=KeyService/RevokeKey')).toEqual(['KeyService/RevokeKey']);
  expect(await narrowed('?method=KeyService/Revoke')).toEqual([]);
  const newest = await auditEventsOf(owner.secret, account.id, '?method=KeyService&limit=1');
  expect(await narrowed(`?method=KeyService&limit=1&cursor=${newest.next_cursor}`)).toEqual([
    'KeyService/CreateKey',
  ]);
  expect(await auditEventsOf(owner.secret, account.id, '?actor=robot')).toMatchObject({
    code: 'invalid_request',
    error: 'actor must be one of user, key, platform, operator',
  });
  expect(await auditEventsOf(owner.secret, account.id, `?method=${'x'.repeat(101)}`)).toMatchObject({
    code: 'invalid_request',
  });
});

test('the list of an account is for its owner alone', async () => {
  const [account, other] = [await stack.createAccount(), await stack.createAccount()];
  const admin = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'admin'],
      [other.id, 'owner'],
    ],
  });
  const answers = [
    await stack.ask(consoleAsk('/audit-events', admin.secret, { account: account.id })),
    await stack.ask({ path: '/api/v1/audit-events', key: account.key }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});

test('a change during which its core died is in the list, without an outcome', async () => {
  const account = await stack.createAccount();
  const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  const sql = openInspector(stack.databaseUrl);
  await sql`insert into audit_event (account_id, at, nonce, actor_type, actor_name, method, object)
    values (${String(account.id)}, now() + interval '1 minute', 1, 'operator', '', 'DeviceService/UnpairDevice', 'device_id 1')`;
  await sql.end();
  const { audit_events: auditEvents } = await auditEventsOf(owner.secret, account.id);
  expect(auditEvents[0]).toMatchObject({
    actor: 'operator',
    actor_id: null,
    method: 'DeviceService/UnpairDevice',
    outcome: null,
  });
});

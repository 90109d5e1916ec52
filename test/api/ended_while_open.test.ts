// A right ends while a request of it is still open: its body is coming in, or a file is being written for it. Nothing is changed and
// nothing more is read from then on, whichever core ended the right.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestOf } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { consoleAsk, createPerson, sessionHeaders, type TestPerson } from '../support/people.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  stack = await startStack({ cores: 2 });
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

const open = (
  method: string,
  path: string,
  headers: Record<string, string>,
  { gateways } = stack,
): ClientRequest => {
  const { hostname, port } = new URL(gateways[0]?.url ?? '');
  const request = requestOf({ hostname, port, method, path: `/api/v1${path}`, headers });
  request.on('error', () => {});
  return request;
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Begins to send a body, and returns once its key, or that of its session, was admitted; `end` sends the rest. */
async function begin(key: string, line: string, headers: Record<string, string>, body: object) {
  const [method = '', path = ''] = line.split(' ');
  const text = JSON.stringify(body);
  const request = open(method, path, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(text.length),
  });
  request.write(text.slice(0, 1));
  const hash = createHash('sha256').update(key).digest();
  await until(async () => {
    const [row] = await sql`select cardinality(stamps) as n from rate_window where key_hash = ${hash}`;
    return row?.n === 1;
  });
  // The request was counted; its caller's role is read behind that, and before that of another request.
  expect((await stack.ask({ path: '/api/v1/usage', headers })).status).toBe(200);
  return async () => {
    request.end(text.slice(1));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return [answer.statusCode, JSON.parse(Buffer.concat(chunks).toString()).code];
  };
}

async function revoke({ id }: TestAccount): Promise<void> {
  const { admin } = stack.cores[1] as TestCore;
  const { keys } = await admin.listKeys({ accountId: id });
  await admin.revokeKey({ accountId: id, keyId: keys[0]?.id ?? 0n });
}

test('a key that is revoked while its body comes in changes nothing', async () => {
  const account = await stack.createAccount();
  const webhook = { url: 'https://example.com/', types: ['text.received'] };
  const end = await begin(account.key, 'PUT /webhooks/mine', bearer(account.key), webhook);
  await revoke(account);
  expect(await end()).toEqual([401, 'invalid_api_key']);
  expect(await sql`select from webhook where account_id = ${String(account.id)}`).toHaveLength(0);
});

test('a platform that is unlinked while its body comes in changes no plan', async () => {
  const account = await stack.createAccount();
  const platform = await createPlatform(stack.cores[0] as TestCore, account);
  const headers = { ...bearer(platform.key), 'x-svc-account': String(account.id) };
  const end = await begin(platform.key, 'POST /plan', headers, { plan: 'pro' });
  await stack.cores[1]?.admin.unlinkPlatform({ platformId: platform.id, accountId: account.id });
  // The plan would not be changed here either, but for want of billing.
  expect(await end()).toEqual([404, 'not_found']);
});

const enter = async (role: 'admin', account: TestAccount): Promise<TestPerson> => {
  const person = await createPerson(stack.databaseUrl, { roles: [[account.id, role]] });
  const path = `/console/accounts/${account.id}/enter`;
  expect((await stack.ask(consoleAsk(path, person.secret, { method: 'POST' }))).status).toBe(200);
  return person;
};

test.each([
  ['is removed from the account', 'delete from membership', 401, 'invalid_api_key'],
  ['has a lesser role', "update membership set role = 'member'", 403, 'forbidden'],
] as const)(
  'a person who %s while a body of theirs comes in changes nothing',
  async (_, ending, status, code) => {
    const account = await stack.createAccount();
    const { id, secret } = await enter('admin', account);
    const end = await begin(
      `${secret}.${account.id}`,
      'POST /opt-outs/import',
      sessionHeaders(secret, account.id),
      { csv: '+15005550006' },
    );
    await sql.unsafe(`${ending} where person_id = ${id}`);
    expect(await end()).toEqual([status, code]);
    expect(await sql`select from opt_out where account_id = ${String(account.id)}`).toHaveLength(0);
  },
);

/** Contacts with long notes: more than what is on its way to a reader who takes nothing. */
async function addContacts({ id }: TestAccount, count: number, url = stack.databaseUrl): Promise<void> {
  const inspect = openInspector(url);
  await inspect`insert into contact (account_id, id, address_norm, name, name_plain, note, created_at, changed_at)
    select ${String(id)}, n, '+1201' || lpad(n::text, 7, '0'), 'n' || lpad(n::text, 7, '0'), 'n' || lpad(n::text, 7, '0'),
      repeat('long note ', 100), now(), now() from generate_series(1, ${count}) n`;
  await inspect.end();
}

test('a file ends in its middle once the key that asked for it is revoked, and has nothing of what came after', async () => {
  const account = await stack.createAccount();
  await addContacts(account, 30_000);
  const request = open('GET', '/contacts/export.csv', bearer(account.key));
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await revoke(account);
  await sql`update contact set note = 'written afterwards' where account_id = ${String(account.id)} and id > 29000`;
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  answer.on('error', () => {});
  await new Promise((resolve) => answer.once('close', resolve));
  expect([answer.complete, text.includes('written afterwards')]).toEqual([false, false]);
  expect(text.length).toBeGreaterThan(0);
}, 60_000);

test('a file whose reader takes nothing is given up, and another one takes its place', async () => {
  const own = await startStack({ limits: { idleTimeoutMs: 6_000 } });
  const account = await own.createAccount();
  await addContacts(account, 30_000, own.databaseUrl);
  const path = '/contacts/export.csv';
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const request = open('GET', path, bearer(account.key), own);
      request.end();
      return (await once(request, 'response'))[0] as IncomingMessage;
    }),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  // One key may ask 120 times a minute, which is less than what is asked until a place is free.
  const keys = await Promise.all(Array.from({ length: 10 }, () => own.createKey(account)));
  let asked = 0;
  const fifth = async () =>
    (await own.ask({ method: 'HEAD', path: `/api/v1${path}`, key: keys[asked++ % keys.length] })).status;
  expect(await fifth()).toBe(429);
  await until(async () => (await fifth()) === 200);
  await own.stop();
}, 60_000);

test('a file whose key goes on working is whole', async () => {
  const account = await stack.createAccount();
  await addContacts(account, 1_200);
  const { status, text } = await stack.get('/api/v1/contacts/export.csv', account.key);
  expect([status, text.split('\r\n').length]).toEqual([200, 1_202]);
});

// A right ends while a file is being written for it: nothing more is read from then on. How much is on its way to a reader who takes
// nothing is for the machine's sockets to say.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestOf } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
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

const open = (path: string, { key }: Pick<TestAccount, 'key'>, { gateways } = stack): ClientRequest => {
  const { hostname, port } = new URL(gateways[0]?.url ?? '');
  const headers = { authorization: `Bearer ${key}` };
  const request = requestOf({ hostname, port, path: `/api/v1${path}`, headers });
  request.on('error', () => {});
  request.end();
  return request;
};

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
  const request = open('/contacts/export.csv', account);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  const { admin } = stack.cores[1] as TestCore;
  const { keys } = await admin.listKeys({ accountId: account.id });
  await admin.revokeKey({ accountId: account.id, id: keys[0]?.id ?? 0n });
  await sql`update contact set note = 'written afterwards' where account_id = ${String(account.id)} and id > 29000`;
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  answer.on('error', () => {});
  await new Promise((resolve) => answer.once('close', resolve));
  expect([answer.complete, text.includes('written afterwards')]).toEqual([false, false]);
  expect(text.length).toBeGreaterThan(0);
});

test('a file whose reader takes nothing is given up, and another one takes its place', async () => {
  const own = await startStack({ limits: { idleTimeoutMs: 6_000 } });
  const account = await own.createAccount();
  await addContacts(account, 30_000, own.databaseUrl);
  const path = '/contacts/export.csv';
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      return (await once(open(path, account, own), 'response'))[0] as IncomingMessage;
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
});

test('a file whose key goes on working is whole', async () => {
  const account = await stack.createAccount();
  await addContacts(account, 1_200);
  const { status, text } = await stack.get('/api/v1/contacts/export.csv', account.key);
  expect([status, text.split('\r\n').length]).toEqual([200, 1_202]);
});

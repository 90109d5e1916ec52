// An integrator starts, works and leaves: the operator uses the command line, the integrator REST.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeLine, typeLineForJson } from '../../server/cli/testing/type_line.ts';
import { serviceToken } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const connection = () => ({ core: `127.0.0.1:${stack.core.rpc.port}`, serviceToken });
// biome-ignore lint/suspicious/noExplicitAny: what a test reads from it, it asserts.
const type = (line: string): Promise<any> => typeLineForJson(`platform-keys ${line}`, connection());

test('an operator’s command holds from the integrator’s next request on', async () => {
  const account = await stack.createAccount();
  const naming = { 'x-svc-account': String(account.id) };
  const { key, secret } = await type('create --name Integrator');
  const usage = () => stack.get('/api/v1/usage', secret, naming);
  const listed = async () => (await stack.get('/api/v1/accounts', secret)).json.accounts;

  expect([(await usage()).status, await listed()]).toEqual([404, []]);
  const { linked_at } = await type(`link ${key.id} ${account.id}`);
  expect((await usage()).status).toBe(200);
  expect(await listed()).toEqual((await type(`accounts ${key.id}`)).accounts);
  expect(await listed()).toMatchObject([{ id: Number(account.id), linked_at }]);

  await type(`unlink ${key.id} ${account.id}`);
  expect([(await usage()).status, await listed()]).toEqual([404, []]);
  await type(`link ${key.id} ${account.id}`);
  await type(`revoke ${key.id}`);
  expect((await usage()).status).toBe(401);
  const { keys } = await type('list');
  expect(keys).toEqual([{ ...key, revoked_at: expect.any(String) }]);
  expect(JSON.stringify(keys)).not.toContain(secret);
});

test.each([
  ['link 999999 ACCOUNT', 'platform key not found'],
  ['unlink 999999 ACCOUNT', 'platform key not found'],
  ['link KEY 100000000001', 'account not found'],
  ['unlink KEY 100000000001', 'account not found'],
  ['revoke 999999', 'platform key not found'],
  ['accounts 999999', 'platform key not found'],
])('%s is refused: %s', async (line, reported) => {
  const account = await stack.createAccount();
  const { key } = await type('create --name Integrator');
  const typed = line.replace('KEY', String(key.id)).replace('ACCOUNT', String(account.id));
  const { code, out, error } = await typeLine(`platform-keys ${typed}`, connection());
  expect({ code, out, error }).toEqual({ code: 1, out: '', error: `${reported}\n` });
});

test('as many accounts as a key may have are listed in one answer, over REST and at the command line', async () => {
  const { key, secret } = await type('create --name Integrator');
  const sql = openInspector(stack.databaseUrl);
  await sql`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq,
      last_device_id, created_at)
    select n, repeat('\u20ac', 100), 'US', 'starter', 'incomplete_expired', false, '2026-01-01', 0, 0, 0, 0, now()
    from generate_series(900000000000, 900000009999) n on conflict do nothing`;
  await sql`insert into platform_link select ${key.id}, n, now() from generate_series(900000000000, 900000009999) n`;
  await sql.end();
  const { status, json } = await stack.get('/api/v1/accounts', secret);
  expect(status).toBe(200);
  expect(json.accounts).toHaveLength(10_000);
  expect((await type(`accounts ${key.id}`)).accounts).toEqual(json.accounts);
});

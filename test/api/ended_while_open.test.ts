// A right ends while a body is coming in for it: nothing is changed, whichever core ended the right.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestOf } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders, type TestUser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2 });
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
  await service?.end();
});

const open = (method: string, path: string, headers: Record<string, string>): ClientRequest => {
  const { hostname, port } = new URL(stack.gateways[0]?.url ?? '');
  const request = requestOf({ hostname, port, method, path: `/api/v1${path}`, headers });
  request.on('error', () => {});
  return request;
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Begins to send a body. Returns once its caller was judged, with what sends the rest. */
async function begin(line: string, headers: Record<string, string>, body: object) {
  const [method = '', path = ''] = line.split(' ');
  const text = JSON.stringify(body);
  const request = open(method, path, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(text.length),
  });
  request.write(text.slice(0, 1));
  // Its head has been judged, and its body is waited for.
  await service.simulation.idle();
  return async () => {
    request.end(text.slice(1));
    const [answer] = (await service.simulation.during(once(request, 'response'))) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return [answer.statusCode, JSON.parse(Buffer.concat(chunks).toString()).code];
  };
}

async function revoke({ id }: TestAccount): Promise<void> {
  const { admin } = stack.cores[1] as TestCore;
  const { keys } = await admin.listKeys({ accountId: id });
  await admin.revokeKey({ accountId: id, id: keys[0]?.id ?? 0n });
}

test('a key that is revoked while its body comes in changes nothing', async () => {
  const account = await stack.createAccount();
  const webhook = { url: 'https://example.com/', types: ['text.received'] };
  const end = await begin('PUT /webhooks/mine', bearer(account.key), webhook);
  await revoke(account);
  expect(await end()).toEqual([401, 'invalid_api_key']);
  expect(await sql`select from webhook where account_id = ${String(account.id)}`).toHaveLength(0);
});

test('a platform that is unlinked while its body comes in changes no plan', async () => {
  const account = await stack.createAccount();
  const platform = await createPlatform(stack.cores[0] as TestCore, account);
  const headers = { ...bearer(platform.key), 'x-svc-account': String(account.id) };
  const end = await begin('POST /plan', headers, { plan: 'pro' });
  await stack.cores[1]?.admin.unlinkPlatform({ id: platform.id, accountId: account.id });
  // The plan would not be changed here either, but for want of billing.
  expect(await end()).toEqual([404, 'not_found']);
});

const enter = async (role: 'admin', account: TestAccount): Promise<TestUser> => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, role]] });
  const path = `/console/accounts/${account.id}/switch`;
  expect((await stack.ask(consoleAsk(path, user.secret, { method: 'POST' }))).status).toBe(200);
  return user;
};

test.each([
  ['is removed from the account', 'delete from membership', 401, 'invalid_api_key'],
  ['has a lesser role', "update membership set role = 'member'", 403, 'forbidden'],
] as const)(
  'a person who %s while a body of theirs comes in changes nothing',
  async (_, ending, status, code) => {
    const account = await stack.createAccount();
    const { id, secret } = await enter('admin', account);
    const end = await begin('POST /opt-outs/import', sessionHeaders(secret, account.id), {
      csv: '+15005550006',
    });
    await sql.unsafe(`${ending} where user_id = ${id}`);
    expect(await end()).toEqual([status, code]);
    expect(await sql`select from opt_out where account_id = ${String(account.id)}`).toHaveLength(0);
  },
);

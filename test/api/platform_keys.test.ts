// Platform keys: they read usage and change plans of the accounts linked to them, list those accounts, and nothing
// else. An account that is not linked looks like one that does not exist.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { createPlatform, type TestPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let linked: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2 });
  [linked, other] = [await stack.createAccount({ plan: 'growth' }), await stack.createAccount()];
});
afterAll(() => stack.stop());

const outcome = ({ status, json }: Answer) => [status, json.code];
const naming = (id: bigint | string) => ({ 'x-svc-account': String(id) });
const text = { address: '+15005550006', body: 'hello' };
const platformOf = (...accounts: TestAccount[]): Promise<TestPlatform> =>
  createPlatform(stack.core, ...accounts);

/** Every protected endpoint, with what a platform key gets there for a linked account. */
const endpoints = [
  ['GET', '/api/v1/usage', undefined, 200, undefined],
  ['POST', '/api/v1/plan', { plan: 'pro' }, 503, 'billing_disabled'],
  ['GET', '/api/v1/accounts', undefined, 200, undefined],
  ['GET', '/api/v1/me', undefined, 403, 'platform_key_scope'],
  ['POST', '/api/v1/messages', text, 403, 'platform_key_scope'],
  ['GET', '/api/v1/messages', undefined, 403, 'platform_key_scope'],
  ['GET', '/api/v1/messages?wait=25', undefined, 403, 'platform_key_scope'],
  ['GET', '/api/v1/messages/1', undefined, 403, 'platform_key_scope'],
  ['GET', '/api/v1/threads', undefined, 403, 'platform_key_scope'],
  ['GET', '/api/v1/threads/+15005550006/messages', undefined, 403, 'platform_key_scope'],
] as const;
const inScope = endpoints.slice(0, 2);
const outOfScope = endpoints.slice(3);

describe.each(endpoints)('%s %s', (method, path, body, status, code) => {
  const ask = (key: string, headers?: Record<string, string>) =>
    stack.ask({ method, path, key, ...(body && { body }), ...(headers && { headers }) });

  test(`with a platform key for a linked account is ${status} ${code ?? ''}`, async () => {
    const { key } = await platformOf(linked);
    expect(outcome(await ask(key, naming(linked.id)))).toEqual([status, code]);
  });

  test('with a revoked platform key is 401 at once, in the words of an unknown one', async () => {
    const { id, key } = await platformOf(linked);
    expect((await ask(key, naming(linked.id))).status).not.toBe(401);
    await stack.core.admin.revokePlatformKey({ id: id });
    const revoked = await ask(key, naming(linked.id));
    expect(outcome(revoked)).toEqual([401, 'invalid_api_key']);
    expect((await ask('svc_platform_wrong')).text).toBe(revoked.text);
  });

  test('with a platform key past its allowance is 429, whatever the account', async () => {
    const { key } = await platformOf(linked);
    await Promise.all(Array.from({ length: 120 }, () => stack.get('/api/v1/accounts', key)));
    for (const headers of [undefined, naming(linked.id), naming(other.id), naming('abc')])
      expect(outcome(await ask(key, headers))).toEqual([429, 'rate_limited']);
  });
});

describe.each(outOfScope)('%s %s is out of scope', (method, path, body) => {
  test.each([
    ['no account', () => ({})],
    ['a linked account', () => naming(linked.id)],
    ['an unlinked account', () => naming(other.id)],
    ['an account that does not exist', () => naming('100000000001')],
    ['what is no account id', () => naming('abc')],
  ])('with %s', async (_name, headers) => {
    const { key } = await platformOf(linked);
    const answer = await stack.ask({ method, path, key, headers: headers(), ...(body && { body }) });
    expect(outcome(answer)).toEqual([403, 'platform_key_scope']);
  });

  test('before its parameters or body are checked', async () => {
    const { key } = await platformOf(linked);
    const wrong = { headers: naming(linked.id), ...(method === 'POST' && { body: '{"broken' }) };
    const answer = await stack.ask({
      method,
      path: `${path.split('?')[0]}?since=abc&limit=abc`,
      key,
      ...wrong,
    });
    expect(outcome(answer)).toEqual([403, 'platform_key_scope']);
  });
});

test('a text that a platform key tried to send is stored nowhere', async () => {
  const account = await stack.createAccount();
  const { key } = await platformOf(account);
  for (const headers of [{}, naming(account.id)])
    expect((await stack.post('/api/v1/messages', key, text, headers)).status).toBe(403);
  expect((await stack.get('/api/v1/messages', account.key)).json.messages).toEqual([]);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(0);
});

describe.each(inScope)('%s %s names its account', (method, path, body) => {
  const ask = (key: string, headers?: Record<string, string | string[]>) =>
    stack.ask({ method, path, key, ...(body && { body }), ...(headers && { headers }) });

  test('by X-SVC-Account, without which it is 400', async () => {
    const { key } = await platformOf(linked);
    expect(outcome(await ask(key))).toEqual([400, 'invalid_request']);
    expect((await ask(key)).json.error).toContain('X-SVC-Account');
  });

  test.each(['', ' ', '0', '-1', '+1', '01', '1.0', '1e3', '0x10', 'abc', '1 2', '1,2', 'null', '١', '1\t2'])(
    'by a positive integer: %j is 400',
    async (value) => {
      const { key } = await platformOf(linked);
      const raw = Buffer.from(value).toString('latin1');
      expect(outcome(await ask(key, { 'x-svc-account': raw }))).toEqual([400, 'invalid_request']);
    },
  );

  test('once: a header that comes twice is 400, even with the same linked account', async () => {
    const { key } = await platformOf(linked);
    const id = String(linked.id);
    expect(outcome(await ask(key, { 'x-svc-account': [id, id] }))).toEqual([400, 'invalid_request']);
  });

  test('that is linked: an unlinked account looks like one that does not exist', async () => {
    const before = await stack.createAccount();
    const { id, key } = await platformOf(linked, before);
    await stack.core.admin.unlinkPlatform({ id: id, accountId: before.id });
    const { key: second } = await platformOf(other);
    expect((await ask(second, naming(other.id))).status).not.toBe(404);
    const askNaming = async (target: bigint | string) => {
      const fresh = await platformOf(linked);
      const { status, headers, text } = await ask(fresh.key, naming(target));
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, text, headers: rest };
    };
    const unknown = await askNaming('100000000001');
    expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([404, 'not_found']);
    // Another platform's account, an account that is no longer linked, the id after the linked one, and numbers too large for an id.
    for (const target of [
      other.id,
      before.id,
      linked.id + 1n,
      '9'.repeat(15),
      '9'.repeat(19),
      '9'.repeat(64),
    ])
      expect(await askNaming(target)).toEqual(unknown);
    expect((await ask(key, naming(before.id))).text).toBe(unknown.text);
    const asAccount = await ask(await stack.createKey(linked), naming(other.id));
    expect([asAccount.status, asAccount.text]).toEqual([404, unknown.text]);
  });
});

describe('GET /api/v1/usage', () => {
  test("GET /api/v1/usage for a linked account is what the account's own key reads", async () => {
    const { key } = await platformOf(linked, other);
    for (const account of [linked, other]) {
      const { json } = await stack.get('/api/v1/usage', key, naming(account.id));
      expect(json).toEqual((await stack.get('/api/v1/usage', await stack.createKey(account))).json);
    }
  });
});

describe('POST /api/v1/plan', () => {
  test('judges the account before the plan, and the plan as for an account key', async () => {
    const exempt = await stack.createAccount({ exempt: true });
    const { key } = await platformOf(linked, exempt);
    const change = (plan: unknown, headers: Record<string, string>) =>
      stack.post('/api/v1/plan', key, { plan }, headers);
    expect(outcome(await change('free', naming(other.id)))).toEqual([404, 'not_found']);
    expect(outcome(await change('free', naming('abc')))).toEqual([400, 'invalid_request']);
    expect(outcome(await change('free', naming(linked.id)))).toEqual([400, 'unknown_plan']);
    expect(outcome(await change('pro', naming(exempt.id)))).toEqual([409, 'exempt_account']);
    expect((await stack.get('/api/v1/usage', key, naming(linked.id))).json.plan).toBe('growth');
  });
});

describe('GET /api/v1/accounts', () => {
  test('GET /api/v1/accounts lists every linked account with the time it was linked, in order of name, then id', async () => {
    const { admin } = stack.core;
    const create = async (name: string) =>
      (await admin.createAccount({ name, country: 'US' })).account?.id as bigint;
    const ids = [await create('Bolt'), await create('acme'), await create('Acme'), await create('Acme')];
    const { id: platformKeyId, key } = await platformOf();
    expect((await stack.get('/api/v1/accounts', key)).json).toEqual({ accounts: [] });
    const linkedAt = new Map<number, string>();
    for (const accountId of ids) {
      const { integration } = await admin.linkPlatform({ id: platformKeyId, accountId });
      const at = integration?.linkedAt;
      linkedAt.set(
        Number(accountId),
        new Date(Number(at?.seconds) * 1000 + Number(at?.nanos) / 1e6).toISOString(),
      );
    }
    const { status, json } = await stack.get('/api/v1/accounts', key);
    expect(status).toBe(200);
    const [bolt, small, ...capital] = ids.map(Number) as [number, number, number, number];
    const inOrder = [...capital.toSorted((a, b) => a - b), bolt, small];
    expect(json.accounts).toEqual(
      inOrder.map((id) => ({
        id,
        name: id === bolt ? 'Bolt' : id === small ? 'acme' : 'Acme',
        plan: null,
        subscription_status: null,
        linked_at: linkedAt.get(id),
      })),
    );
  });

  test('GET /api/v1/accounts says of each account what its own key says, but for linked_at', async () => {
    const exempt = await stack.createAccount({ exempt: true, plan: '' });
    const { key } = await platformOf(linked, exempt);
    const { accounts } = (await stack.get('/api/v1/accounts', key)).json;
    for (const account of [linked, exempt]) {
      const own = (await stack.get('/api/v1/accounts', await stack.createKey(account))).json.accounts[0];
      const seen = accounts.find(({ id }: { id: number }) => id === Number(account.id));
      expect(seen).toEqual({ ...own, linked_at: expect.any(String) });
    }
  });

  test.each(['abc', '', '100000000001'])(
    'GET /api/v1/accounts names no account: X-SVC-Account %j says nothing there',
    async (value) => {
      const { key } = await platformOf(linked);
      const { status, json } = await stack.get('/api/v1/accounts', key, naming(value));
      expect([status, json.accounts.length]).toEqual([200, 1]);
    },
  );
});

describe('the allowance of 120 requests', () => {
  const remainingOf = ({ headers }: Answer) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);

  test('the allowance of 120 requests is one for all endpoints and accounts of a key, and counts what is refused', async () => {
    const { key } = await platformOf(linked, other);
    let expected = 120;
    for (const [method, path, body] of endpoints)
      for (const headers of [naming(linked.id), naming(other.id), naming('100000000001'), {}]) {
        const answer = await stack.ask({ method, path, key, headers, ...(body && { body }) }, expected % 2);
        expect([path, remainingOf(answer)]).toEqual([path, --expected]);
      }
    const rest = Array.from({ length: 200 }, (_, index) =>
      stack.ask({ path: '/api/v1/usage', key, headers: naming(linked.id) }, index % 2),
    );
    const statuses = (await Promise.all(rest)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(expected);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - expected);
  });

  test("the allowance of 120 requests of a platform key is separate from that of an account's own keys", async () => {
    const account = await stack.createAccount();
    const { key } = await platformOf(account);
    await Promise.all(Array.from({ length: 120 }, () => stack.get('/api/v1/usage', key, naming(account.id))));
    expect((await stack.get('/api/v1/usage', key, naming(account.id))).status).toBe(429);
    expect(remainingOf(await stack.get('/api/v1/usage', account.key))).toBe(119);
  });
});

test('linking, unlinking and revoking count on every gateway and core from the next request on', async () => {
  const account = await stack.createAccount();
  const { id: platformKeyId, key } = await platformOf(linked);
  const link = { id: platformKeyId, accountId: account.id };
  // Each gateway asks the cores in turn: two requests each reach all of them.
  const everywhere = async (path: string, headers: Record<string, string>) => {
    const answers: Answer[] = [];
    for (const gateway of [0, 0, 1, 1]) answers.push(await stack.ask({ path, key, headers }, gateway));
    return answers;
  };
  const usage = async () =>
    (await everywhere('/api/v1/usage', naming(account.id))).map(({ status }) => status);
  const listed = async () =>
    (await everywhere('/api/v1/accounts', {})).map(({ json }) => json.accounts.length);
  for (let round = 0; round < 3; round++) {
    expect([await usage(), await listed()]).toEqual([Array(4).fill(404), Array(4).fill(1)]);
    await stack.cores[round % 2]?.admin.linkPlatform(link);
    expect([await usage(), await listed()]).toEqual([Array(4).fill(200), Array(4).fill(2)]);
    await stack.cores[(round + 1) % 2]?.admin.unlinkPlatform(link);
  }
  await stack.cores[1]?.admin.revokePlatformKey({ id: platformKeyId });
  expect(await usage()).toEqual(Array(4).fill(401));
});

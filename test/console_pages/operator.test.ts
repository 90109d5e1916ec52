// The operator's pages: accounts, carriers and their numbers, platform keys, and how the service is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idleCarrier } from '../support/idle_carrier.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, TestBrowser, type TestUser, tokenOf } from '../support/users.ts';

let stack: Stack;
let operator: TestUser;

beforeAll(async () => {
  stack = await startStack({ carriers: [idleCarrier('main'), idleCarrier('spare')] });
  operator = await createUser(stack.databaseUrl, { isOperator: true });
});
afterAll(() => stack?.stop());

const ask = (path: string, method = 'GET', body?: unknown) =>
  stack.ask(consoleAsk(`/operator${path}`, operator.secret, { method, ...(body !== undefined && { body }) }));
const codeOf = async (asked: ReturnType<typeof ask>) => {
  const { status, json } = await asked;
  return [status, json.code];
};
const refused = [400, 'invalid_request'];
const missing = [404, 'not_found'];

test('a text of any account is read without its words, and one that does not exist is none', async () => {
  const account = await stack.createAccount();
  const { json } = await stack.send(account, { body: 'A secret', client_ref: 'visit-81' });
  const { id } = json.message;
  const { status, text, json: found } = await ask(`/accounts/${account.id}/texts/${id}`);
  expect([status, text.includes('secret')]).toEqual([200, false]);
  expect(found.text).toMatchObject({
    id,
    address_norm: '+15005550006',
    status: 'queued',
    client_ref: 'visit-81',
  });
  expect(Object.keys(found.text)).not.toContain('body');
  expect(found.events[0]).toMatchObject({ kind: 'accepted' });
  const other = await stack.createAccount();
  for (const path of [`/accounts/${other.id}/texts/${id}`, `/accounts/${account.id}/texts/99`])
    expect(await codeOf(ask(path))).toEqual(missing);
  expect(await codeOf(ask(`/accounts/${account.id}/texts/x`))).toEqual(missing);
});

describe('accounts', () => {
  test('get an owner by an invitation, whose link is shown once', async () => {
    const { id } = (await ask('/accounts', 'POST', { name: 'Ownerless', country: 'us' })).json.account;
    const invite = (of: number, email: string) =>
      stack.ask(
        consoleAsk('/invitations', operator.secret, {
          method: 'POST',
          body: { email, role: 'owner' },
          account: BigInt(of),
        }),
      );
    const { json } = await invite(id, 'owner@example.com');
    expect(json.link).toContain('/sign-up#token=');
    const user = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };
    const browser = new TestBrowser(stack);
    expect((await browser.post('/console/sign-up', { token: tokenOf(json.link), ...user })).status).toBe(200);
    const { accounts } = (await browser.ask('/console/me')).json;
    expect(accounts).toEqual([{ id, name: 'Ownerless', country: 'US', role: 'owner', sandbox_of: null }]);
    expect(await codeOf(invite(id, 'owner@example.com'))).toEqual([409, 'already_exists']);
    expect(await codeOf(invite(id, 'nobody'))).toEqual(refused);
    expect(await codeOf(invite(7, 'owner@example.com'))).toEqual(missing);
  });

  test('are made, found, counted and changed', async () => {
    const made = await ask('/accounts', 'POST', { name: 'Corner Shop', country: 'de', plan: 'growth' });
    expect(made.json.account).toMatchObject({
      name: 'Corner Shop',
      country: 'DE',
      plan: 'growth',
      subscription_status: 'active',
      exempt: false,
      texts_used: 0,
      suspended_at: null,
    });
    const { id } = made.json.account;
    for (const search of ['corner', 'SHOP', String(id)])
      expect((await ask(`/accounts?search=${search}`)).json).toEqual({
        accounts: [made.json.account],
        next_cursor: null,
      });
    expect((await ask('/accounts?search=nobody')).json.accounts).toEqual([]);
    const change = (fields: object) => ask(`/accounts/${id}`, 'PATCH', fields);
    expect((await change({})).json.account).toEqual(made.json.account);
    expect((await change({ name: 'Kiosk', country: 'fr', plan: null })).json.account).toEqual({
      ...made.json.account,
      name: 'Kiosk',
      country: 'FR',
    });
    expect(
      (await change({ plan: 'pro', subscription_status: 'past_due', exempt: true })).json.account,
    ).toMatchObject({
      name: 'Kiosk',
      plan: 'pro',
      subscription_status: 'exempt',
      exempt: true,
    });
    expect((await change({ exempt: false })).json.account).toMatchObject({ subscription_status: 'past_due' });
    const trial = await stack.createAccount();
    await stack.send(trial);
    expect((await ask(`/accounts?search=${trial.id}`)).json.accounts[0].texts_used).toBe(1);
  });

  test('are suspended with a reason that their people do not see, and resumed', async () => {
    const account = await stack.createAccount();
    const suspension = (method: string, body?: object) =>
      ask(`/accounts/${account.id}/suspension`, method, body);
    const { json } = await suspension('PUT', { reason: 'spam' });
    expect(json.account).toMatchObject({ suspension_reason: 'spam', suspended_at: expect.any(String) });
    expect((await ask(`/accounts/${account.id}`)).json).toEqual(json);
    const text = { address: '+15005550006', body: 'hello' };
    const send = () => stack.ask({ method: 'POST', path: '/api/v1/messages', key: account.key, body: text });
    expect(await codeOf(send())).toEqual([403, 'account_suspended']);
    const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
    const seen = await stack.ask(consoleAsk('/account', owner.secret, { account: account.id }));
    expect([seen.status, seen.text.includes('spam')]).toEqual([200, false]);
    expect(await codeOf(suspension('PUT', { reason: 'x'.repeat(101) }))).toEqual(refused);
    expect((await suspension('DELETE')).json.account).toMatchObject({
      suspension_reason: '',
      suspended_at: null,
    });
    expect((await send()).status).toBe(200);
    expect(await codeOf(ask('/accounts/7/suspension', 'DELETE'))).toEqual(missing);
    expect(await codeOf(ask('/accounts/7'))).toEqual(missing);
  });

  test('are paged', async () => {
    for (let n = 0; n < 5; n++) await ask('/accounts', 'POST', { name: `Paged ${n}`, country: 'US' });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await ask(`/accounts?search=paged&limit=2${cursor}`);
      expect(json.accounts.length).toBeLessThanOrEqual(2);
      seen.push(...json.accounts.map(({ name }: { name: string }) => name));
      if (json.next_cursor === null) break;
      cursor = `&cursor=${json.next_cursor}`;
    }
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Paged ${n}`));
  });

  test('have bounds, and nothing is changed where one is broken', async () => {
    const made = (await ask('/accounts', 'POST', { name: 'x'.repeat(100), country: 'US' })).json.account;
    for (const fields of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { name: 'x\u0000' },
      { name: 7 },
      { country: 'XX' },
      { country: 'USA' },
      { name: 'New', subscription_status: 'dead' },
      { name: 'New', exempt: 'yes' },
    ]) {
      expect(await codeOf(ask(`/accounts/${made.id}`, 'PATCH', fields))).toEqual(refused);
      if ('name' in fields && !('exempt' in fields) && !('subscription_status' in fields))
        expect(await codeOf(ask('/accounts', 'POST', { country: 'US', ...fields }))).toEqual(refused);
    }
    expect(await codeOf(ask(`/accounts/${made.id}`, 'PATCH', { name: 'New', plan: 'gold' }))).toEqual([
      400,
      'unknown_plan',
    ]);
    expect(await codeOf(ask('/accounts', 'POST', { name: 'x', country: 'US', plan: 'gold' }))).toEqual([
      400,
      'unknown_plan',
    ]);
    expect((await ask(`/accounts?search=${made.id}`)).json.accounts).toEqual([made]);
    for (const body of [{}, { name: 'x' }, { country: 'US' }, [], 'x'])
      expect((await ask('/accounts', 'POST', body)).status).toBeGreaterThanOrEqual(400);
    for (const id of ['1', '0', '-1', 'x', '99999999999999999999'])
      expect(await codeOf(ask(`/accounts/${id}`, 'PATCH', { name: 'New' }))).toEqual(missing);
    for (const query of [
      '?cursor=x',
      '?cursor=-1',
      '?cursor=99999999999999999999',
      '?limit=x',
      `?search=${'x'.repeat(101)}`,
      '?search=%00',
    ])
      expect(await codeOf(ask(`/accounts${query}`))).toEqual(refused);
    expect((await ask(`/accounts?search=${'x'.repeat(100)}`)).json.accounts).toHaveLength(1);
  });
});

describe('users', () => {
  test('are found by a part of their name or address, or by id, with the accounts that they are in', async () => {
    const account = await stack.createAccount();
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'viewer']] });
    for (const search of [user.email, user.email.slice(2, -6).toUpperCase(), String(user.id)]) {
      const { json } = await ask(`/users?search=${encodeURIComponent(search)}`);
      expect(json.users).toMatchObject([{ id: Number(user.id), email: user.email, accounts: 1 }]);
    }
    const { json } = await ask(`/users/${user.id}`);
    expect(json.user.email).toBe(user.email);
    expect(json.accounts).toMatchObject([{ id: Number(account.id), role: 'viewer' }]);
    expect(JSON.stringify(json)).not.toMatch(/password|secret/);
    expect(await codeOf(ask('/users/7'))).toEqual(missing);
    for (const query of ['?cursor=x', '?limit=x', `?search=${'x'.repeat(101)}`, '?search=%00'])
      expect(await codeOf(ask(`/users${query}`))).toEqual(refused);
  });

  test('are paged', async () => {
    for (let n = 0; n < 3; n++) await createUser(stack.databaseUrl);
    const seen: number[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await ask(`/users?limit=2${cursor}`);
      expect(json.users.length).toBeLessThanOrEqual(2);
      seen.push(...json.users.map(({ id }: { id: number }) => id));
      if (json.next_cursor === null) break;
      cursor = `&cursor=${json.next_cursor}`;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted((one, two) => one - two));
    expect(seen.length).toBeGreaterThanOrEqual(4);
  });
});

describe('carriers and numbers', () => {
  test('carriers are listed as they are', async () => {
    expect((await ask('/carriers')).json.carriers).toMatchObject([{ name: 'main' }, { name: 'spare' }]);
  });

  test('numbers are given, listed and taken', async () => {
    const { id } = await stack.createAccount();
    const account_id = Number(id);
    const give = (carrier: string, number: string) => ask('/numbers', 'PUT', { account_id, carrier, number });
    const given = await give('main', '(201) 555-0123');
    expect(given.json.number).toMatchObject({ carrier: 'main', number: '+12015550123', account_id });
    expect((await give('main', '+12015550123')).json).toEqual(given.json);
    await give('spare', 'Acme');
    const list = async (query = '') => (await ask(`/numbers${query}`)).json;
    expect((await list(`?account=${id}`)).numbers).toHaveLength(2);
    const first = await list('?limit=1');
    expect(first.numbers).toEqual([given.json.number]);
    const next = await list(`?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect([next.numbers[0].number, next.next_cursor]).toEqual(['Acme', null]);
    const taken = await ask('/numbers/main/%2B12015550123', 'DELETE');
    expect(taken.json).toEqual(given.json);
    expect(await codeOf(ask('/numbers/main/%2B12015550123', 'DELETE'))).toEqual(missing);
  });

  test('what is wrong is refused', async () => {
    const { id } = await stack.createAccount();
    const [account_id, rival] = [Number(id), Number((await stack.createAccount()).id)];
    const good = { account_id, carrier: 'main', number: '+12015550199' };
    await ask('/numbers', 'PUT', good);
    for (const wrong of [
      { account_id: rival },
      { carrier: 'none' },
      { number: 'no number at all' },
      { number: '' },
      { account_id: 0 },
      { account_id: '1' },
      { number: '\u0000' },
      { account_id: 2 ** 60 },
    ])
      expect(await codeOf(ask('/numbers', 'PUT', { ...good, ...wrong }))).toEqual(refused);
    expect(await codeOf(ask('/numbers', 'PUT', { ...good, account_id: 5 }))).toEqual(missing);
    expect(await codeOf(ask('/numbers?account=5'))).toEqual(missing);
    for (const query of ['?account=x', '?account=0', '?account=-1', '?cursor=x', '?cursor=%00', '?limit=x'])
      expect(await codeOf(ask(`/numbers${query}`))).toEqual(refused);
    for (const path of ['/numbers/none/777', '/numbers/%3B/%3B', '/numbers/MAIN/%2B12015550199'])
      expect(await codeOf(ask(path, 'DELETE'))).toEqual(missing);
  });
});

test('platform keys are issued, listed and ended', async () => {
  const made = await ask('/platform-keys', 'POST', { name: 'Integrator' });
  expect(made.json.secret).toMatch(/^svc_platform_/);
  const { id } = made.json.key;
  expect((await ask('/platform-keys')).json).toEqual({ keys: [made.json.key], next_cursor: null });
  expect((await stack.get('/api/v1/accounts', made.json.secret)).status).toBe(200);
  const ended = await ask(`/platform-keys/${id}`, 'DELETE');
  expect(ended.json.key.revoked_at).not.toBeNull();
  expect((await ask(`/platform-keys/${id}`, 'DELETE')).json).toEqual(ended.json);
  expect((await stack.get('/api/v1/accounts', made.json.secret)).status).toBe(401);
  for (const name of ['', 'x'.repeat(101), 'x\u0000', 7, null])
    expect(await codeOf(ask('/platform-keys', 'POST', { name }))).toEqual(refused);
  for (const wrong of ['99', '0', '-1', 'x'])
    expect(await codeOf(ask(`/platform-keys/${wrong}`, 'DELETE'))).toEqual(missing);
  expect(await codeOf(ask('/platform-keys?cursor=x'))).toEqual(refused);
});

test('how the service is', async () => {
  const account = await stack.createAccount();
  const before = (await ask('/health')).json;
  await stack.send(account);
  const { json } = await ask('/health');
  expect(json).toMatchObject({
    cores: [expect.objectContaining({ links: 0 })],
    carrier_cores: expect.any(Number),
    queue: { device: before.queue.device + 1, gateway: before.queue.gateway },
    database: { version: expect.stringMatching(/^\d+/), connections: expect.any(Number) },
  });
  expect(json.cores[0].calls).toBeGreaterThan(0);
  expect(json.oldest_waiting_seconds).toBeLessThan(300);
});

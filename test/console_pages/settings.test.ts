// What belongs to an account, in the console: keys, devices, platforms, and its first page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { pairDevice } from '../support/pairing.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

let stack: Stack;
let sql: ReturnType<typeof openInspector>;
let account: TestAccount;
let other: TestAccount;
let admin: TestUser;

beforeAll(async () => {
  stack = await startStack({
    billing: { provider: 'sandbox' },
    carriers: [idleCarrier('main'), idleCarrier('spare')],
    phoneHubs: new Map([['hub', { host: '127.0.0.1', port: 1 }]]),
  });
  sql = openInspector(stack.databaseUrl);
  [account, other] = [await stack.createAccount({ paired: false }), await stack.createAccount()];
  admin = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'admin'],
      [other.id, 'admin'],
    ],
  });
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

const ask = (path: string, method = 'GET', body?: unknown, id = account.id) =>
  stack.ask(consoleAsk(path, admin.secret, { method, account: id, ...(body !== undefined && { body }) }));
const codeOf = async (asked: ReturnType<typeof ask>) => {
  const { status, json } = await asked;
  return [status, json.code];
};

describe('keys', () => {
  test('are made, listed with their last use, and ended', async () => {
    const made = await ask('/keys', 'POST', { label: 'shop' });
    expect(made.json).toMatchObject({ key: { label: 'shop', revoked_at: null } });
    expect(made.json.secret).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    const { id } = made.json.key;
    const find = async () => (await ask('/keys')).json.keys.find((key: { id: number }) => key.id === id);
    expect(await find()).toMatchObject({ label: 'shop', last_used_at: null });
    expect((await stack.get('/api/v1/me', made.json.secret)).status).toBe(200);
    expect(Date.parse((await find()).last_used_at)).toBeGreaterThan(Date.now() - 60_000);
    const ended = await ask(`/keys/${id}`, 'DELETE');
    expect(ended.json.key.revoked_at).not.toBeNull();
    expect((await ask(`/keys/${id}`, 'DELETE')).json).toEqual(ended.json);
    expect((await stack.get('/api/v1/me', made.json.secret)).status).toBe(401);
    expect((await find()).revoked_at).toBe(ended.json.key.revoked_at);
  });

  test('of sessions are none', async () => {
    const before = (await ask('/keys')).json.keys;
    await stack.ask(consoleAsk(`/console/accounts/${account.id}/switch`, admin.secret, { method: 'POST' }));
    expect((await ask('/keys')).json.keys).toEqual(before);
    const rows = await sql`select id from api_key where session_id is not null`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) expect((await ask(`/keys/${id}`, 'DELETE')).status).toBe(404);
  });

  test('have labels of up to 100 characters', async () => {
    expect((await ask('/keys', 'POST', { label: 'x'.repeat(100) })).status).toBe(200);
    for (const label of ['x'.repeat(101), 'x\u0000', '\ud800', 7, null, {}])
      expect(await codeOf(ask('/keys', 'POST', { label }))).toEqual([400, 'invalid_request']);
    expect((await ask('/keys', 'POST', {})).json.key.label).toBe('');
  });

  test('of another account, or none, are not found', async () => {
    const own = (await ask('/keys')).json.keys.length;
    for (const id of [String(own + 50), '0', '-1', 'x', '1e3', '99999999999999999999'])
      expect(await codeOf(ask(`/keys/${id}`, 'DELETE'))).toEqual([404, 'not_found']);
    expect((await ask('/keys', 'GET', undefined, other.id)).json.keys).toHaveLength(1);
  });
});

describe('devices', () => {
  test('a code is made, with addresses, lines to type and the steps at a phone, and pairs one device', async () => {
    const { json } = await ask('/devices/pairing-codes', 'POST', { name: 'desk' });
    const url = `http://127.0.0.1:${stack.core.device.port}`;
    expect(json).toMatchObject({
      addresses: [url],
      commands: [
        expect.stringContaining(`pair ${url} ${json.code}`),
        expect.stringMatching(/^npm run agent/),
      ],
    });
    expect(json.qr).toBe(json.commands[0]);
    expect(json.advice).toMatch(/this machine only/);
    expect(Date.parse(json.expires_at)).toBeGreaterThan(Date.now());
    const phoneUrl = 'http://texts.example/m';
    const values = json.phone.steps.map(({ value }: { value: string | null }) => value);
    expect([json.phone.url, values]).toEqual([phoneUrl, [phoneUrl, null, json.code]]);
    expect(json.phone.advice).toContain('it is not HTTPS');
  });

  test.each(['x'.repeat(101), 'x\u0000', 7, null])('a device is not called %j', async (name) => {
    expect(await codeOf(ask('/devices/pairing-codes', 'POST', { name }))).toEqual([400, 'invalid_request']);
  });

  test('are listed, bounded and unpaired', async () => {
    const { deviceId } = await pairDevice(stack.core, stack.core.admin, account.id);
    await sql`insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
      values (${account.id}, ${String(deviceId)}, 1, now(), 0, now(), 0, now(), 0, true)`;
    await sql`update device set problem = 'no_network', problem_since = now() where account_id = ${account.id}`;
    const budget = { per_minute: 5, per_day: null, per_month: 100_000_000 };
    const set = await ask(`/devices/${deviceId}/sims/1`, 'PUT', budget);
    expect(set.json.device).toMatchObject({
      id: Number(deviceId),
      online: false,
      ok: false,
      simulated: false,
      problem: 'no network',
      note: null,
      sims: [{ slot: 1, ...budget, present: true }],
    });
    expect((await ask('/devices')).json.devices).toEqual([set.json.device]);
    for (const wrong of [
      { per_minute: 0 },
      { per_minute: 1_000_001 },
      { per_month: 100_000_001 },
      { per_day: 1.5 },
      { per_day: '1' },
      { per_day: -1 },
    ])
      expect(await codeOf(ask(`/devices/${deviceId}/sims/1`, 'PUT', { ...budget, ...wrong }))).toEqual([
        400,
        'invalid_request',
      ]);
    expect(await codeOf(ask(`/devices/${deviceId}/sims/1`, 'PUT', { per_minute: 1 }))).toEqual([
      400,
      'invalid_request',
    ]);
    for (const slot of ['0', '2', '16', '17', '-1', 'x'])
      expect(await codeOf(ask(`/devices/${deviceId}/sims/${slot}`, 'PUT', budget))).toEqual([
        404,
        'not_found',
      ]);
    const gone = await ask(`/devices/${deviceId}`, 'DELETE');
    expect(gone.json.device.unpaired_at).not.toBeNull();
    expect((await ask(`/devices/${deviceId}`, 'DELETE')).json).toEqual(gone.json);
  });

  test('of another account are not there', async () => {
    for (const id of ['99', '0', '-1', 'x', '99999999999999999999']) {
      expect(await codeOf(ask(`/devices/${id}`, 'DELETE'))).toEqual([404, 'not_found']);
      expect(await codeOf(ask(`/devices/${id}/addresses`))).toEqual([404, 'not_found']);
    }
    expect((await ask('/devices', 'GET', undefined, other.id)).json.devices).toHaveLength(1);
    expect(
      await codeOf(ask('/devices/1/sims/1', 'PUT', { per_minute: 1, per_day: 1, per_month: 1 }, other.id)),
    ).toEqual([404, 'not_found']);
  });

  test('have recipients that stay on them', async () => {
    for (let n = 0; n < 5; n++) await stack.send(other, { address: `+1500555000${n}` });
    await sql`update thread set device_id = 1, sim = 1 where account_id = ${other.id} and address_norm <> '+15005550002'`;
    const list = async (query = '') =>
      (await ask(`/devices/1/addresses${query}`, 'GET', undefined, other.id)).json;
    const all = await list();
    expect(all.addresses.map(({ address_norm: address }: Record<string, string>) => address)).toEqual(
      ['0', '1', '3', '4'].map((last) => `+1500555000${last}`),
    );
    expect(all.addresses[0]).toMatchObject({ sim: 1 });
    const first = await list('?limit=3');
    expect(first.addresses).toHaveLength(3);
    const next = await list(`?limit=3&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect([next.addresses.length, next.next_cursor]).toEqual([1, null]);
  });
});

test('platforms are linked by id, shown and listed while they are linked, and unlinked', async () => {
  const made = await stack.core.admin.createPlatformKey({ name: 'Integrator' });
  const id = Number(made.key?.id);
  const unknown = await ask('/integrations/999');
  const hidden = async () => {
    const { status, json } = await ask(`/integrations/${id}`);
    expect([status, json]).toEqual([404, { ...unknown.json, request_id: json.request_id }]);
  };
  await hidden();
  expect((await ask('/integrations')).json.integrations).toEqual([]);
  const linked = await ask(`/integrations/${id}`, 'PUT');
  expect(linked.json).toMatchObject({ id, name: 'Integrator' });
  expect((await ask(`/integrations/${id}`, 'PUT')).json).toEqual(linked.json);
  expect((await ask('/integrations')).json.integrations).toEqual([linked.json]);
  expect((await ask(`/integrations/${id}`)).json).toEqual(linked.json);
  const headers = { 'x-svc-account': String(account.id) };
  expect((await stack.get('/api/v1/usage', made.secret, headers)).status).toBe(200);
  for (const ended of [id, id, 999])
    expect((await ask(`/integrations/${ended}`, 'DELETE')).json).toEqual({ ok: true });
  await hidden();
  expect((await stack.get('/api/v1/usage', made.secret, headers)).status).toBe(404);
  await stack.core.admin.revokePlatformKey({ id: BigInt(id) });
  for (const method of ['GET', 'PUT'])
    for (const wrong of [String(id), '999', '0', '-1', 'x', '99999999999999999999'])
      expect(await codeOf(ask(`/integrations/${wrong}`, method))).toEqual([404, 'not_found']);
});

describe('the first page', () => {
  const overview = async (id: bigint) => (await ask('/overview', 'GET', undefined, id)).json;

  test('of an account without anything', async () => {
    const fresh = await stack.createAccount({ plan: '', paired: false });
    await sql`insert into membership select ${fresh.id}, user_id, role, joined_at from membership where account_id = ${account.id}`;
    expect(await overview(fresh.id)).toMatchObject({
      account: { id: Number(fresh.id), name: 'Test', country: 'US', exempt: false, plan: null },
      usage: { can_send: false, reason: 'no_plan' },
      days: [],
      days_complete: true,
      devices: { total: 0, online: 0, problems: 0 },
      carriers: [],
      numbers: 0,
      simulated: false,
      note: null,
      sells_plans: true,
    });
  });

  test('counts texts, devices, and the carriers that the account has a number on', async () => {
    await stack.core.admin.assignNumber({ accountId: other.id, carrier: 'main', number: '+12015550123' });
    const found = await overview(other.id);
    const today = new Date().toISOString().slice(0, 10);
    expect(found).toMatchObject({
      usage: { texts_used: 5 },
      days: [{ day: today, sent: 5, delivered: 0, failed: 0, received: 0 }],
      days_complete: true,
      devices: { total: 1, online: 0, problems: 0 },
      carriers: [{ name: 'main' }],
      numbers: 1,
      simulated: false,
      note: null,
    });
  });

  test('says when nothing leaves, and no longer once a real device is paired, which unpairs the simulated one', async () => {
    const trial = await stack.createAccount();
    await sql`insert into membership select ${trial.id}, user_id, role, joined_at from membership where account_id = ${account.id}`;
    await sql`update device set driver = 'simulated' where account_id = ${trial.id}`;
    expect(await overview(trial.id)).toMatchObject({
      simulated: true,
      note: expect.stringMatching(/^Nothing leaves yet/),
    });
    const devices = async () => (await ask('/devices', 'GET', undefined, trial.id)).json.devices;
    expect(await devices()).toMatchObject([
      { simulated: true, note: expect.stringMatching(/delivers nothing/) },
    ]);
    await pairDevice(stack.core, stack.core.admin, trial.id);
    expect(await overview(trial.id)).toMatchObject({ simulated: false, note: null });
    expect(await devices()).toMatchObject([
      { simulated: true, note: null, unpaired_at: expect.any(String) },
      { simulated: false, note: null, unpaired_at: null },
    ]);
  });
});

test('numbers of the account are listed whole, page by page', async () => {
  const { id } = await stack.createAccount();
  await sql`insert into membership select ${id}, user_id, role, joined_at from membership where account_id = ${account.id}`;
  await sql`insert into carrier_number (carrier, number, account_id, assigned_at)
    select 'main', '+1201556' || n, ${id}, now() from generate_series(1000, 1204) n`;
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { status, json } = await ask(`/numbers?limit=100${cursor}`, 'GET', undefined, id);
    expect(status).toBe(200);
    seen.push(...json.numbers.map(({ number }: { number: string }) => number));
    if (json.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(json.next_cursor)}`;
  }
  expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => `+1201556${1_000 + index}`));
  expect(await codeOf(ask('/numbers?cursor=x', 'GET', undefined, id))).toEqual([400, 'invalid_request']);
});

test('what a plan change would cost', async () => {
  const preview = (plan: string, id = account.id) => ask(`/plan/preview?plan=${plan}`, 'GET', undefined, id);
  const fresh = await stack.createAccount({ plan: '', paired: false });
  await sql`insert into membership select ${fresh.id}, user_id, role, joined_at from membership where account_id = ${account.id}`;
  expect((await preview('growth', fresh.id)).json).toMatchObject({
    plan: 'growth',
    applied_now: false,
    amount_due_cents: 2_900,
    currency: 'usd',
  });
  expect((await preview('pro')).json).toMatchObject({ applied_now: true, amount_due_cents: 0 });
  expect(await codeOf(preview('gold'))).toEqual([400, 'unknown_plan']);
  expect(await codeOf(preview(''))).toEqual([400, 'invalid_request']);
  expect(await codeOf(ask('/plan/preview'))).toEqual([400, 'invalid_request']);
  expect(await codeOf(ask('/plan/preview?plan=pro&plan=growth'))).toEqual([400, 'invalid_request']);
});

// A person who changes how they sign in authenticates again. The change is listed and mailed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { SoftPasskey } from '../support/soft_passkey.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp, TestBrowser } from '../support/users.ts';

const origin = 'http://localhost';
let service: SimulatedService;
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, gateways: 2 });
  account = await stack.createAccount();
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

async function addPasskey(browser: TestBrowser): Promise<{ key: SoftPasskey; id: number }> {
  const key = new SoftPasskey(origin);
  const { ticket, options } = (await browser.post('/console/me/passkeys/options')).json;
  const body = { ticket, name: 'My phone', response: key.create(options) };
  const { passkey } = (await browser.post('/console/me/passkeys', body)).json;
  return { key, id: passkey.id };
}

const kindsOf = async (browser: TestBrowser) =>
  (await browser.ask('/console/me/security-events')).json.security_events.map(
    ({ kind }: { kind: string }) => kind,
  );

/** Moves the newest proof of a person back in time. */
async function ageReauthentication(email: string, ms: number): Promise<void> {
  const sql = openInspector(stack.databaseUrl);
  await sql`update user_session set reauthenticated_at = ${new Date(service.simulation.time.nowMs() - ms)}
    where user_id = (select id from app_user where email = ${email}) and reauthenticated_at is not null`;
  await sql.end();
}

test.each([
  ['adding a passkey', 'POST', '/console/me/passkeys/options', undefined],
  ['removing a passkey', 'DELETE', '/console/me/passkeys/99', undefined],
  ['turning the second factor on', 'POST', '/console/me/totp', {}],
  ['turning the second factor off', 'DELETE', '/console/me/totp', {}],
  ['a new password', 'POST', '/console/me/password', { new: 'a new horse battery' }],
])('%s needs re-authentication, which a sign-in is not', async (title, method, path, body) => {
  const email = `${title.replaceAll(' ', '.')}@example.com`;
  await signUp(stack, { account, email });
  const browser = new TestBrowser(stack);
  await browser.post('/console/sign-in', { email, password });
  const { status, json } = await browser.ask(path, { method, ...(body && { body }) });
  expect([status, json.code]).toEqual([403, 'reauthentication_required']);
});

test.each([
  ['ending an account', 'DELETE', '/account', { name: 'Test' }],
  ['erasing a recipient', 'POST', '/erasures', { address: '+15005550006' }],
])('%s needs re-authentication, which a sign-in is not', async (_, method, path, body) => {
  const own = await stack.createAccount();
  const browser = await signUp(stack, { account: own, role: 'owner' });
  const erase = () => browser.ask(path, { method, body, account: own.id });
  const { status, json } = await erase();
  expect([status, json.code]).toEqual([403, 'reauthentication_required']);
  await browser.reauthenticate();
  expect((await erase()).status).toBe(200);
});

describe('a re-authentication', () => {
  test('by password holds for five minutes, in its session alone', async () => {
    const email = 'ann@example.com';
    const browser = await signUp(stack, { account, email });
    const other = new TestBrowser(stack);
    await other.post('/console/sign-in', { email, password });
    const ask = async (of: TestBrowser) => (await of.post('/console/me/passkeys/options')).status;
    await browser.reauthenticate();
    expect([await ask(browser), await ask(other)]).toEqual([200, 403]);
    await ageReauthentication(email, 5 * 60_000 - 1);
    expect(await ask(browser)).toBe(200);
    await ageReauthentication(email, 5 * 60_000);
    expect(await ask(browser)).toBe(403);
  });

  test('by a passkey is enough for a person who forgot the password: they can even choose a new one', async () => {
    const email = 'bea@example.com';
    const browser = await signUp(stack, { account, email });
    await browser.reauthenticate();
    const { key } = await addPasskey(browser);
    const other = new TestBrowser(stack, 1);
    await other.post('/console/sign-in', { email, password });
    const { ticket, options } = (await other.post('/console/me/reauthentication/options')).json;
    expect(options.allowCredentials).toHaveLength(1);
    const proof = { ticket, response: key.sign(options) };
    expect((await other.post('/console/me/reauthentication', proof)).status).toBe(200);
    expect((await other.post('/console/me/reauthentication', proof)).status).toBe(401);
    expect((await other.post('/console/me/password', { new: 'a new horse battery' })).status).toBe(200);
  });

  test('by another person’s passkey, or with their ticket, does not count', async () => {
    const [own, foreign] = [await signUp(stack, { account }), await signUp(stack, { account })];
    for (const browser of [own, foreign]) await browser.reauthenticate();
    const [mine, theirs] = [await addPasskey(own), await addPasskey(foreign)];
    const question = (await own.post('/console/me/reauthentication/options')).json;
    const prove = async (browser: TestBrowser, key: SoftPasskey) =>
      (
        await browser.post('/console/me/reauthentication', {
          ticket: question.ticket,
          response: key.sign(question.options),
        })
      ).status;
    expect(await prove(own, theirs.key)).toBe(401);
    expect(await prove(foreign, mine.key)).toBe(401);
    expect(await prove(own, mine.key)).toBe(200);
  });

  test('that is wrong is counted, up to ten in 15 minutes; failed sign-ins by others do not count', async () => {
    const email = 'eli@example.com';
    const browser = await signUp(stack, { account, email });
    const other = new TestBrowser(stack);
    for (let n = 0; n < 10; n++) await other.post('/console/sign-in', { email, password: 'wrong password' });
    expect((await other.post('/console/sign-in', { email, password })).status).toBe(429);
    const prove = async (typed: string) =>
      (await browser.post('/console/me/reauthentication', { password: typed })).status;
    for (let n = 0; n < 10; n++) expect(await prove('wrong password')).toBe(401);
    expect(await prove(password)).toBe(429);
  });

  test.each([{}, { ticket: 'x' }, { response: {} }, { password, ticket: 'x', response: {} }])(
    'like %j is malformed',
    async (body) => {
      const browser = await signUp(stack, { account });
      expect((await browser.post('/console/me/reauthentication', body)).status).toBe(400);
    },
  );

  test('by a passkey cannot be asked of a person without one', async () => {
    const browser = await signUp(stack, { account });
    expect((await browser.post('/console/me/reauthentication/options')).status).toBe(404);
  });
});

describe('changes', () => {
  test('are listed to their person, newest first, with where they came from', async () => {
    const browser = await signUp(stack, { account });
    expect(await kindsOf(browser)).toEqual([]);
    await browser.reauthenticate();
    const { id } = await addPasskey(browser);
    await service.simulation.run(1);
    expect((await browser.ask(`/console/me/passkeys/${id}`, { method: 'DELETE' })).status).toBe(200);
    await service.simulation.run(1);
    await browser.post('/console/me/password', { current: password, new: 'a new horse battery' });
    expect(await kindsOf(browser)).toEqual(['new_password', 'passkey_removed', 'passkey_added']);
    const [newest] = (await browser.ask('/console/me/security-events')).json.security_events;
    expect(newest).toMatchObject({ address: '127.0.0.1' });
    expect(await kindsOf(await signUp(stack, { account }))).toEqual([]);
  });

  test('are kept for each person, the newest fifty', async () => {
    const browser = await signUp(stack, { account });
    await browser.reauthenticate();
    const { user } = (await browser.ask('/console/me')).json;
    const sql = openInspector(stack.databaseUrl);
    await sql`insert into security_event (id, user_id, kind, address, at)
      select n, ${user.id}, 'passkey_removed', '127.0.0.1', to_timestamp(n) from generate_series(1, 50) n`;
    await addPasskey(browser);
    const rows = await sql`select id from security_event where user_id = ${user.id}`;
    await sql.end();
    expect([rows.length, rows.some(({ id }) => id === '1')]).toEqual([50, false]);
    expect((await kindsOf(browser)).slice(0, 2)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('a new password ends passkeys if that is asked for, and leaves them otherwise', async () => {
    const browser = await signUp(stack, { account });
    await browser.reauthenticate();
    await addPasskey(browser);
    const passkeys = async () => (await browser.ask('/console/me')).json.user.passkeys.length;
    await browser.post('/console/me/password', { current: password, new: 'a new horse battery' });
    expect(await passkeys()).toBe(1);
    const change = { current: 'a new horse battery', new: 'another horse battery', end_passkeys: true };
    await service.simulation.run(1);
    expect((await browser.post('/console/me/password', change)).status).toBe(200);
    expect(await passkeys()).toBe(0);
    expect((await kindsOf(browser))[0]).toBe('new_password_without_passkeys');
  });
});

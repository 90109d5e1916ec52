// Other credentials: codes of an app, recovery codes and passkeys, each accepted once.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { SoftPasskey } from '../support/soft_passkey.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp, TestBrowser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
  account = await stack.createAccount();
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const clocks = () => stack.cores.map((core) => (core as SimulatedCore).clock);
const nowMs = () => clocks()[0]?.nowMs() ?? 0;
/** Sets the cores' clocks on: of all that is tested here only the codes of an app are of the time. */
const pass = (ms: number) => {
  for (const clock of clocks()) clock.set(ms);
};

const codeAt = (secret: string, ms = nowMs()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

async function withTotp(email: string) {
  const browser = await signUp(stack, { account, email });
  const { secret, uri } = (await browser.post('/console/me/totp', { password })).json;
  const confirmed = await browser.post('/console/me/totp/confirm', { code: codeAt(secret) });
  return { browser, secret, uri, codes: confirmed.json.recovery_codes as string[] };
}

async function ticketFor(email: string, gateway = 0) {
  const browser = new TestBrowser(stack, gateway);
  const { json } = await browser.post('/console/sign-in', { email, password });
  expect([json.second_factor, json.user, browser.secret]).toEqual([true, undefined, undefined]);
  return { browser, ticket: json.ticket as string };
}

describe('codes of an app', () => {
  test('the second factor is set up with the password, and asked for from then on', async () => {
    const browser = await signUp(stack, { account, email: 'ann@example.com' });
    expect((await browser.post('/console/me/totp', { password: 'wrong password' })).json.code).toBe(
      'wrong_credentials',
    );
    expect((await browser.post('/console/me/totp/confirm', { code: '000000' })).status).toBe(400);
    const { secret, uri } = (await browser.post('/console/me/totp', { password })).json;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Textrelay:ann%40example\.com\?/);
    const wrong = codeAt(secret, nowMs() + 3_600_000);
    expect((await browser.post('/console/me/totp/confirm', { code: wrong })).json.code).toBe(
      'wrong_credentials',
    );
    expect(
      (await new TestBrowser(stack).post('/console/sign-in', { email: 'ann@example.com', password })).json
        .user,
    ).toBeDefined();
    const confirmed = await browser.post('/console/me/totp/confirm', { code: codeAt(secret) });
    expect(new Set(confirmed.json.recovery_codes).size).toBe(10);
    expect((await browser.ask('/console/me')).json.user).toMatchObject({
      totp: true,
      recovery_codes_left: 10,
    });
    expect((await browser.post('/console/me/totp', { password })).json.code).toBe('already_exists');
    await ticketFor('ann@example.com');
  });

  test('a code is accepted once, whichever gateway it comes to again, and no older code after it', async () => {
    const { secret } = await withTotp('bea@example.com');
    pass(60_000);
    const code = codeAt(secret);
    const tries = await Promise.all([0, 1, 0, 1].map((gateway) => ticketFor('bea@example.com', gateway)));
    const answers = await Promise.all(
      tries.map(({ browser, ticket }) => browser.post('/console/sign-in/totp', { ticket, code })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    const { browser, ticket } = await ticketFor('bea@example.com');
    const before = codeAt(secret, nowMs() - 30_000);
    expect((await browser.post('/console/sign-in/totp', { ticket, code: before })).status).toBe(401);
    pass(30_000);
    const answer = await browser.post('/console/sign-in/totp', { ticket, code: ` ${codeAt(secret)} ` });
    expect([answer.status, answer.json.user.totp]).toEqual([200, true]);
  });

  test('ten wrong codes are too many, whatever tickets they come with', async () => {
    const { secret } = await withTotp('dee@example.com');
    pass(30_000);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { browser, ticket } = await ticketFor('dee@example.com');
      const code = codeAt(secret, nowMs() + 3_600_000);
      statuses.push((await browser.post('/console/sign-in/totp', { ticket, code })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('a recovery code works once, however it is typed', async () => {
    const { codes } = await withTotp('flo@example.com');
    const [code = ''] = codes;
    const first = await ticketFor('flo@example.com');
    const typed = ` ${code.replace('-', ' ').toUpperCase()} `;
    const answer = await first.browser.post('/console/sign-in/totp', { ticket: first.ticket, code: typed });
    expect([answer.status, answer.json.user.recovery_codes_left]).toEqual([200, 9]);
    const second = await ticketFor('flo@example.com');
    expect((await second.browser.post('/console/sign-in/totp', { ticket: second.ticket, code })).status).toBe(
      401,
    );
    const used = await first.browser.post('/console/sign-in/totp', { ticket: first.ticket, code: codes[1] });
    expect(used.status).toBe(401);
  });

  test('an invalid ticket is refused', async () => {
    const { browser } = await ticketFor('flo@example.com');
    for (const ticket of ['x', 'svc_ticket_', `svc_ticket_${'A'.repeat(84)}`])
      expect((await browser.post('/console/sign-in/totp', { ticket, code: '123456' })).status).toBe(401);
  });

  test('it can be removed only with the password', async () => {
    const { browser } = await withTotp('hue@example.com');
    const remove = (typed: string) =>
      browser.ask('/console/me/totp', { method: 'DELETE', body: { password: typed } });
    expect((await remove('wrong password')).status).toBe(401);
    expect((await remove(password)).status).toBe(200);
    expect((await browser.ask('/console/me')).json.user).toMatchObject({
      totp: false,
      recovery_codes_left: 0,
    });
    const again = new TestBrowser(stack);
    expect(
      (await again.post('/console/sign-in', { email: 'hue@example.com', password })).json.second_factor,
    ).toBe(false);
  });
});

describe('passkeys', () => {
  const origin = 'http://localhost';

  async function withPasskey(email: string) {
    const browser = await signUp(stack, { account, email });
    await browser.reauthenticate();
    const key = new SoftPasskey(origin);
    const { ticket, options } = (await browser.post('/console/me/passkeys/options')).json;
    const added = await browser.post('/console/me/passkeys', {
      ticket,
      name: 'My phone',
      response: key.create(options),
    });
    return { browser, key, added, ticket };
  }
  async function signIn(key: SoftPasskey, ask = key) {
    const browser = new TestBrowser(stack, 1);
    const { ticket, options } = (await browser.post('/console/sign-in/passkey/options')).json;
    const response = ask.sign(options);
    return {
      browser,
      ticket,
      response,
      answer: await browser.post('/console/sign-in/passkey', { ticket, response }),
    };
  }

  test('a passkey is added once, and signs in without password and second factor', async () => {
    const { browser, key, added, ticket } = await withPasskey('ivy@example.com');
    expect([added.status, added.json.passkey]).toMatchObject([200, { name: 'My phone', last_used_at: null }]);
    const options = { challenge: 'x' };
    const again = await browser.post('/console/me/passkeys', {
      ticket,
      name: 'x',
      response: key.create(options),
    });
    expect(again.status).toBe(401);
    const { answer, browser: other } = await signIn(key);
    expect([answer.status, answer.json.user.email]).toEqual([200, 'ivy@example.com']);
    expect((await other.ask('/console/me')).json.user.passkeys[0].last_used_at).not.toBeNull();
    const { secret } = (await browser.post('/console/me/totp', { password })).json;
    await browser.post('/console/me/totp/confirm', { code: codeAt(secret) });
    expect((await signIn(key)).answer.status).toBe(200);
  });

  test('an answer is accepted once, and only for its own question', async () => {
    const { key } = await withPasskey('jan@example.com');
    const { browser, ticket, response } = await signIn(key);
    expect((await browser.post('/console/sign-in/passkey', { ticket, response })).status).toBe(401);
    const { ticket: next } = (await browser.post('/console/sign-in/passkey/options')).json;
    expect((await browser.post('/console/sign-in/passkey', { ticket: next, response })).status).toBe(401);
  });

  test.each([
    [
      'of another page',
      (key: SoftPasskey) => Object.assign(new SoftPasskey('http://evil.example'), { id: key.id }),
    ],
    ['of another key', (key: SoftPasskey) => Object.assign(new SoftPasskey(origin), { id: key.id })],
    ['that nobody has', () => new SoftPasskey(origin)],
    ['without the person shown', (key: SoftPasskey) => Object.assign(key, { isVerified: false })],
    ['whose counter stands still', (key: SoftPasskey) => Object.assign(key, { counter: -1 })],
  ])('an answer %s is refused', async (title, forge) => {
    const { key } = await withPasskey(`${title.replaceAll(' ', '.')}@example.com`);
    expect((await signIn(key)).answer.status).toBe(200);
    const { answer } = await signIn(key, forge(key));
    expect([answer.status, answer.json.code]).toEqual([401, 'wrong_credentials']);
  });

  test('a removed passkey no longer signs in, and nobody removes another person’s', async () => {
    const { browser, key, added } = await withPasskey('lou@example.com');
    const path = `/console/me/passkeys/${added.json.passkey.id}`;
    const outsider = await signUp(stack, { account });
    await outsider.reauthenticate();
    expect((await outsider.ask(path, { method: 'DELETE' })).status).toBe(404);
    expect((await browser.ask(path, { method: 'DELETE' })).status).toBe(200);
    expect((await signIn(key)).answer.status).toBe(401);
  });

  test.each([{}, { id: 1 }, { id: 'x', response: null }])(
    'an answer like %j is refused',
    async (response) => {
      const browser = new TestBrowser(stack);
      const { ticket } = (await browser.post('/console/sign-in/passkey/options')).json;
      expect((await browser.post('/console/sign-in/passkey', { ticket, response })).status).toBe(401);
    },
  );
});

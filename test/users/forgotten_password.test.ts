// A forgotten password: a mail brings a link that sets a new one, once and within half an hour. The link shows only that its user
// reads the mail; nobody learns from it whose address is known.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { operatorOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp, TestBrowser, tokenOf } from '../support/users.ts';

const next = 'a wholly new battery staple';
let service: SimulatedService;
let server: MailServer;
let stack: Stack;
let count = 0;

beforeAll(async () => {
  server = await startMailServer();
  service = await SimulatedService.begin();
  stack = await startStack({
    service,
    cores: 2,
    limits: { openRequestsOfAddress: 10_000 },
    mail: { url: server.url, from: 'texts@example.com' },
  });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
  server?.stop();
});

async function query<T>(run: (sql: ReturnType<typeof openInspector>) => Promise<T>): Promise<T> {
  const sql = openInspector(stack.databaseUrl);
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

/** A person who is signed in, and has verified their address unless said otherwise. */
async function somebody({ isVerified = true } = {}) {
  const email = `forgetful${++count}@example.com`;
  const browser = await signUp(stack, { account: await stack.createAccount(), email });
  if (isVerified)
    await operatorOf(stack.core).updateUser({ email, change: { case: 'emailVerified', value: true } });
  // Requests by other tests must not count against this one.
  await query((sql) => sql`delete from sign_in_attempt`);
  return { email, browser };
}

const anybody = () => new TestBrowser(stack);
const ask = (email: string, browser = anybody()) => browser.post('/console/forgotten-password', { email });
const set = (token: string, chosen = next, browser = anybody()) =>
  browser.post('/console/new-password', { token, password: chosen });
const signIn = async (email: string, typed: string) =>
  (await anybody().post('/console/sign-in', { email, password: typed })).status;
const linksOf = (email: string) =>
  query(
    (sql) => sql`select l.* from user_link l join app_user p on p.id = l.user_id
    where p.email = ${email} and l.kind = 'password'`,
  );
const linkMails = (email: string) =>
  server.mails.filter((mail) => mail.includes(`\nTo: ${email}\n`) && mail.includes('/new-password#token='))
    .length;
/** The token of the newest mail, once all that is under way has ended: then `mails` have come. */
async function tokenFor(email: string, mails = 1): Promise<string> {
  await service.simulation.idle();
  expect(linkMails(email)).toBe(mails);
  return tokenOf(await server.linkTo(email));
}

test('the link of the mail sets a new password, ends every session, and is reported to the person', async () => {
  const { email, browser } = await somebody();
  expect((await browser.ask('/console/start')).json.sends_mail).toBe(true);
  expect((await ask(email)).json).toEqual({ ok: true });
  const token = await tokenFor(email);
  expect((await anybody().post('/console/links/read', { token })).json).toMatchObject({
    kind: 'password',
    email,
  });
  expect((await set(token)).json).toEqual({ ok: true });
  expect((await browser.ask('/console/me')).status).toBe(401);
  expect([await signIn(email, password), await signIn(email, next)]).toEqual([401, 200]);
  await service.simulation.idle();
  const changes = server.mails.filter(
    (mail) => mail.includes(`To: ${email}`) && mail.includes('was changed'),
  );
  expect(changes).toHaveLength(1);
});

test('a link works once, even when many use it at the same time', async () => {
  const { email } = await somebody();
  await ask(email);
  const token = await tokenFor(email);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => set(token, `${next} ${n}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(410)]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await signIn(email, `${next} ${winner}`)).toBe(200);
  expect((await set(token)).json.code).toBe('link_expired');
});

test('a link ends after half an hour, with the next one, with a change of the password, and with the address', async () => {
  const { email, browser } = await somebody();
  await ask(email);
  const first = await tokenFor(email);
  await ask(email);
  const second = await tokenFor(email, 2);
  expect([(await set(first)).status, (await linksOf(email)).length]).toEqual([410, 1]);
  await browser.reauthenticate();
  await browser.post('/console/me/password', { new: 'changed while signed in' });
  expect((await set(second)).status).toBe(410);
  await ask(email);
  const third = await tokenFor(email, 3);
  await query((sql) => sql`update app_user set email = ${`moved.${email}`} where email = ${email}`);
  expect((await set(third)).status).toBe(410);
  expect(await signIn(`moved.${email}`, 'changed while signed in')).toBe(200);

  const late = await somebody();
  await ask(late.email);
  const token = await tokenFor(late.email);
  const [row] = await linksOf(late.email);
  expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(30 * 60_000);
  await query(
    (sql) =>
      sql`update user_link set expires_at = ${new Date(service.simulation.time.nowMs())} where id = ${row?.id}`,
  );
  expect((await set(token)).status).toBe(410);
  expect(await signIn(late.email, password)).toBe(200);
});

test('guessed links and links for other purposes set nothing; a password that is too short does not use up the link', async () => {
  const { email } = await somebody();
  await ask(email);
  const token = await tokenFor(email);
  const guess = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [guess, 'x', token.toUpperCase()]) expect((await set(wrong)).status).toBe(410);
  const { link } = await operatorOf(stack.core).createResetLink({ email });
  expect((await set(tokenOf(link))).status).toBe(410);
  // It does not sign anybody up or let them into an account either.
  const signedUp = await anybody().post('/console/sign-up', {
    token,
    name: 'x',
    email: 'x@y.example',
    password,
  });
  expect(signedUp.status).toBe(410);
  const short = await set(token, '123456789');
  expect([short.status, short.json.code]).toEqual([400, 'invalid_request']);
  expect((await set(token, '1234567890')).status).toBe(200);
});

test('the answer is the same for known, verified and unknown addresses, and waits for no look-up', async () => {
  const [known, shown] = [await somebody(), await somebody({ isVerified: false })];
  const unknown = `nobody${++count}@example.com`;
  // Nothing is answered that is asked about people: an answer that looked there would not come.
  service.database.keepsBack = ({ text }) => /"?\b(user|user_link|mail_window)\b/.test(text);
  const answers = [await ask(known.email), await ask(shown.email), await ask(unknown)];
  service.database.keepsBack = () => false;
  const looks = answers.map(({ status, json, headers }) => ({ status, json, names: Object.keys(headers) }));
  expect(looks).toEqual([looks[0], looks[0], looks[0]]);
  expect(looks[0]).toMatchObject({ status: 200, json: { ok: true } });
  await service.simulation.idle();
  expect([known.email, shown.email, unknown].map(linkMails)).toEqual([1, 0, 0]);
  expect(await linksOf(shown.email)).toEqual([]);
});

test('an address may be asked for 3 times in 15 minutes, whether it is known or not', async () => {
  const { email } = await somebody();
  const statuses = async (of: string) => {
    const found = [];
    for (let n = 1; n <= 4; n++) found.push((await ask(of)).status);
    return found;
  };
  expect(await statuses(email)).toEqual([200, 200, 200, 429]);
  expect(await statuses(`nobody${++count}@example.com`)).toEqual([200, 200, 200, 429]);
  await service.simulation.idle();
  expect(linkMails(email)).toBe(3);
});

test('a person gets 3 such mails an hour, and the one who asks does not learn of the bound', async () => {
  const { email } = await somebody();
  for (let n = 1; n <= 5; n++) {
    await query((sql) => sql`delete from sign_in_attempt`);
    expect((await ask(email)).status).toBe(200);
    await service.simulation.idle();
    expect(linkMails(email)).toBe(Math.min(n, 3));
  }
});

test('a network address may ask 10 times in 15 minutes, for any addresses', async () => {
  await somebody();
  const statuses = [];
  for (let n = 1; n <= 11; n++) statuses.push((await ask(`nobody${++count}@example.com`)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  const rows = await query((sql) => sql`select subject from sign_in_attempt`);
  expect(JSON.stringify(rows)).not.toContain('@');
});

test('the token is stored only as a hash, stands behind the # of its link, and is in no answer', async () => {
  const { email } = await somebody();
  const asked = await ask(email);
  const token = await tokenFor(email);
  expect(new URL(await server.linkTo(email)).search).toBe('');
  expect(asked.text).not.toContain(token);
  const [row] = await linksOf(email);
  const hash = createHash('sha256').update(token).digest('hex');
  expect(Buffer.from(row?.token_hash).toString('hex')).toBe(hash);
  const opened = { path: '/new-password', headers: { accept: 'text/html' } };
  const page = await service.simulation.during(sendRequest(stack.gateways[0]?.url ?? '', opened));
  expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
});

test('a second factor stays, and the link signs nobody in: no planted session becomes the person’s', async () => {
  const { email } = await somebody();
  await query(
    (sql) => sql`update app_user set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now()
    where email = ${email}`,
  );
  await ask(email);
  const thief = await signUp(stack, {
    account: await stack.createAccount(),
    email: `thief${count}@example.com`,
  });
  const planted = thief.secret;
  const done = await set(await tokenFor(email), next, thief);
  expect([done.status, done.headers['set-cookie']]).toEqual([200, undefined]);
  expect(thief.secret).toBe(planted);
  expect((await thief.ask('/console/me')).json.user.email).toBe(`thief${count}@example.com`);
  const step = await anybody().post('/console/sign-in', { email, password: next });
  expect(step.json).toMatchObject({ second_factor: true });
});

test('without a mail server nobody can ask, and the page learns that', async () => {
  const other = await startStack({ service });
  const browser = new TestBrowser(other);
  expect((await browser.ask('/console/start')).json.sends_mail).toBe(false);
  const answer = await browser.post('/console/forgotten-password', { email: 'ada@example.com' });
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
  expect(answer.json.error).toContain('sends no mail');
  await other.stop();
});

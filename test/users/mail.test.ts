// Mail: invitations and notices of sign-ins reach the configured mail server, and nothing waits for it. A link
// that only its recipient saw proves their address, and nobody is flooded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { operatorOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, password, signUp as signUpByHand, TestBrowser, tokenOf } from '../support/users.ts';

let service: SimulatedService;
const hourMs = 3_600_000;
let server: MailServer;
let stack: Stack;
const admin = () => operatorOf(stack.core);

beforeAll(async () => {
  server = await startMailServer();
  service = await SimulatedService.begin();
  stack = await startStack({
    service,
    cores: 2,
    mail: { url: server.url, from: 'texts@example.com' },
  });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
  server?.stop();
});

let count = 0;
const someEmail = () => `guest${++count}@example.com`;

/** An account, and how its owner invites. */
async function open() {
  const account = await stack.createAccount();
  const owner = new TestBrowser(stack);
  owner.secret = (await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] })).secret;
  const invite = (email: string) =>
    owner.post('/invitations', { email, role: 'member' }, { account: account.id });
  return { account, owner, invite };
}

async function signUp(email: string, link: string): Promise<TestBrowser> {
  const browser = new TestBrowser(stack);
  const answer = await browser.post('/console/sign-up', {
    token: tokenOf(link),
    name: 'Ada',
    email,
    password,
  });
  expect(answer.status).toBe(200);
  return browser;
}
/** The link of the newest mail to somebody, once all that is under way has ended. */
async function linkTo(email: string): Promise<string> {
  await service.simulation.idle();
  return server.linkTo(email);
}
const isVerified = async (browser: TestBrowser) =>
  (await browser.ask('/console/me')).json.user.email_verified;
const mailsTo = (email: string) => server.mails.filter((mail) => mail.includes(`\nTo: ${email}\n`)).length;

test('an invitation is sent with its link, and a sign-in is reported to its person', async () => {
  const { account } = await open();
  const email = 'ada@example.com';
  const { link } = await admin().inviteUser({ accountId: account.id, email, role: Role.MEMBER });
  expect(link).toBeUndefined();
  const sent = await linkTo(email);
  const mail = server.mails.at(-1);
  expect(mail).toMatch(/^From: texts@example\.com$/m);
  expect(mail).toMatch(/^To: ada@example\.com$/m);
  const browser = await signUp(email, sent);
  const before = server.mails.length;
  await browser.post('/console/sign-in', { email, password });
  await service.simulation.idle();
  expect(server.mails).toHaveLength(before + 1);
  expect(server.mails.at(-1)).toContain('from 127.0.0.1');
  await browser.post('/console/sign-in', { email, password: 'wrong password' });
  server.refuses = true;
  expect((await browser.post('/console/sign-in', { email, password })).status).toBe(200);
  server.refuses = false;
  expect((await browser.post('/console/sign-in', { email, password })).status).toBe(200);
  await service.simulation.idle();
  expect(server.mails).toHaveLength(before + 2);
});

test('signing up or joining by a mailed link verifies the address, and by a shown link it does not', async () => {
  const [{ account, invite }, other] = [await open(), await open()];
  const [mailed, shown] = [someEmail(), someEmail()];
  const answer = await invite(mailed);
  expect(answer.json.link).toBeNull();
  expect(await isVerified(await signUp(mailed, await linkTo(mailed)))).toBe(true);
  const browser = await signUpByHand(stack, { account, email: shown });
  expect(await isVerified(browser)).toBe(false);
  await expect(
    admin().updateUser({ email: shown, change: { case: 'isOperator', value: true } }),
  ).rejects.toThrow('users verify');
  await expect(admin().createResetLink({ email: shown })).rejects.toThrow('users verify');
  await other.invite(shown);
  const token = tokenOf(await linkTo(shown));
  expect((await browser.post('/console/links/accept', { token })).status).toBe(200);
  expect(await isVerified(browser)).toBe(true);
  expect((await admin().createResetLink({ email: shown })).link).toContain('#token=');
});

test('a person confirms their address, or moves to another one, by a mail to it that they open themselves', async () => {
  const { account } = await open();
  const [first, second] = [someEmail(), someEmail()];
  const browser = await signUpByHand(stack, { account, email: first });
  const outsider = await signUpByHand(stack, { account, email: someEmail() });
  const ask = (email: string, typed = password) =>
    browser.post('/console/me/email', { email, password: typed });
  const wrong = await ask(first, 'wrong password');
  expect([wrong.status, wrong.json.code]).toEqual([401, 'wrong_credentials']);
  expect((await ask(first)).json).toEqual({ ok: true });
  const token = tokenOf(await linkTo(first));
  const foreign = await outsider.post('/console/me/email/verification', { token });
  expect([foreign.status, foreign.json.code]).toEqual([410, 'link_expired']);
  const proved = await browser.post('/console/me/email/verification', { token });
  expect(proved.json.user).toMatchObject({ email: first, email_verified: true });
  expect((await browser.post('/console/me/email/verification', { token })).status).toBe(410);
  await ask(second);
  const moved = await browser.post('/console/me/email/verification', {
    token: tokenOf(await linkTo(second)),
  });
  expect(moved.json.user).toMatchObject({ email: second, email_verified: true });
  await service.simulation.idle();
  expect(server.mails.some((mail) => mail.includes('was changed') && mail.includes(`To: ${first}`))).toBe(
    true,
  );
  expect((await new TestBrowser(stack).post('/console/sign-in', { email: first, password })).status).toBe(
    401,
  );
  expect((await new TestBrowser(stack).post('/console/sign-in', { email: second, password })).status).toBe(
    200,
  );
});

test('nobody moves to another person’s address, and only a reader of its mail learns that it is taken', async () => {
  const { account } = await open();
  const email = someEmail();
  await signUpByHand(stack, { account, email });
  const browser = await signUpByHand(stack, { account, email: someEmail() });
  expect((await browser.post('/console/me/email', { email, password })).json).toEqual({ ok: true });
  const taken = await browser.post('/console/me/email/verification', { token: tokenOf(await linkTo(email)) });
  expect([taken.status, taken.json.code]).toEqual([409, 'already_exists']);
});

test('an account mails at most 20 invitations an hour, however many are made at once', async () => {
  const { invite } = await open();
  const answers = await Promise.all(Array.from({ length: 30 }, () => invite(someEmail())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    ...Array.from({ length: 10 }, () => 429),
  ]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.json.code, refused?.headers['retry-after']]).toEqual(['rate_limited', '3600']);
  expect(refused?.json.error).toContain('20 with invitations');
});

test('a recipient gets 5 mails an hour: an account learns about its own mails only', async () => {
  const [one, two] = [await open(), await open()];
  const email = someEmail();
  for (let n = 1; n <= 5; n++) expect((await one.invite(email)).status).toBe(200);
  expect((await one.invite(email)).status).toBe(429);
  expect((await one.invite(someEmail())).status).toBe(200);
  await service.simulation.idle();
  expect(mailsTo(email)).toBe(5);
  const [known, fresh] = [await two.invite(email), await two.invite(someEmail())];
  expect([known.status, Object.keys(known.json)]).toEqual([fresh.status, Object.keys(fresh.json)]);
  await service.simulation.idle();
  expect(mailsTo(`guest${count}@example.com`)).toBe(1);
  expect(mailsTo(email)).toBe(5);
});

test('at most 3 mails an hour are sent to verify an address', async () => {
  const { account } = await open();
  const email = someEmail();
  const browser = await signUpByHand(stack, { account, email });
  const statuses = [];
  for (let n = 1; n <= 4; n++)
    statuses.push((await browser.post('/console/me/email', { email, password })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a person gets notice of 10 sign-ins an hour, and can sign in more often', async () => {
  const { account } = await open();
  const email = someEmail();
  const browser = await signUpByHand(stack, { account, email });
  for (let n = 1; n <= 12; n++)
    expect((await browser.post('/console/sign-in', { email, password })).status).toBe(200);
  await browser.post('/console/me/email', { email, password });
  await linkTo(email);
  await service.simulation.idle();
  expect(mailsTo(email)).toBe(11);
});

test('an hour later mails are sent again', async () => {
  const { invite } = await open();
  const email = someEmail();
  for (let n = 1; n <= 5; n++) await invite(email);
  // A core would need for ever to work through an hour, so the test makes the sent mails an hour old.
  const sql = openInspector(stack.databaseUrl);
  await sql`update mail_window set stamps = array(select u - ${hourMs - 1_000}::int8 from unnest(stamps) u)`;
  await sql.end();
  await service.simulation.run(999);
  expect((await invite(email)).status).toBe(429);
  await service.simulation.run(1);
  expect((await invite(email)).status).toBe(200);
});

test('each change in how a person signs in is reported to them, and a refused change is not', async () => {
  const { account } = await open();
  const email = 'eve@example.com';
  const browser = await signUpByHand(stack, { account, email });
  const isReport = (mail: string) => mail.includes('Subject: Your sign-in to Textrelay was changed');
  const reports = () => server.mails.filter((mail) => mail.includes('To: eve@') && isReport(mail));
  await browser.post('/console/me/password', { current: 'wrong password', new: 'a new horse battery' });
  await browser.post('/console/me/password', { current: password, new: 'a new horse battery' });
  await service.simulation.idle();
  expect(reports()).toHaveLength(1);
  expect(reports()[0]).toContain('Your password was changed. It happened on');
});

test('mail is in the language of its reader', async () => {
  const { owner, invite } = await open();
  await owner.ask('/console/me', { method: 'PATCH', body: { language: 'de' } });
  const email = someEmail();
  await invite(email);
  const mailOf = async (words: string) => {
    await service.simulation.idle();
    expect(server.mails.some((mail) => mail.includes(`\nTo: ${email}\n`) && mail.includes(words))).toBe(true);
  };
  // Nobody knows the new person's language yet, so the mail has the inviter's.
  await mailOf('Subject: Einladung zu Textrelay');
  const browser = new TestBrowser(stack);
  browser.languages = 'fr, de-AT;q=0.8, en;q=0.5';
  const token = tokenOf(await linkTo(email));
  const { user } = (await browser.post('/console/sign-up', { token, name: 'Ada', email, password })).json;
  expect(user.language).toBe('de');
  const other = new TestBrowser(stack);
  other.languages = 'en';
  await other.post('/console/sign-in', { email, password });
  await mailOf('Subject: Neue Anmeldung bei Textrelay');
  await browser.post('/console/me/email', { email, password });
  await mailOf('Subject: Bestätigen Sie Ihre E-Mail-Adresse');
  const chosen = await browser.ask('/console/me', { method: 'PATCH', body: { language: 'en' } });
  expect(chosen.json.user).toMatchObject({ name: 'Ada', language: 'en' });
  await other.post('/console/sign-in', { email, password });
  await mailOf('Subject: New sign-in to Textrelay');
  const unknown = await browser.ask('/console/me', { method: 'PATCH', body: { language: 'tlh' } });
  expect([unknown.status, unknown.json.error]).toEqual([400, 'language must be one of: en, de']);
});

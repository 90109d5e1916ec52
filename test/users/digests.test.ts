// Mails about new replies: each person who is due gets one, however many cores look. It holds only new, unread and unanswered
// replies, as the person and the account have chosen.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

let service: SimulatedService;
const roundMs = 5_000;
let server: MailServer;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
let account: TestAccount;
let agent: RawAgent;

beforeAll(async () => {
  server = await startMailServer();
  service = await SimulatedService.begin({ start: '2026-03-10T06:30:00.000Z' });
  stack = await startStack({
    service,
    cores: 2,
    mail: { url: server.url, from: 'texts@example.com' },
    publicUrl: 'https://texts.example',
  });
  sql = openInspector(stack.databaseUrl);
  account = await stack.createAccount();
  agent = await service.simulation.during(RawAgent.linked(stack.core, account.deviceToken));
});
afterAll(async () => {
  agent?.socket.terminate();
  await sql?.end();
  await stack?.stop();
  await service?.end();
  server?.stop();
});

let received = 0;
async function receive(address: string, body: string): Promise<void> {
  agent.send({ case: 'inbound', value: { inboundId: `inbound ${++received}`, address, body } });
  await service.simulation.during(agent.expect('inboundAck'));
}

const ask = (by: TestUser, path: string, method = 'GET', body?: unknown) =>
  stack.ask(
    consoleAsk(path, by.secret, { method, account: account.id, ...(body !== undefined && { body }) }),
  );
const choose = (by: TestUser, digest: string, time_zone = 'Europe/Berlin') =>
  ask(by, '/console/me/digest', 'PUT', { digest, time_zone });

/** A person whose address is verified. */
async function join(role: 'owner' | 'member' | 'viewer' = 'member'): Promise<TestUser> {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, role]] });
  await sql`update app_user set email_verified_at = now() where id = ${String(user.id)}`;
  // The cores have the time of the simulation.
  await sql`update membership set joined_at = ${nowText()} where user_id = ${String(user.id)}`;
  return user;
}

const dueOf = async ({ id }: TestUser): Promise<string | null> => {
  const [row] = await sql`select digest_due_at from inbox_settings where user_id = ${String(id)}`;
  return row?.digest_due_at === null ? null : new Date(row?.digest_due_at).toISOString();
};
const nowText = () => new Date(service.simulation.time.nowMs()).toISOString();

/** Lets both cores look while a person is due: one takes them. */
async function lookAt(user: TestUser): Promise<void> {
  await sql`update inbox_settings set digest_due_at = ${nowText()} where user_id = ${String(user.id)}`;
  await service.simulation.run(roundMs);
  expect((await dueOf(user)) ?? '').toSatisfy((due: string) => due > nowText());
}
/** The same, and the core has finished: they are then due at a whole hour. */
async function look(user: TestUser): Promise<void> {
  await lookAt(user);
  expect(await dueOf(user)).toMatch(/:00:00\.000Z$/);
}

const mailsTo = ({ email }: TestUser) => server.mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
const namesOf = (mails: readonly string[]) => mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);

test('one mail brings the new replies, even though two cores look, and the next mail those that came since', async () => {
  const user = await join();
  expect((await choose(user, 'hourly')).json).toMatchObject({
    digest: 'hourly',
    time_zone: 'Europe/Berlin',
  });
  await receive('+15005557001', 'Is a table free?');
  await receive('+15005557001', 'For two,\nat eight?');
  await receive('+15005557002', 'Thank you');
  await look(user);
  const [mail, ...others] = mailsTo(user);
  expect(others).toEqual([]);
  expect(mail).toContain('Subject: 2 conversations are waiting for an answer');
  expect(mail).toMatch(
    /^\+15005557001: 2 new texts, .*\nFor two, at eight\?\nhttps:\/\/texts\.example\/accounts\/\d+\/threads\/%2B15005557001$/m,
  );
  expect(mail).toMatch(/^\+15005557002: a new text, .*\nThank you\n/m);
  await look(user);
  expect(mailsTo(user)).toHaveLength(1);
  await receive('+15005557002', 'One more thing');
  await look(user);
  const second = mailsTo(user)[1];
  expect(second).toContain('Subject: A conversation is waiting for an answer');
  expect(second).not.toContain('+15005557001');
  await look(user);
  expect(new Set(namesOf(mailsTo(user))).size).toBe(2);
  expect(mailsTo(user)).toHaveLength(2);
});

test('no mail brings replies that the person has read, answered, finished or given to others, or those of other accounts', async () => {
  const [user, other] = [await join(), await join()];
  const outsider = await createUser(stack.databaseUrl);
  await sql`update app_user set email_verified_at = now() where id = ${String(outsider.id)}`;
  await receive('+15005557011', 'This is older than the wish for mails');
  await service.simulation.run(1);
  for (const one of [user, other]) await choose(one, 'hourly');
  expect(
    (
      await stack.ask(
        consoleAsk('/console/me/digest', outsider.secret, {
          method: 'PUT',
          body: { digest: 'hourly', time_zone: 'UTC' },
        }),
      )
    ).status,
  ).toBe(200);
  const numbers = [12, 13, 14, 15].map((n) => `+150055570${n}`) as [string, string, string, string];
  for (const number of numbers) await receive(number, `From ${number}`);
  const [read, answered, finished, given] = numbers;
  const newest = async (address: string) =>
    (await stack.get(`/api/v1/threads/${encodeURIComponent(address)}/messages`, account.key)).json
      .messages[0];
  await ask(user, `/threads/${read}/read`, 'PUT', { last_message_id: (await newest(read)).id });
  await stack.send(account, { address: answered, body: 'Yes' });
  await ask(user, `/threads/${finished}/done`, 'PUT', { seq: (await newest(finished)).seq });
  await ask(user, `/threads/${given}/assignee`, 'PUT', { user_id: Number(other.id) });
  for (const one of [user, other, outsider]) await look(one);
  expect([mailsTo(user), mailsTo(outsider)]).toEqual([[], []]);
  const [mail] = mailsTo(other);
  expect(numbers.map((number) => mail?.includes(number))).toEqual([true, false, false, true]);
  expect(mail).not.toContain('older than');
  await choose(user, 'never');
  expect(await dueOf(user)).toBe(null);
});

test('an account can keep the words of texts out of mails, and mails are in the language of their reader', async () => {
  const user = await join('owner');
  onTestFinished(async () => {
    await ask(user, '/inbox-rules', 'PUT', { mails_words: true });
  });
  await sql`update app_user set language = 'de' where id = ${String(user.id)}`;
  await choose(user, 'hourly');
  expect((await ask(user, '/inbox-rules')).json).toEqual({ mails_words: true });
  expect((await ask(user, '/inbox-rules', 'PUT', { mails_words: false })).json).toEqual({
    mails_words: false,
  });
  await receive('+15005557021', 'A secret');
  await look(user);
  const [mail] = mailsTo(user);
  expect(mail).toContain('Subject: Eine Unterhaltung wartet auf Antwort');
  expect(mail).toMatch(/^\+15005557021: eine neue SMS, .*\nhttps/m);
  expect(mail).not.toContain('A secret');
});

test('a mail that the server does not take is tried again', async () => {
  const user = await join();
  await choose(user, 'hourly');
  await receive('+15005557031', 'Hello');
  server.refuses = true;
  const before = server.refused;
  await lookAt(user);
  expect(server.refused).toBeGreaterThan(before);
  server.refuses = false;
  expect(mailsTo(user)).toEqual([]);
  await look(user);
  expect(mailsTo(user)).toHaveLength(1);
});

test('a morning mail comes at eight in the person’s zone, and an hourly mail on the hour', async () => {
  const user = await join('viewer');
  for (const [digest, zone, due] of [
    ['daily', 'Europe/Berlin', '2026-03-10T07:00:00.000Z'],
    ['daily', 'America/New_York', '2026-03-10T12:00:00.000Z'],
    ['daily', 'Asia/Tokyo', '2026-03-10T23:00:00.000Z'],
    ['hourly', 'Asia/Kolkata', '2026-03-10T07:00:00.000Z'],
  ] as const) {
    expect((await choose(user, digest, zone)).status).toBe(200);
    expect([zone, await dueOf(user)]).toEqual([zone, due]);
  }
  // Clocks go forward in the night to the 29th.
  const aheadMs = Date.parse('2026-03-28T20:00:00.000Z') - service.simulation.time.nowMs();
  const clocks = stack.cores.map((core) => (core as SimulatedCore).clock);
  for (const clock of clocks) clock.set(aheadMs);
  await choose(user, 'daily', 'Europe/Berlin');
  for (const clock of clocks) clock.set(-aheadMs);
  expect(await dueOf(user)).toBe('2026-03-29T06:00:00.000Z');
});

test('mails need a verified address, a known zone and a known word for how often', async () => {
  const unproved = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const user = await join();
  for (const [by, digest, zone] of [
    [unproved, 'hourly', 'UTC'],
    [user, 'daily', 'Europe/Atlantis'],
    [user, 'daily', 'CEST'],
    [user, 'daily', `${'x'.repeat(65)}`],
    [user, 'weekly', 'UTC'],
  ] as const) {
    const { status, json } = await choose(by, digest, zone);
    expect([digest, zone, status, json.code]).toEqual([digest, zone, 400, 'invalid_request']);
  }
  expect((await choose(unproved, 'never', 'UTC')).status).toBe(200);
});

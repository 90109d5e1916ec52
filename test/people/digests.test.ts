// Mails about new replies: each person who is due gets one, however many cores look. It holds only new, unread and unanswered
// replies, as the person and the account have chosen.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { consoleAsk, createPerson, type TestPerson } from '../support/people.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

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

const ask = (by: TestPerson, path: string, method = 'GET', body?: unknown) =>
  stack.ask(
    consoleAsk(path, by.secret, { method, account: account.id, ...(body !== undefined && { body }) }),
  );
const choose = (by: TestPerson, digest: string, time_zone = 'Europe/Berlin') =>
  ask(by, '/console/me/digest', 'PUT', { digest, time_zone });

/** A person whose address is proved. */
async function join(role: 'owner' | 'member' | 'viewer' = 'member'): Promise<TestPerson> {
  const person = await createPerson(stack.databaseUrl, { roles: [[account.id, role]] });
  await sql`update person set email_proved_at = now() where id = ${String(person.id)}`;
  // The cores have the time of the simulation.
  await sql`update membership set joined_at = ${nowText()} where person_id = ${String(person.id)}`;
  return person;
}

const dueOf = async ({ id }: TestPerson): Promise<string | null> => {
  const [row] = await sql`select digest_due_at from inbox_settings where person_id = ${String(id)}`;
  return row?.digest_due_at === null ? null : new Date(row?.digest_due_at).toISOString();
};
const nowText = () => new Date(service.simulation.time.nowMs()).toISOString();

/** Lets both cores look while a person is due: one takes them. */
async function lookAt(person: TestPerson): Promise<void> {
  await sql`update inbox_settings set digest_due_at = ${nowText()} where person_id = ${String(person.id)}`;
  await service.simulation.run(roundMs);
  expect((await dueOf(person)) ?? '').toSatisfy((due: string) => due > nowText());
}
/** The same, and the core has finished: they are then due at a whole hour. */
async function look(person: TestPerson): Promise<void> {
  await lookAt(person);
  expect(await dueOf(person)).toMatch(/:00:00\.000Z$/);
}

const mailsTo = ({ email }: TestPerson) => server.mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
const namesOf = (mails: readonly string[]) => mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);

test('one mail brings the new replies, even though two cores look, and the next mail those that came since', async () => {
  const person = await join();
  expect((await choose(person, 'hourly')).json).toMatchObject({
    digest: 'hourly',
    time_zone: 'Europe/Berlin',
  });
  await receive('+15005557001', 'Is a table free?');
  await receive('+15005557001', 'For two,\nat eight?');
  await receive('+15005557002', 'Thank you');
  await look(person);
  const [mail, ...others] = mailsTo(person);
  expect(others).toEqual([]);
  expect(mail).toContain('Subject: 2 conversations are waiting for an answer');
  expect(mail).toMatch(
    /^\+15005557001: 2 new texts, .*\nFor two, at eight\?\nhttps:\/\/texts\.example\/accounts\/\d+\/threads\/%2B15005557001$/m,
  );
  expect(mail).toMatch(/^\+15005557002: a new text, .*\nThank you\n/m);
  await look(person);
  expect(mailsTo(person)).toHaveLength(1);
  await receive('+15005557002', 'One more thing');
  await look(person);
  const second = mailsTo(person)[1];
  expect(second).toContain('Subject: A conversation is waiting for an answer');
  expect(second).not.toContain('+15005557001');
  await look(person);
  expect(new Set(namesOf(mailsTo(person))).size).toBe(2);
  expect(mailsTo(person)).toHaveLength(2);
});

test('no mail brings replies that the person has read, answered, finished or given to others, or those of other accounts', async () => {
  const [person, other] = [await join(), await join()];
  const outsider = await createPerson(stack.databaseUrl);
  await sql`update person set email_proved_at = now() where id = ${String(outsider.id)}`;
  await receive('+15005557011', 'This is older than the wish for mails');
  await service.simulation.run(1);
  for (const one of [person, other]) await choose(one, 'hourly');
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
  await ask(person, `/threads/${read}/read`, 'PUT', { last_message_id: (await newest(read)).id });
  await stack.send(account, { address: answered, body: 'Yes' });
  await ask(person, `/threads/${finished}/done`, 'PUT', { seq: (await newest(finished)).seq });
  await ask(person, `/threads/${given}/assignee`, 'PUT', { person_id: Number(other.id) });
  for (const one of [person, other, outsider]) await look(one);
  expect([mailsTo(person), mailsTo(outsider)]).toEqual([[], []]);
  const [mail] = mailsTo(other);
  expect(numbers.map((number) => mail?.includes(number))).toEqual([true, false, false, true]);
  expect(mail).not.toContain('older than');
  await choose(person, 'never');
  expect(await dueOf(person)).toBe(null);
});

test('an account can keep the words of texts out of mails, and mails are in the language of their reader', async () => {
  const person = await join('owner');
  onTestFinished(async () => {
    await ask(person, '/inbox-rules', 'PUT', { mails_words: true });
  });
  await sql`update person set language = 'de' where id = ${String(person.id)}`;
  await choose(person, 'hourly');
  expect((await ask(person, '/inbox-rules')).json).toEqual({ mails_words: true });
  expect((await ask(person, '/inbox-rules', 'PUT', { mails_words: false })).json).toEqual({
    mails_words: false,
  });
  await receive('+15005557021', 'A secret');
  await look(person);
  const [mail] = mailsTo(person);
  expect(mail).toContain('Subject: Eine Unterhaltung wartet auf Antwort');
  expect(mail).toMatch(/^\+15005557021: eine neue SMS, .*\nhttps/m);
  expect(mail).not.toContain('A secret');
});

test('a mail that the server does not take is tried again', async () => {
  const person = await join();
  await choose(person, 'hourly');
  await receive('+15005557031', 'Hello');
  server.refuses = true;
  const before = server.refused;
  await lookAt(person);
  expect(server.refused).toBeGreaterThan(before);
  server.refuses = false;
  expect(mailsTo(person)).toEqual([]);
  await look(person);
  expect(mailsTo(person)).toHaveLength(1);
});

test('a morning mail comes at eight in the person’s zone, and an hourly mail on the hour', async () => {
  const person = await join('viewer');
  for (const [digest, zone, due] of [
    ['daily', 'Europe/Berlin', '2026-03-10T07:00:00.000Z'],
    ['daily', 'America/New_York', '2026-03-10T12:00:00.000Z'],
    ['daily', 'Asia/Tokyo', '2026-03-10T23:00:00.000Z'],
    ['hourly', 'Asia/Kolkata', '2026-03-10T07:00:00.000Z'],
  ] as const) {
    expect((await choose(person, digest, zone)).status).toBe(200);
    expect([zone, await dueOf(person)]).toEqual([zone, due]);
  }
  // Clocks go forward in the night to the 29th.
  const aheadMs = Date.parse('2026-03-28T20:00:00.000Z') - service.simulation.time.nowMs();
  const clocks = stack.cores.map((core) => (core as SimulatedCore).clock);
  for (const clock of clocks) clock.set(aheadMs);
  await choose(person, 'daily', 'Europe/Berlin');
  for (const clock of clocks) clock.set(-aheadMs);
  expect(await dueOf(person)).toBe('2026-03-29T06:00:00.000Z');
});

test('mails need a proved address, a known zone and a known word for how often', async () => {
  const unproved = await createPerson(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const person = await join();
  for (const [by, digest, zone] of [
    [unproved, 'hourly', 'UTC'],
    [person, 'daily', 'Europe/Atlantis'],
    [person, 'daily', 'CEST'],
    [person, 'daily', `${'x'.repeat(65)}`],
    [person, 'weekly', 'UTC'],
  ] as const) {
    const { status, json } = await choose(by, digest, zone);
    expect([digest, zone, status, json.code]).toEqual([digest, zone, 400, 'invalid_request']);
  }
  expect((await choose(unproved, 'never', 'UTC')).status).toBe(200);
});

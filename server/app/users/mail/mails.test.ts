// Every mail in every language: its link and its facts are in it, and it is in the language of its reader.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import type { Language } from '../../../domain/users/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { Mail } from './mailer.ts';
import { createMails } from './mails.ts';

const { clock, idle } = simulateEachTest();

const link = 'https://texts.example/sign-up#token=svc_link_1';
const atMs = Date.UTC(2026, 10, 23, 9, 34);
const changes = [
  ...([
    'new_password',
    'new_password_without_passkeys',
    'passkey_added',
    'passkey_removed',
    'new_email',
  ] as const),
  ...(['second_factor_on', 'second_factor_off', 'new_start', 'forgotten_password'] as const),
];

/** All mails of a language, each with what has to be in it. */
const mailsOf = (words: typeof en): [mail: Omit<Mail, 'to'>, facts: string[]][] => [
  [words.invitation(link), [`\n\n${link}\n\n`]],
  [words.verification(link), [`\n\n${link}\n\n`]],
  [words.newPassword(link), [`\n\n${link}\n\n`]],
  [words.moved('new@example.com'), ['new@example.com']],
  [words.signIn(atMs, '192.0.2.1'), ['192.0.2.1', '2026', ':34 UTC']],
  ...changes.map((kind): [Omit<Mail, 'to'>, string[]] => [
    words.change(kind, atMs, '192.0.2.1'),
    ['192.0.2.1', '2026', ':34 UTC'],
  ]),
];

test('each mail says its facts, in words of its own language', () => {
  const german = mailsOf(de);
  const seen = new Set<string>();
  for (const [n, [english, facts]] of mailsOf(en).entries()) {
    const other = german[n]?.[0];
    for (const mail of [english, other]) {
      for (const fact of facts) expect(mail?.text).toContain(fact);
      expect(mail?.subject).toMatch(/\S{2}/);
      expect(seen.has(mail?.text ?? '')).toBe(false);
      seen.add(mail?.text ?? '');
    }
    // No line is left in English.
    const lines = english.text.split('\n').filter((line) => /\p{L}{2}/u.test(line) && line !== link);
    expect(lines.filter((line) => other?.text.includes(line))).toEqual([]);
    expect(other?.subject).not.toBe(english.subject);
  }
  expect(de.signIn(atMs, '192.0.2.1').text).toContain('Montag, 23. November 2026');
  expect(en.signIn(atMs, '192.0.2.1').text).toMatch(/Monday,? 23 November 2026/);
});

/** Mails of a service that speaks German, with what it knows of people. */
function start(find: (email: string, otherwise: bigint | null) => Promise<Language | undefined>) {
  const sent: Mail[] = [];
  const warned: object[] = [];
  const mails = createMails({
    store: { findLanguage: find, countNotice: async () => true },
    clock,
    log: { warn: (fields: object) => warned.push(fields) } as never,
    send: (mail) => sent.push(mail),
    language: 'de',
  });
  const first = async () => {
    await idle();
    return sent[0];
  };
  return { mails, first, warned };
}

test('a mail is in the language of who reads it, else of who made it go, else of the service', async () => {
  const asked: unknown[] = [];
  const known = start(async (...who) => {
    asked.push(who);
    return 'en';
  });
  known.mails.invite('ada@example.com', link, 7n);
  expect((await known.first())?.subject).toBe(en.invitation(link).subject);
  known.mails.move('before@example.com', 'now@example.com');
  expect(asked).toEqual([
    ['ada@example.com', 7n],
    ['now@example.com', null],
  ]);
  const unknown = start(async () => undefined);
  unknown.mails.renew('ada@example.com', link);
  expect((await unknown.first())?.subject).toBe(de.newPassword(link).subject);
});

test('a mail is sent where nobody can say its language', async () => {
  const { mails, first, warned } = start(() => Promise.reject(new Error('the database is away')));
  mails.change('ada@example.com', 'new_email', '192.0.2.1');
  expect(await first()).toMatchObject({
    to: 'ada@example.com',
    ...de.change('new_email', 0, '192.0.2.1'),
    text: expect.anything(),
  });
  expect(warned).toEqual([{ error: 'the database is away' }]);
});

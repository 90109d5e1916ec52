// What of logs may leave: our own words and counts, and nothing that somebody else wrote.
import { expect, test } from 'vitest';
import { showLine } from './log_lines.ts';
import { withoutPrivate } from './private_words.ts';

const entry = (fields: object) => JSON.stringify({ level: 40, time: 1_764_244_800_000, ...fields });

test('of an entry its level, time, sentence, ids, counts and codes are kept, and no other text', () => {
  const line = entry({
    ...{
      process: 'core',
      msg: 'a mail was not taken',
      accountId: '421000000000017',
      deviceId: 3,
      code: 'ETIMEDOUT',
    },
    ...{
      took: 12,
      isLast: true,
      error: 'Ada wrote',
      peer: '192.0.2.7',
      body: 'see you',
      number: 15005550006,
    },
    ...{ list: ['Ada'], reason: 'Ada Lovelace said: no!' },
  });
  expect(JSON.parse(showLine(line) ?? '')).toEqual({
    level: 40,
    time: '2025-11-27T12:00:00.000Z',
    ...{
      process: 'core',
      msg: 'a mail was not taken',
      accountId: '421000000000017',
      deviceId: 3,
      code: 'ETIMEDOUT',
    },
    ...{ took: 12, isLast: true, error: '…', peer: '…', body: '…', number: '…', list: '…', reason: '…' },
  });
});

test('of PostgreSQL its sentences are kept without what they quote, and nothing that says what was in a row', () => {
  const at = '2026-11-27 12:00:00.000 UTC [77]';
  expect(showLine(`${at} ERROR:  invalid input syntax for type integer: "ada"`)).toBe(
    '2026-11-27 12:00:00.000 UTC ERROR: invalid input syntax for type integer: "…"',
  );
  for (const line of [
    `${at} DETAIL:  Key (address_norm)=(+15005550006) already exists.`,
    `${at} STATEMENT:  insert into message values ('see you')`,
    '\tsee you',
    'see you',
    '{"broken',
  ])
    expect(showLine(line)).toBeUndefined();
});

test.each([
  ['mail to ada@example.com failed', 'mail to … failed'],
  ['the disk of /home/ada/texts has 3 MB left', 'the disk of … has 3 MB left'],
  ['it asked https://ada:secret@hooks.example/x?y=z twice', 'it asked … twice'],
  ['a text to +1 500 555 0006 and 15005550006', 'a text to … and …'],
  ['the key svc_live_abcdefghijklmnopqrstuvwxyz0123456789 is wrong', 'the key … is wrong'],
  ['from 192.0.2.7:5000 and 2001:db8::1', 'from … and …'],
  ["it says 'hello Ada'", 'it says "…"'],
  ['device 3 of account 421000000000017 is away', 'device 3 of account 421000000000017 is away'],
])('%s', (text, shown) => {
  expect(withoutPrivate(text)).toBe(shown);
});

// Where in a form a refusal is said, and in which words: every code has its line in the one table.
import { describe, expect, test } from 'vitest';
import { consoleCodes, publicCodes } from '../../errors/error_codes.ts';
import { Refused, sentenceOf, wordsOf } from '../api/ask.ts';
import { catalogue } from '../words/de/catalogue.ts';
import { errors } from '../words/en/errors.ts';
import { speak } from '../words/language.ts';
import { fieldFaultsOf } from './field_fault.ts';

const refused = (code: string, message: string, retryAfter: number | null = null) =>
  new Refused(400, code, message, retryAfter);
const fields = {
  email: { label: 'E-mail' },
  next: { label: 'New password', asked: 'new' },
  number: { label: 'Your own number' },
};

const { refusals, general } = errors;

test('every code that the service may refuse with has its words, and no other', () => {
  const signedOut = ['invalid_api_key', 'not_signed_in'];
  expect([...Object.keys(refusals), ...Object.keys(general), ...signedOut].toSorted()).toEqual(
    [...publicCodes, ...consoleCodes].toSorted(),
  );
});

test.each(Object.entries(refusals))('%s is a sentence in words of people', (code, words) => {
  expect(words).toMatch(/^[A-Z].*[.]$/);
  expect(words).not.toContain('_');
  expect(wordsOf(refused(code, 'for programs')).startsWith(words)).toBe(true);
});

describe('a refusal is said', () => {
  test.each([
    [
      'invalid_request',
      'new must not be the password that it was',
      { name: 'next', words: 'New password must not be the password that it was.' },
    ],
    [
      'opted_out',
      'the recipient wants no texts',
      { name: 'number', words: 'This person wrote STOP: they want no texts from you.' },
    ],
    ['already_exists', 'this person is in the account already', { name: 'email' }],
  ])('at its field: %s, %s', (code, message, fault) => {
    expect(fieldFaultsOf(refused(code, message), fields)).toMatchObject([fault]);
  });

  test.each([
    ['invalid_request', 'an account may have at most 100 open invitations'],
    ['invalid_request', 'password must have 10 to 200 characters'],
    ['rate_limited', 'too many mails'],
    ['last_owner', 'an account needs an owner'],
    ['no_such_code', 'email is wrong'],
  ])('below the form where it is about none of its fields: %s, %s', (code, message) => {
    expect(fieldFaultsOf(refused(code, message), fields)).toEqual([]);
  });

  test('at each of its fields where several are wrong, as their labels call them', () => {
    const lengths = { min_length: null, max_length: null };
    const faults = [
      { field: 'name', reason: 'not_a_name', error: 'name must have 1 to 64 letters', ...lengths },
      {
        field: 'url',
        reason: 'not_public',
        error: 'url leads to an address that nobody may reach',
        ...lengths,
      },
      { field: 'elsewhere', reason: 'other', error: 'elsewhere is wrong', ...lengths },
    ] as const;
    const error = new Refused(400, 'invalid_request', 'name must have 1 to 64 letters; url', null, faults);
    const asked = { called: { label: 'Name', asked: 'name' }, url: { label: 'Address' } };
    expect(fieldFaultsOf(error, asked)).toEqual([
      { name: 'called', words: 'Name must have 1 to 64 letters.' },
      { name: 'url', words: sentenceOf(`Address ${errors.reasons.not_public}`) },
    ]);
    speak('de', catalogue);
    const [first] = fieldFaultsOf(error, asked);
    expect(first?.words).toBe(`Name ${catalogue.errors.reasons.not_a_name}.`);
    speak('en', {});
  });

  test.each([
    [{ reason: 'required' }, 'E-mail fehlt.'],
    [{ reason: 'empty' }, 'E-mail darf nicht leer sein.'],
    [{ reason: 'not_an_email' }, 'E-mail muss eine E-Mail-Adresse sein.'],
    [{ reason: 'wrong_length', min_length: 10, max_length: 200 }, 'E-mail muss 10 bis 200 Zeichen haben.'],
    [{ reason: 'too_long', max_length: 9 }, 'E-mail darf höchstens 9 Zeichen haben.'],
  ] as const)('in German by the code of its rule, whatever the sentence is: %j', (rule, words) => {
    speak('de', catalogue);
    const fault = {
      field: 'email',
      error: 'email is for programs',
      min_length: null,
      max_length: null,
      ...rule,
    };
    const error = new Refused(400, 'invalid_request', 'email is for programs', null, [fault]);
    expect(fieldFaultsOf(error, fields)).toEqual([{ name: 'email', words }]);
    speak('en', {});
  });

  test('and nothing else is: an answer that never came is about no field', () => {
    expect(fieldFaultsOf(new Error('email must be something'), fields)).toEqual([]);
  });
});

test.each([
  [30, '30 s'],
  [600, '10 minutes'],
  [7_000, '2 hours'],
])('who has to wait %i seconds reads how long', (seconds, words) => {
  expect(wordsOf(refused('rate_limited', 'x', seconds))).toBe(
    `That was too often in a short time. Try again in ${words}.`,
  );
});

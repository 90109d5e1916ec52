// Any reasonable form of a number becomes its E.164 form, and nothing else becomes one.
import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { isInternational, normalizeAddress, normalizeSender, numberBeginnings } from './address.ts';

const numbers = getCountries()
  .map((country) => getExampleNumber(country, examples))
  .filter((number) => number !== undefined);
const anyNumber = fc.constantFrom(...numbers);

test('every country: E.164, international, national and RFC 3966 forms are one address', () => {
  for (const number of numbers) {
    const country = number.country as string;
    for (const form of [
      number.number,
      number.formatInternational(),
      number.formatNational(),
      number.getURI(),
    ]) {
      expect([form, normalizeAddress(form, country)]).toEqual([form, number.number]);
    }
  }
});

test('separators between digits never change the address', () => {
  fc.assert(
    fc.property(anyNumber, fc.array(fc.constantFrom('', ' ', '-', '.', ' - ')), (number, separators) => {
      const digits = [...number.number.slice(1)];
      const typed = `+${digits.map((digit, index) => digit + (separators[index] ?? '')).join('')}`.replace(
        /[-. ]+$/,
        '',
      );
      expect(normalizeAddress(typed, 'US')).toBe(number.number);
    }),
  );
});

test('characters that nobody sees, around a number or in it, never change the address', () => {
  const marks = [
    '\u00ad',
    '\u061c',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\ufeff',
  ];
  for (const mark of marks) {
    for (const typed of ['+15005550006', '(500) 555-0006', 'tel:+15005550006']) {
      const [head, tail] = [typed.slice(0, 3), typed.slice(3)];
      for (const form of [
        `${mark}${typed}`,
        `${typed}${mark}`,
        `${head}${mark}${tail}`,
        [...typed].join(mark),
      ]) {
        if (form.length > 64) continue;
        expect([form, normalizeAddress(form, 'US')]).toEqual([form, '+15005550006']);
        expect([form, isInternational(form)]).toEqual([form, typed.includes('+')]);
      }
    }
    expect(normalizeSender(`${mark}72645${mark}`, 'US')).toBe('72645');
    expect(normalizeAddress(mark, 'US')).toBeNull();
    expect(normalizeSender(mark, 'US')).toBe(mark);
  }
});

test('normalizing twice is normalizing once', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ()-]{1,20}$/)), (typed) => {
      const once = normalizeAddress(typed, 'DE');
      if (once !== null) {
        expect(once).toMatch(/^\+[1-9]\d{3,14}$/);
        expect(normalizeAddress(once, 'US')).toBe(once);
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '',
  ' ',
  'abc',
  '1-800-FLOWERS',
  '+',
  '+1',
  '+1555',
  '+9995551234',
  '123',
  '++15005550006',
  '+1500555000612345',
  '+15005550006;ext=1',
  '+1 500 555 0006 x7',
  `+1500555${'0'.repeat(80)}`,
  '+15005550006\u0000',
])('what is no number is refused: %j', (typed) => {
  expect(normalizeAddress(typed, 'US')).toBeNull();
});

test('national formats are read in the account’s country', () => {
  expect(normalizeAddress('(500) 555-0006', 'US')).toBe('+15005550006');
  expect(normalizeAddress('0171 1234567', 'DE')).toBe('+491711234567');
  expect(normalizeAddress('07400 123456', 'GB')).toBe('+447400123456');
  expect(isInternational(' +44 7400')).toBe(true);
  expect(isInternational('0044 7400')).toBe(false);
});

test('senders that are short codes or names keep their own text', () => {
  expect(normalizeSender('72645', 'US')).toBe('72645');
  expect(normalizeSender('MyBank', 'US')).toBe('MyBank');
  expect(normalizeSender('5005550006', 'US')).toBe('+15005550006');
});

test.each([
  ['+1201', 'US', ['+1201']],
  ['201555', 'US', ['201555', '+201555', '+1201555']],
  ['0151', 'DE', ['0151', '+0151', '+49151']],
  ['111', 'US', ['111', '+111']],
  ['777', '', ['777', '+777']],
])('a number that begins with %s, typed in %s, may begin with %j', (typed, country, beginnings) => {
  expect(numberBeginnings(typed, country)).toEqual(beginnings);
});

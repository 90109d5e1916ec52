// Any reasonable form of a number becomes its E.164 form, and nothing else becomes one.
import fc from 'fast-check';
import {
  type CountryCode,
  getCountries,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import {
  isInternational,
  normalizeAddress,
  numberBeginnings,
  readInboundSender,
  readNumber,
} from './address.ts';

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
    expect(readInboundSender(`${mark}72645${mark}`, 'US').number).toBe('72645');
    expect(normalizeAddress(mark, 'US')).toBeNull();
    expect(readInboundSender(mark, 'US').number).toBe(mark);
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

/** The number that digits are at home by the library alone, if it can receive texts. */
function receivingAtHome(digits: string, country: CountryCode): string | undefined {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return parsed?.isPossible() && /MOBILE/.test(parsed.getType() ?? '') ? parsed.number : undefined;
}

test('every country’s mobiles without their plus, seen from every country: who can receive texts is meant, at home first', () => {
  const mobiles = numbers.filter((number) => /MOBILE/.test(number.getType() ?? ''));
  expect(mobiles.length).toBeGreaterThan(230);
  const wrong = mobiles.flatMap(({ number }) =>
    getCountries().flatMap((here) => {
      const digits = number.slice(1);
      const [wanted, read] = [receivingAtHome(digits, here) ?? number, normalizeAddress(digits, here)];
      return read === wanted ? [] : [{ digits, here, wanted, read }];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a space before digits, as a form makes it of a plus, changes nothing about how they are read', () => {
  for (const { number } of numbers.filter(
    ({ number }) => !normalizeAddress(number.slice(1), 'DE')?.startsWith('+49'),
  ))
    for (const typed of [` ${number.slice(1)}`, ` ${number.slice(1, 4)} ${number.slice(4)}`])
      expect([typed, normalizeAddress(typed, 'DE')]).toEqual([typed, number]);
});

/** Ten countries whose numbers are written in ten ways: with trunk prefixes and without, of fixed and of open length. */
const homes = ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'BR', 'IN', 'JP', 'AU'] as const;

test('10,000 numbers at home that can receive texts are read as they are, whatever they would be abroad', () => {
  // The digits of an example are changed from their third on, so that most are valid.
  const drawn = fc.sample(
    fc.tuple(fc.constantFrom(...homes), fc.stringMatching(/^[0-9]{15}$/)).chain(([country, digits]) => {
      const example = getExampleNumber(country, examples)?.nationalNumber as string;
      const national = example.slice(0, 2) + digits.slice(0, example.length - 2);
      return fc.constant(parsePhoneNumberFromString(national, { defaultCountry: country, extract: false }));
    }),
    { numRuns: 40_000, seed: 41 },
  );
  const own = drawn
    .filter((number) => number?.isValid() && /MOBILE/.test(number.getType() ?? ''))
    .slice(0, 10_000);
  expect(own).toHaveLength(10_000);
  for (const number of own as NonNullable<(typeof own)[number]>[]) {
    const country = number.country ?? 'US';
    for (const typed of [number.formatNational(), number.nationalNumber])
      expect([typed, normalizeAddress(typed, country)]).toEqual([typed, number.number]);
  }
});

test.each([
  ['33612349001', 'DE', '+33612349001', null],
  ['491711239002', 'DE', '+491711239002', null],
  ['0049 171 1239002', 'US', '+491711239002', null],
  ['(+49) 171 1239002', 'US', '+491711239002', null],
  ['6462345678', 'US', '+16462345678', null],
  // A Jamaican, whose code is that of home, or somebody in Singapore.
  ['6582344567', 'US', '+16582344567', '+6582344567'],
  // Neither is known to receive texts.
  ['5005550006', 'US', '+15005550006', null],
  ['030 1234567', 'DE', '+49301234567', null],
])('%s in %s is %s, or else %s', (typed, country, number, other) => {
  expect(readNumber(typed, country)).toEqual({ number, other });
});

test('digits of which neither reading can receive texts, and that are no number at home, are refused', () => {
  expect(readNumber('442071838750', 'US')).toBeNull();
  expect(readInboundSender('442071838750', 'US').number).toBe('+442071838750');
});

test.each([
  ['٠٥٠١٢٣٤٥٦٧', 'SA', '+966501234567'],
  ['+٩٦٦٥٠١٢٣٤٥٦٨', 'US', '+966501234568'],
  ['۰۹۱۲۳۴۵۶۷۸۹', 'IR', '+989123456789'],
  ['०९८१२३४५६७८', 'IN', '+919812345678'],
  ['０９０－１２３４－５６７８', 'JP', '+819012345678'],
  ['＋８１９０１２３４５６７９', 'US', '+819012345679'],
  ['+49 171−1234567', 'US', '+491711234567'],
  ['[030] 1234567', 'DE', '+49301234567'],
])('%s in %s is %s', (typed, country, number) => {
  expect(normalizeAddress(typed, country)).toBe(number);
  expect(isInternational(typed)).toBe(country === 'US');
});

test('senders that are short codes or names keep their own text', () => {
  expect(readInboundSender('72645', 'US').number).toBe('72645');
  expect(readInboundSender('MyBank', 'US').number).toBe('MyBank');
  expect(readInboundSender('5005550006', 'US').number).toBe('+15005550006');
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

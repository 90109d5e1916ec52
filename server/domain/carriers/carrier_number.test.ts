// What a carrier's number may be, and that its stored form is the same whoever reads it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeCarrierNumber } from './carrier_number.ts';

test.each([
  ['+1 (201) 555-0123', 'US', '+12015550123'],
  ['201 555 0123', 'US', '+12015550123'],
  ['tel:+4915123456789', null, '+4915123456789'],
  ['015123456789', 'DE', '+4915123456789'],
  // Up to six digits are a short code even where numbers are as short; from seven on the country's numbers come first.
  ['123', 'DE', '123'],
  ['72404', 'DE', '72404'],
  ['123456', 'US', '123456'],
  ['91234567', 'NO', '+4791234567'],
  ['12345678', 'US', '12345678'],
  ['91234567', null, '91234567'],
  ['Acme', 'US', 'Acme'],
  ['  Acme & Co-1 ', 'US', 'Acme & Co-1'],
  ['A', null, 'A'],
  ['7eleven', 'US', '7eleven'],
])('%s, read in %s, is %s', (typed, country, stored) => {
  expect(normalizeCarrierNumber(typed, country)).toBe(stored);
});

test.each([
  ['12', 'US'],
  ['2015550123', null],
  ['123456789', null],
  ['+', 'US'],
  ['+1', 'US'],
  ['', 'US'],
  [' ', 'US'],
  ['twelve chars', 'US'],
  ['Größe', 'DE'],
  ['a/b', 'US'],
  ['-Acme', 'US'],
  ['Acme.', 'US'],
  ['a\u0000b', 'US'],
  ['a\nb', 'US'],
  ['1'.repeat(100_000), 'US'],
])('%j, read in %s, is none', (typed, country) => {
  expect(normalizeCarrierNumber(typed, country)).toBeNull();
});

test('the stored form is its own, in every country and in none, and has at most 16 characters without a slash', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.stringMatching(/^\+?[0-9 ().-]{1,20}$/),
    fc.stringMatching(/^[A-Za-z0-9 ._&-]{1,12}$/),
  );
  const country = fc.constantFrom('US', 'DE', 'NO', 'EE', 'FO', 'SH', 'GL', null);
  fc.assert(
    fc.property(typed, country, country, (text, here, there) => {
      const stored = normalizeCarrierNumber(text, here);
      if (stored === null) return;
      expect(stored).toMatch(/^[^/]{1,16}$/);
      // A short code of seven digits and more would be a number elsewhere: it is looked up without a country.
      if (!/^\d{7,8}$/.test(stored)) expect(normalizeCarrierNumber(stored, there)).toBe(stored);
      expect(normalizeCarrierNumber(stored, null)).toBe(stored);
    }),
    { numRuns: 2000 },
  );
});

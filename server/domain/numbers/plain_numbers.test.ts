// A number that is taken as it is written is one that the library answers with, digit by digit.
import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { isPlainE164, mayBeE164 } from './plain_numbers.ts';

const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
const readByLibrary = (address: string) => {
  const parsed = parsePhoneNumberFromString(address, { defaultCountry: 'US', extract: false });
  return parsed?.isPossible() ? parsed.number : null;
};

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));
/** Any digits; or those behind a calling code that there is, with the trunk prefixes that people leave in. */
const addresses = fc.oneof(
  digits(1, 18).map((number) => `+${number}`),
  fc
    .tuple(
      fc.constantFrom(...codes),
      fc.constantFrom('', '0', '1', '8', '06', '15', '9', '01'),
      digits(3, 13),
    )
    .map(([code, prefix, number]) => `+${code}${prefix}${number}`),
);

test('what is taken as it is, the library answers with', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      if (isPlainE164(address)) expect(readByLibrary(address)).toBe(address);
    }),
    { numRuns: 20_000 },
  );
});

test('what the library reads as a number is never ruled out', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const isSound = address.length > 7 && address.length <= 16 && readByLibrary(address) !== null;
      if (isSound) expect([address, mayBeE164(address)]).toEqual([address, true]);
    }),
    { numRuns: 20_000 },
  );
});

test('every beginning of a national number, at every length, in every country', () => {
  for (const code of codes) {
    for (let beginning = 0; beginning < 100; beginning++) {
      for (let length = 4; length <= 14; length++) {
        const national = String(beginning).padStart(2, '0').padEnd(length, '5550006123456');
        const address = `+${code}${national}`;
        if (isPlainE164(address)) expect([address, readByLibrary(address)]).toEqual([address, address]);
      }
    }
  }
});

test('a phone number of almost every country is taken as it is', () => {
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
  const asked = numbers.filter((number) => !isPlainE164(number));
  expect(asked.length).toBeLessThan(numbers.length / 20);
});

test.each([
  '',
  '+',
  '15005550006',
  '+1 500 555 0006',
  '+15005550006 ',
  '+0123456789',
  '+1500555000',
  'tel:+15005550006',
])('nothing is said of %j', (address) => {
  expect(isPlainE164(address)).toBe(false);
});

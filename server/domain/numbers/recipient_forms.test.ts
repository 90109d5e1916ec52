// One person has one set of forms, whichever form they write from, and nobody shares them with another.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeAddress, readInboundSender } from './address.ts';
import { recipientForms } from './recipient_forms.ts';

/** Numbers of the countries with rules and around them, of every length, with the marks that they know. */
const addresses = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('+52', '+54', '+55', '+55119', '+229', '+22901', '+521', '+549', '+53', '+1'),
      fc.stringMatching(/^[0-9]{5,12}$/),
    )
    .map(([code, number]) => `${code}${number}`),
  fc.string(),
);

test.each([
  ['Mexico', '+525512345678', '+5215512345678'],
  ['Argentina', '+541123456789', '+5491123456789'],
  ['Brazil', '+551187654321', '+5511987654321'],
  ['Brazil, with a digit that moved with its range', '+551171234567', '+5511971234567'],
  ['Benin', '+22997000000', '+2290197000000'],
])('a number of %s has two forms', (_, one, other) => {
  expect(recipientForms(one)).toEqual([one, other]);
  expect(recipientForms(other)).toEqual([other, one]);
});

test.each([
  ['a fixed line of Brazil', '+551133334444'],
  ['a mobile of Brazil that never had eight digits', '+5511912345678'],
  ['a number of the United States', '+15005550006'],
  ['a name', 'Bank +521'],
  ['a Mexican number that is too short', '+52155123456'],
])('%s has one', (_, address) => {
  expect(recipientForms(address)).toEqual([address]);
});

test('whoever is a form of another has the same forms, and no number is in two sets', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const forms = recipientForms(address);
      expect(forms[0]).toBe(address);
      expect(new Set(forms).size).toBe(forms.length);
      for (const form of forms) expect(new Set(recipientForms(form))).toEqual(new Set(forms));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['+5215512345678', '+525512345678'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+229 97 00 00 00', '+2290197000000'],
])('%s, a form that is not possible any more, is read as %s at the door', (typed, number) => {
  expect(normalizeAddress(typed, 'US')).toBe(number);
  expect(readInboundSender(typed, 'US').number).toBe(number);
});

test('forms that both are possible stay as they are written', () => {
  for (const number of ['+541123456789', '+5491123456789', '+551187654321', '+5511987654321'])
    expect(normalizeAddress(number, 'US')).toBe(number);
});

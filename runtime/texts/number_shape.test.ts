// Numbers of any keyboard are read as those of ASCII, and nothing else is taken for a number.
import { expect, test } from 'vitest';
import { asciiNumber, digitsOf, isNumberShape, looksLikeNumber } from './number_shape.ts';

/** The zero of each script that Unicode knows. */
const zeros = Array.from({ length: 0x1_ffff }, (_, code) => code)
  .filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)))
  .filter((_, index) => index % 10 === 0);

test('the digits of every script are those of ASCII', () => {
  expect(zeros.length).toBeGreaterThan(60);
  for (const zero of zeros) {
    const digits = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value)).join('');
    expect([zero.toString(16), asciiNumber(digits)]).toEqual([zero.toString(16), '0123456789']);
  }
});

test.each([
  ['＋４９ １７１−１２３４５６７', '+49 171-1234567'],
  ['\u202a+49 171\u2011123\u200b4567\u202c', '+49 171-1234567'],
  ['０９０ー１２３４ー５６７８', '090-1234-5678'],
  ['+49 171 1234567', '+49 171 1234567'],
  ['Bank', 'Bank'],
])('%s is %s', (typed, ascii) => {
  expect(asciiNumber(typed)).toBe(ascii);
});

test.each([
  ['(０３０) 123／45', '03012345'],
  ['[030] 12345', '03012345'],
  ['+49 (0) 171~1', '+4901711'],
])('the digits of %s are %s', (typed, digits) => {
  expect(isNumberShape(asciiNumber(typed))).toBe(true);
  expect(digitsOf(asciiNumber(typed))).toBe(digits);
});

test.each(['', '+', 'abc', '12a', '1+2', '++12', '12\u0000', '½½½'])(
  '%j has no shape of a number',
  (typed) => {
    expect(isNumberShape(asciiNumber(typed))).toBe(false);
  },
);

test('a cell with three characters of a number or more holds one', () => {
  expect(['110', ' ٠٥٠ ', '+49', '(030)'].map(looksLikeNumber)).toEqual([true, true, true, true]);
  expect(['11', 'name', '', '  ', '1-800-FLOWERS'].map(looksLikeNumber)).toEqual(Array(5).fill(false));
});

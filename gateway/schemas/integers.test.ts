import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../errors/errors.ts';
import { parseCursor, parseId, parseInteger, toNumber } from './integers.ts';

const rule = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 7 };

describe('an integer parameter', () => {
  test('left out has its default', () => expect(parseInteger(undefined, 'since', rule)).toBe(7));

  test.each([
    ['0', 0],
    ['007', 7],
    ['-0', 0],
    ['-5', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    [`-${'9'.repeat(400)}`, 0],
  ])('%s is clamped, never rounded', (text, number) =>
    expect(parseInteger(text, 'since', rule)).toBe(number),
  );

  test.each([
    '',
    ' ',
    '1e3',
    '0x10',
    '1.0',
    '+1',
    ' 1',
    '1 ',
    '--1',
    '-',
    'NaN',
    'Infinity',
    '１',
    ['1', '2'],
  ])('%j is no integer, and the refusal names the parameter', (value) => {
    expect(() => parseInteger(value, 'since', rule)).toThrow('since must be an integer');
    expect(() => parseInteger(value, 'since', rule)).toThrow(Refusal);
  });

  test('every safe integer comes through unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => parseInteger(String(number), 'since', rule) === number),
    );
  });
});

describe('a cursor', () => {
  test.each(['0', '41', '9223372036854775807'])('%s goes through', (text) =>
    expect(parseCursor(text, 'cursor')).toBe(BigInt(text)),
  );
  test.each(['', '-1', 'abc', '1e3', '9223372036854775808', '1'.repeat(30), ['1', '2']])(
    '%j was never given out',
    (value) => expect(() => parseCursor(value, 'cursor')).toThrow('cursor must be a next_cursor'),
  );
});

describe('a message id', () => {
  test.each(['1', '9007199254740991'])('%s can be one', (text) => expect(parseId(text)).toBe(BigInt(text)));
  test.each(['', '0', '-1', '01', '1.5', '9007199254740992', '99999999999999999999', 'x', '1e3'])(
    '%j cannot',
    (text) => expect(parseId(text)).toBeUndefined(),
  );
});

test('an int64 that JSON cannot hold is refused, not rounded', () => {
  expect(toNumber(9007199254740991n)).toBe(9007199254740991);
  expect(() => toNumber(9007199254740992n)).toThrow(Refusal);
  expect(() => toNumber(-9007199254740992n)).toThrow(Refusal);
});

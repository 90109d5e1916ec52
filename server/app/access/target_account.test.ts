import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../errors.ts';
import { readTarget } from './admit.ts';

test('a positive integer that an id can be is that id', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 18n - 1n), (id) => {
      expect(readTarget(String(id))).toBe(id);
    }),
  );
});

test('a larger one names nobody, up to 64 digits', () => {
  for (const digits of [19, 20, 63, 64]) expect(readTarget('9'.repeat(digits))).toBe(0n);
});

test('anything else is an invalid request', () => {
  const malformed = (text: string) => {
    const read = readTarget(text);
    expect([text, read instanceof Refusal && read.code]).toEqual([text, 'invalid_request']);
  };
  for (const text of ['', '0', '00', '01', '-1', '1 ', ' 1', '1\n', '1n', '1,1', '١', '9'.repeat(65)])
    malformed(text);
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/^[1-9]\d*$/.test(text)),
      malformed,
    ),
  );
});

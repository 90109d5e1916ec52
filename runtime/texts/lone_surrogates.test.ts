// What is kept of a part comes back as it was, whatever lone surrogates it has, and can be stored meanwhile.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeSurrogates, unescapeSurrogates } from './lone_surrogates.ts';

const unit = fc.oneof(
  fc.constantFrom(0xd83d, 0xde00, 0xffff, 0xdfff, 0xd800, 0x61, 0x66),
  fc.integer({ min: 1, max: 0xffff }),
);
const texts = fc.array(unit, { maxLength: 20 }).map((units) => String.fromCharCode(...units));

test('any units come back as they were, and are well-formed meanwhile', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const packed = escapeSurrogates(text);
      expect(packed.isWellFormed()).toBe(true);
      expect(unescapeSurrogates(packed)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('a text without lone surrogates is stored as it is, so that what was stored before reads the same', () => {
  for (const text of ['', 'hello', '😀 Zürich', '"quoted" \\ud83d'])
    expect(escapeSurrogates(text)).toBe(text);
});

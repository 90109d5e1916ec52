// The weight of a text, judged by another implementation of the same standard.
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { lengthInCodePoints, measureText, splitText } from './text.ts';

const gsmCharacter = fc.constantFrom(
  ...'abcXYZ 019@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[~]|€',
);
const gsmText = fc.array(gsmCharacter, { minLength: 1, maxLength: 500 }).map((all) => all.join(''));
// One character outside the alphabet makes the whole text UCS-2.
const ucs2Text = fc
  .array(fc.oneof(gsmCharacter, fc.constantFrom('ж', '日', '😀', '👍🏽')), { minLength: 1, maxLength: 250 })
  .map((all) => `ж${all.join('')}`);

test('a text of the GSM alphabet has the parts and alphabet that the oracle finds', () => {
  fc.assert(
    fc.property(gsmText, (text) => {
      const oracle = new SegmentedMessage(text, 'GSM-7');
      expect(measureText(text, 8)).toEqual({ encoding: 'gsm7', segments: oracle.segmentsCount });
    }),
  );
});

test('any other text has the parts that the oracle finds in UCS-2, surrogate pairs whole', () => {
  fc.assert(
    fc.property(ucs2Text, (text) => {
      const oracle = new SegmentedMessage(text, 'UCS-2');
      expect(measureText(text, 8)).toEqual({ encoding: 'ucs2', segments: oracle.segmentsCount });
    }),
  );
});

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  [`${'a'.repeat(159)}€`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 2],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['ж'.repeat(134), 2],
  ['ж'.repeat(135), 3],
  [`${'ж'.repeat(66)}😀${'ж'.repeat(65)}`, 2],
  ['ж'.repeat(1600), 24],
])('parts at the edges of TS 23.040: case %#', (text, segments) => {
  expect(measureText(text, 8).segments).toBe(segments);
});

test('a length counts code points, not code units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(lengthInCodePoints(text)).toBe([...text].length);
    }),
  );
});

test('the parts make up the text, are as many as measured, fit the air, and split no escape or surrogate pair', () => {
  const bits = fc.constantFrom(8 as const, 16 as const);
  const anyText = fc.oneof(gsmText, ucs2Text, fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }));
  fc.assert(
    fc.property(anyText, bits, (text, referenceBits) => {
      const { encoding, parts } = splitText(text, referenceBits);
      expect(parts.join('')).toBe(text);
      expect(measureText(text, referenceBits)).toEqual({ encoding, segments: parts.length });
      const header = referenceBits === 8 ? 6 : 7;
      for (const part of parts) {
        // A lone part of this very alphabet takes no more than what 140 octets leave beside the header.
        const alone = new SegmentedMessage(part, encoding === 'gsm7' ? 'GSM-7' : 'UCS-2');
        const most =
          parts.length === 1
            ? 1120
            : encoding === 'gsm7'
              ? 1120 - Math.ceil((header * 8) / 7) * 7
              : (140 - header) * 8;
        expect(alone.messageSize).toBeLessThanOrEqual(most);
        expect(part.isWellFormed()).toBe(text.isWellFormed());
      }
    }),
  );
});

// The weight of a text, judged by another implementation of the same standard.
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { lengthInCodePoints, measureText } from './text.ts';

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
      expect(measureText(text)).toEqual({ encoding: 'gsm7', segments: oracle.segmentsCount });
    }),
  );
});

test('any other text has the parts that the oracle finds in UCS-2, surrogate pairs whole', () => {
  fc.assert(
    fc.property(ucs2Text, (text) => {
      const oracle = new SegmentedMessage(text, 'UCS-2');
      expect(measureText(text)).toEqual({ encoding: 'ucs2', segments: oracle.segmentsCount });
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
  expect(measureText(text).segments).toBe(segments);
});

test('a length counts code points, not code units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(lengthInCodePoints(text)).toBe([...text].length);
    }),
  );
});

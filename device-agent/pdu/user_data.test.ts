// Texts, parts and headers in both directions, at the edges of what one message takes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PduEncoding } from './coding_scheme.ts';
import { packSeptets } from './gsm7.ts';
import type { HeaderElement } from './header.ts';
import { fromHex, readOctets, toHex } from './octets.ts';
import { decodeUserData, encodeUserData, type Part } from './user_data.ts';

const lone = (text: string): Part => ({ text, number: 1, total: 1, reference: 0, referenceBits: 8 });

function encode(part: Part, encoding: PduEncoding, more?: HeaderElement[]): [boolean, Uint8Array] {
  const { hasHeader, length, octets } = encodeUserData(part, encoding, more);
  return [hasHeader, Uint8Array.of(length, ...octets)];
}

const roundTrip = (part: Part, encoding: PduEncoding, more?: HeaderElement[]) => {
  const [hasHeader, octets] = encode(part, encoding, more);
  return decodeUserData(readOctets(octets), encoding, hasHeader);
};

const decode = (hex: string, encoding: PduEncoding = 'gsm7', hasHeader = true) =>
  decodeUserData(readOctets(fromHex(hex)), encoding, hasHeader);

const place = fc
  .record({
    total: fc.integer({ min: 2, max: 255 }),
    referenceBits: fc.constantFrom(8 as const, 16 as const),
  })
  .chain(({ total, referenceBits }) =>
    fc.record({
      number: fc.integer({ min: 1, max: total }),
      total: fc.constant(total),
      reference: fc.integer({ min: 0, max: 2 ** referenceBits - 1 }),
      referenceBits: fc.constant(referenceBits),
    }),
  );
const gsm7 = fc.string({ unit: fc.constantFrom(...'aZ09@ \n\r£Ç€{}[]~\\|^\fΩ_à'), maxLength: 76 });
const ucs2 = fc.string({ unit: 'binary', maxLength: 33 });
const unknown = fc.record({ id: fc.constantFrom(0x0a, 0x70, 0xc0), data: fc.uint8Array({ maxLength: 3 }) });

test('every part comes back with its place, in both alphabets, with elements that mean nothing here', () => {
  const texts = fc.oneof(
    gsm7.map((text) => ['gsm7' as const, text] as const),
    ucs2.map((text) => ['ucs2' as const, text] as const),
  );
  fc.assert(
    fc.property(texts, place, fc.option(unknown), ([encoding, text], where, more) => {
      expect(roundTrip(lone(text), encoding).part).toEqual(lone(text));
      const part = { text: text.slice(0, 28).toWellFormed(), ...where };
      const elements = more === null ? [] : [more];
      const decoded = roundTrip(part, encoding, elements);
      expect(decoded.part).toEqual(part);
      expect(decoded.elements.slice(1)).toEqual(elements);
    }),
  );
});

test.each<[PduEncoding, string, number, string]>([
  ['gsm7', 'a', 160, 'lone'],
  ['gsm7', 'a', 153, 'with a narrow reference'],
  ['gsm7', 'a', 152, 'with a wide reference'],
  ['ucs2', 'ж', 70, 'lone'],
  ['ucs2', 'ж', 67, 'with a narrow reference'],
  ['ucs2', 'ж', 66, 'with a wide reference'],
])('%s: of "%s" one part takes %i and no more, %s', (encoding, character, most, kind) => {
  const referenceBits = kind === 'with a wide reference' ? 16 : 8;
  const of = (length: number): Part =>
    kind === 'lone'
      ? lone(character.repeat(length))
      : { text: character.repeat(length), number: 2, total: 2, reference: 7, referenceBits };
  expect(roundTrip(of(most), encoding).part).toEqual(of(most));
  expect(() => encode(of(most + 1), encoding)).toThrow(expect.objectContaining({ code: 'unencodable' }));
});

test('the header of a part is written as TS 23.040 has it', () => {
  const part = { text: '', number: 2, total: 3, reference: 0x1ab, referenceBits: 16 } as const;
  expect(toHex(encode(part, 'gsm7')[1])).toBe('0806080401AB0302');
  expect(toHex(encode({ ...part, reference: 0xab, referenceBits: 8 }, 'ucs2')[1])).toBe('06050003AB0302');
});

test.each([
  { number: 0 },
  { number: 4 },
  { total: 256 },
  { reference: 256 },
  { reference: -1 },
  { number: 1.5 },
])('a part that cannot be is refused: %j', (change) => {
  const part = { text: 'a', number: 1, total: 3, reference: 1, referenceBits: 8 as const, ...change };
  expect(() => encode(part, 'gsm7')).toThrow(expect.objectContaining({ code: 'unencodable' }));
});

test.each([
  ['a place past the total', '06050003010203'],
  ['a total of nothing', '06050003010000'],
  ['number nothing', '06050003010200'],
  ['a length that is not its own', '0504000201026E'],
  ['an element cut off', '06050003010201'.replace('0003', '0004')],
  ['an octet left over', '07060003010201AA'],
  ['a good element and one cut off', '0908000301020170050A'],
  ['a total of one', '06050003070101'],
])('a header with %s makes a lone text', (_, hex) => {
  expect(decode(hex, 'data').part).toMatchObject({ number: 1, total: 1, reference: 0 });
});

test('of two concatenation elements the last one counts, and one that is impossible is passed over', () => {
  const wide = '08040102030200';
  expect(decode(`0C0B000305020108040007${'0302'}`, 'data').part).toMatchObject({
    number: 2,
    total: 3,
    reference: 7,
    referenceBits: 16,
  });
  expect(decode(`0C0B0003050201${wide.slice(0, 8)}0003`, 'data').part).toMatchObject({
    number: 1,
    total: 2,
    reference: 5,
    referenceBits: 8,
  });
});

test.each([
  ['both', { 36: 1, 37: 1 }, 'çİ'],
  ['the single one', { 36: 1 }, '¿İ'],
  ['the locking one', { 37: 1 }, 'çI'],
  ['none', {}, '¿I'],
])('of the national tables that a header names %s is read', (_, tables, text) => {
  const named = Object.entries(tables).flatMap(([id, language]) => [Number(id), 1, language]);
  const octets = packSeptets([0x60, 0x1b, 0x49], Uint8Array.of(named.length, ...named));
  const length = Math.ceil(((named.length + 1) * 8) / 7) + 3;
  const { part, elements } = decodeUserData(readOctets(Uint8Array.of(length, ...octets)), 'gsm7', true);
  expect(part).toEqual(lone(text));
  expect(elements.length).toBe(named.length / 3);
});

test('halves of a surrogate pair read as U+FFFD unless the next part may complete them', () => {
  expect(decode('0A0500030702010061D83D', 'ucs2', true).part.text).toBe('a\ud83d');
  expect(decode('0A050003070202DE000062', 'ucs2', true).part.text).toBe('\ude00b');
});

test('halves of a surrogate pair in a lone text read as U+FFFD, and an odd octet is left out', () => {
  expect(decode('06D83DDE00D83D', 'ucs2', false).part.text).toBe('😀\ufffd');
  expect(decode('050061DE0062', 'ucs2', false).part.text).toBe('a\ufffd');
});

test('8-bit data is shown as text when it is text, else in hex', () => {
  expect(decode('0668C3A90A6A6B', 'data', false).part.text).toBe('hé\njk');
  expect(decode('0400FF01AA', 'data', false).part.text).toBe('[data 00ff01aa]');
  expect(decode('00', 'data', false).part.text).toBe('');
});

test.each([
  ['fewer octets than its length says', '0AE8329BFD4697D9EC', false],
  ['more than one message takes', `A1${'00'.repeat(142)}`, false],
  ['a header past its end', '0405000301', true],
  ['a header that is all length', '01FF', true],
  ['no octet for its header', '00', true],
  ['no length', '', false],
  ['fewer septets than its header', '06050003010201', true],
  ['a header of UCS-2 past its end', '0405000301', true, 'ucs2'],
] as [string, string, boolean, PduEncoding?][])(
  'a text with %s is refused',
  (_, hex, hasHeader, encoding = 'gsm7') => {
    expect(() => decode(hex, encoding, hasHeader)).toThrow(expect.objectContaining({ code: 'malformed' }));
  },
);

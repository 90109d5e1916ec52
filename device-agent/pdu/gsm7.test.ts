// Septets against published octets, the rules for codes without a character, and the tables of annex A.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSeptets, packSeptets, toSeptets, unpackSeptets } from './gsm7.ts';
import { defaultTable, readingTables } from './gsm7_tables.ts';
import { toHex } from './octets.ts';
import { PduError } from './pdu_error.ts';

const alphabet = [...defaultTable.locking.replace(/(?<=Ξ) /, ''), ...defaultTable.single.values()];

test.each([
  ['hellohello', 'E8329BFD4697D9EC37'],
  ['How are you?', 'C8F71D14969741F977FD07'],
  ['Hello World', 'C8329BFD065DDF723619'],
  ['hi {x}', 'E8346883C26F52'],
  // The next two are gnokii's: the extension table, and the default one without its line ends.
  ['^{}\\[~]|€', '1BCA06B5496D5E1BDEA6B7F16D809B32'],
  [
    '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
    '8080604028180E88C482E17840229209A562B960321A4EC7F30185442352C97442A5542B56CBF582C564335ACD76C3E5743B5ECFF7030685' +
      '4362D1784426954B66D3F98446A5536AD57AC566B55B6ED7FB0587C56372D97C46A7D56B76DBFD86C7E5737ADD7EC7E7F57B7EDFFF07',
  ],
])('%s is packed as others pack it', (text, hex) => {
  expect(toHex(packSeptets(toSeptets(text)))).toBe(hex);
});

test('every one of the 137 characters goes out and comes back, alone and among others', () => {
  expect([...new Set(alphabet)].length).toBe(137);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...alphabet), { maxLength: 200 }),
      fc.uint8Array({ maxLength: 20 }),
      (characters, header) => {
        const septets = toSeptets(characters.join(''));
        const start = Math.ceil((header.length * 8) / 7);
        const octets = packSeptets(septets, header);
        expect(octets.subarray(0, header.length)).toEqual(header);
        expect(octets.length).toBe(Math.ceil(((start + septets.length) * 7) / 8));
        expect(unpackSeptets(octets, septets.length, start)).toEqual(septets);
        expect(fromSeptets(septets)).toBe(characters.join(''));
      },
    ),
  );
});

test('a capital C with a cedilla is code 9, and the small one is not in the alphabet', () => {
  expect(toSeptets('Ç')).toEqual([0x09]);
  expect(fromSeptets([0x09])).toBe('Ç');
  expect(() => toSeptets('ç')).toThrow(PduError);
});

test.each(['`', '😀', 'ć', '\t', '\0', '\u00a0', '\ud83d'])(
  '%j is refused, without being named',
  (character) => {
    expect(() => toSeptets(`a${character}`)).toThrow(
      expect.objectContaining({
        code: 'unencodable',
        message: expect.not.stringContaining(`a${character}`),
      }),
    );
  },
);

test('an escape to nothing known is the main character, and a lone or doubled escape is a space', () => {
  expect(fromSeptets([0x61, 0x1b, 0x41, 0x62])).toBe('aAb');
  expect(fromSeptets([0x61, 0x1b])).toBe('a ');
  expect(fromSeptets([0x1b, 0x1b, 0x65])).toBe(' e');
  expect(fromSeptets([0x1b, 0x65])).toBe('€');
});

test('fill bits stand between a header and the text, and are zeros', () => {
  const octets = packSeptets(toSeptets('aa'), Uint8Array.of(5, 0, 3, 1, 2, 1));
  // 48 bits of header, one of filling, twice 1100001 with its lowest bit first.
  expect(toHex(octets)).toBe('050003010201C261');
});

test.each([
  ['Turkish', 1, 1, 'ığŞç', [0x07, 0x0c, 0x1c, 0x60]],
  ['Turkish, escaped', 0, 1, 'İşĞ€', [0x1b, 0x49, 0x1b, 0x73, 0x1b, 0x47, 0x1b, 0x65]],
  ['Spanish', 2, 2, 'èíÚç^', [0x04, 0x1b, 0x69, 0x1b, 0x55, 0x1b, 0x09, 0x1b, 0x14]],
  ['Portuguese', 3, 0, 'ãçÕ`~', [0x7b, 0x09, 0x5c, 0x7d, 0x60]],
  ['Portuguese, escaped', 0, 3, 'ãÊâ|Σ', [0x1b, 0x7b, 0x1b, 0x1f, 0x1b, 0x7f, 0x1b, 0x40, 0x1b, 0x18]],
  ['a language without tables here', 6, 6, 'aA€', [0x61, 0x41, 0x1b, 0x65]],
])('%s is read by the tables of annex A', (_, locking, single, text, septets) => {
  expect(fromSeptets(septets, { locking, single })).toBe(text);
});

test('an unknown escape under a locking table is that table’s character', () => {
  expect(fromSeptets([0x1b, 0x04], { locking: 1, single: 1 })).toBe('€');
});

test('each table has 128 characters, of one unit each', () => {
  for (let language = 0; language < 16; language++) {
    const { locking, single } = readingTables({ locking: language, single: language });
    expect([language, locking.length, [...locking].length]).toEqual([language, 128, 128]);
    expect([...single].every(([code, character]) => code < 128 && character?.length === 1)).toBe(true);
  }
});

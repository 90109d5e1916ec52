// Texts for the judges of our PDUs: both alphabets, lengths around the edges of parts, awkward characters everywhere.
import fc from 'fast-check';

// The alphabet of TS 23.038 as its own list, so that a slip in the codec's table is not repeated here.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€';

const gsmCharacter = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...basic) },
  { weight: 1, arbitrary: fc.constantFrom(...extended) },
);

/** Lengths of everyday texts, and those at which a part more is needed. */
const length = (edges: readonly number[]) =>
  fc.oneof(
    fc.nat(40),
    fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 })).map(([at, by]) => at + by),
  );

const textOf = (character: fc.Arbitrary<string>, edges: readonly number[]) =>
  length(edges).chain((size) =>
    fc.array(character, { minLength: size, maxLength: size }).map((all) => all.join('')),
  );

/** Texts of the 7-bit alphabet, of up to four parts; the page break is left to the codec's own tests. */
export const gsmText = textOf(gsmCharacter, [70, 135, 153, 160, 306, 459]);

/** Texts of the characters that the 7-bit alphabet shares with ASCII at one septet each, of two to four parts. */
export const longAsciiText = fc
  .string({ unit: fc.constantFrom(...basic.replace(/[^ -~]/g, '')), minLength: 161, maxLength: 600 })
  .filter((text) => text.trim() === text);

/** Characters of the basic plane beyond that alphabet. */
const plainCharacter = fc.oneof(
  fc.constantFrom(...'жщЯ日本語עبçŁ`’…\t'),
  fc.integer({ min: 0x100, max: 0xd7ff }).map((code) => String.fromCharCode(code)),
  gsmCharacter,
);

/** UCS-2 texts without surrogates, for judges that know none. */
export const plainUcs2Text = textOf(plainCharacter, [67, 70, 134, 201]).map((text) => `ж${text}`);

/** UCS-2 texts with surrogate pairs, singly and in rows. */
export const ucs2Text = textOf(
  fc.oneof(plainCharacter, fc.constantFrom('😀', '👍🏽', '𝕏', '\u{10ffff}', '👩‍👩‍👧')),
  [20, 35, 67, 70, 134],
).map((text) => `ж${text}`);

// What a text weighs on the air: its alphabet and its parts (3GPP TS 23.038 6.2.1, TS 23.040 9.2.3.24).
import type { Encoding } from './message.ts';

/** Longest outbound body, in code points (SPEC: Limits). */
export const maxBodyLength = 1600;
/** Longest client_ref, in code points (SPEC: Limits). */
export const maxClientRefLength = 64;

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

/** Septets of each character of the default alphabet: 1, or 2 through the extension table's escape. */
const septets = new Map<string, number>([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extended].map((character) => [character, 2] as const),
]);

/** Septets in a lone part and in a part with a concatenation header; code units of UCS-2 likewise. */
const room = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/** Code points in a text. */
export function lengthInCodePoints(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) index++;
    length++;
  }
  return length;
}

/** Parts for units that must not be split: an escape pair or a surrogate pair starts a new part when it is cut. */
function countParts(unitSizes: readonly number[], total: number, single: number, part: number): number {
  if (total <= single) return 1;
  let parts = 1;
  let filled = 0;
  for (const size of unitSizes) {
    if (filled + size > part) {
      parts++;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}

/** The alphabet that a text needs and the parts it takes, at least 1. */
export function measureText(body: string): { encoding: Encoding; segments: number } {
  const sizes: number[] = [];
  let total = 0;
  for (const character of body) {
    const size = septets.get(character);
    if (size === undefined) return measureUcs2(body);
    sizes.push(size);
    total += size;
  }
  return { encoding: 'gsm7', segments: countParts(sizes, total, room.gsm7.single, room.gsm7.part) };
}

function measureUcs2(body: string): { encoding: Encoding; segments: number } {
  const sizes = Array.from(body, (character) => character.length);
  return { encoding: 'ucs2', segments: countParts(sizes, body.length, room.ucs2.single, room.ucs2.part) };
}

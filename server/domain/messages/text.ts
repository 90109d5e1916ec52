// The size of a text on the air, and its parts (3GPP TS 23.038 6.2.1, TS 23.040 9.2.3.24). There is no other splitter: devices
// and carriers are given these parts, so that as many leave as `segments` says.
import { septetsOf } from './gsm7.ts';
import type { Encoding } from './message.ts';

/** Longest outbound body, in code points (SPEC: Limits). */
export const maxBodyLength = 1600;
/** Longest client_ref, in code points (SPEC: Limits). */
export const maxClientRefLength = 64;

/** Width of the reference that ties parts together (TS 23.040 9.2.3.24.1 and 9.2.3.24.8). */
export type ReferenceBits = 8 | 16;

/** A text as it goes over the air. */
interface SplitText {
  encoding: Encoding;
  /** At least one; joined they are the text. */
  parts: string[];
}

/** Septets in a lone part and in a part with a concatenation header, by the reference's width; UCS-2 units likewise. */
const lengths = {
  gsm7: { single: 160, 8: 153, 16: 152 },
  ucs2: { single: 70, 8: 67, 16: 66 },
} as const;

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

/** Septets of one character (a code point), or UTF-16 units of it. */
const sizeOf = (character: string, encoding: Encoding): number =>
  encoding === 'gsm7' ? (septetsOf(character) ?? 0) : character.length;

/** The alphabet that the text needs, and its size in that alphabet's units. */
function weigh(body: string): { encoding: Encoding; size: number } {
  let size = 0;
  for (const character of body) {
    const units = septetsOf(character);
    if (units === undefined) return { encoding: 'ucs2', size: body.length };
    size += units;
  }
  return { encoding: 'gsm7', size };
}

/** Where parts after the first begin, in UTF-16 units: never within an escape pair or a surrogate pair. */
function cut(body: string, encoding: Encoding, size: number, bits: ReferenceBits): number[] {
  if (size <= lengths[encoding].single) return [];
  const most = lengths[encoding][bits];
  const starts: number[] = [];
  let filled = 0;
  let index = 0;
  for (const character of body) {
    const units = sizeOf(character, encoding);
    if (filled + units > most) {
      starts.push(index);
      filled = 0;
    }
    filled += units;
    index += character.length;
  }
  return starts;
}

/** The alphabet that a text needs and the parts it takes, at least 1. */
export function measureText(body: string, bits: ReferenceBits): { encoding: Encoding; segments: number } {
  const { encoding, size } = weigh(body);
  return { encoding, segments: cut(body, encoding, size, bits).length + 1 };
}

/** The text in its parts: as many as measureText says. */
export function splitText(body: string, bits: ReferenceBits): SplitText {
  const { encoding, size } = weigh(body);
  const starts = [0, ...cut(body, encoding, size, bits)];
  return { encoding, parts: starts.map((start, index) => body.slice(start, starts[index + 1])) };
}

// The 7-bit alphabet (3GPP TS 23.038 6.2.1) with its extension table, and its septets packed into octets (6.1.2.1).
// Encodes nothing but the default tables: what they lack goes out as UCS-2. The national tables are read only.

import { defaultTable, type NationalTables, readingTables } from './gsm7_tables.ts';
import { PduError } from './pdu_error.ts';

const escapeCode = 0x1b;

/** The septets of each character: its code, or escape and a code of the extension table. */
const septetsOf: ReadonlyMap<string, readonly number[]> = new Map<string, number[]>([
  ...[...defaultTable.single].map(
    ([code, character]) => [character, [escapeCode, code]] as [string, number[]],
  ),
  // After the escape's own place, which holds a space in the table, comes the true space.
  ...[...defaultTable.locking].map((character, code) => [character, [code]] as [string, number[]]),
]);

/** The text in septets. A character that is in neither table is a PduError. */
export function toSeptets(text: string): number[] {
  const septets: number[] = [];
  for (const character of text) {
    const codes = septetsOf.get(character);
    if (codes === undefined)
      throw new PduError('unencodable', 'the text has a character that the 7-bit alphabet lacks');
    septets.push(...codes);
  }
  return septets;
}

/**
 * The text that septets make, in the language tables that its header names. As 6.2.1.1 has it, a code that the
 * extension table lacks stands for the main table's character, and an escape with nothing after it, or with another
 * escape, for a space.
 */
export function fromSeptets(septets: readonly number[], tables?: NationalTables): string {
  const { locking, single } = readingTables(tables);
  let text = '';
  for (let index = 0; index < septets.length; index++) {
    const code = septets[index]!;
    if (code !== escapeCode) {
      text += locking[code];
      continue;
    }
    const shifted = septets[++index];
    text += shifted === undefined || shifted === escapeCode ? ' ' : (single.get(shifted) ?? locking[shifted]);
  }
  return text;
}

/** Septets that so many octets of header take, up to the boundary where the text starts. */
export const septetsOfHeader = (octets: number): number => Math.ceil((octets * 8) / 7);

/** Octets that so many septets take. */
export const octetsOfSeptets = (septets: number): number => Math.ceil((septets * 7) / 8);

/** The septets behind `header`, which is filled with zeros up to the next septet (TS 23.040 9.2.3.24). */
export function packSeptets(septets: readonly number[], header: Uint8Array = new Uint8Array()): Uint8Array {
  const start = septetsOfHeader(header.length);
  const octets = new Uint8Array(octetsOfSeptets(start + septets.length));
  octets.set(header);
  for (const [index, septet] of septets.entries()) {
    const bit = (start + index) * 7;
    const shifted = septet << (bit % 8);
    octets[bit >> 3]! |= shifted & 0xff;
    if (shifted > 0xff) octets[(bit >> 3) + 1]! |= shifted >> 8;
  }
  return octets;
}

/** `count` septets from the septet `start` on. What lies past the octets reads as zero. */
export function unpackSeptets(octets: Uint8Array, count: number, start = 0): number[] {
  return Array.from({ length: count }, (_, index) => {
    const bit = (start + index) * 7;
    const pair = (octets[bit >> 3] ?? 0) | ((octets[(bit >> 3) + 1] ?? 0) << 8);
    return (pair >> (bit % 8)) & 0x7f;
  });
}

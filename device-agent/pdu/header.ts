// The header within a text (TP-UDH, 3GPP TS 23.040 9.2.3.24): which part of which text it is, and in which national
// tables it is written. Elements of any other kind are kept as they are and mean nothing here.

import type { NationalTables } from './gsm7_tables.ts';
import { readOctets } from './octets.ts';
import { PduError } from './pdu_error.ts';

/** One information element. */
export interface HeaderElement {
  id: number;
  data: Uint8Array;
}

/** Which part of which text. */
export interface Concatenation {
  /** From 1 on. */
  number: number;
  total: number;
  /** Names the text, within referenceBits. */
  reference: number;
  referenceBits: 8 | 16;
}

const concatenated8 = 0x00;
const concatenated16 = 0x08;
const ports8 = 0x04;
const ports16 = 0x05;
const singleShift = 0x24;
const lockingShift = 0x25;

/** The element of one part. */
export function concatenationElement(part: Concatenation): HeaderElement {
  const { number, total, reference, referenceBits } = part;
  const isWhole = [number, total, reference].every(Number.isInteger);
  if (!isWhole || number < 1 || number > total || total > 255)
    throw new PduError('unencodable', 'the text has no such part');
  if (reference < 0 || reference >= 2 ** referenceBits)
    throw new PduError('unencodable', 'the reference is too wide');
  return referenceBits === 8
    ? { id: concatenated8, data: Uint8Array.of(reference, total, number) }
    : { id: concatenated16, data: Uint8Array.of(reference >> 8, reference & 0xff, total, number) };
}

/** The header with its length in front; nothing at all without elements. */
export function encodeHeader(elements: readonly HeaderElement[]): Uint8Array {
  if (elements.length === 0) return new Uint8Array();
  const octets = elements.flatMap(({ id, data }) => [id, data.length, ...data]);
  if (octets.length > 139) throw new PduError('unencodable', 'the header is too long');
  return Uint8Array.of(octets.length, ...octets);
}

/** The elements of a header without its length octet. One that its elements don't fill exactly counts as empty. */
export function decodeHeader(octets: Uint8Array): HeaderElement[] {
  const reader = readOctets(octets);
  const elements: HeaderElement[] = [];
  while (reader.left() > 0) {
    if (reader.left() < 2) return [];
    const id = reader.octet();
    const length = reader.octet();
    if (length > reader.left()) return [];
    elements.push({ id, data: reader.take(length) });
  }
  return elements;
}

/** The part that the header names. Of several elements the last one counts; one that names no part is passed over. */
export function concatenationIn(elements: readonly HeaderElement[]): Concatenation | undefined {
  return elements
    .map(readConcatenation)
    .filter((part) => part !== undefined)
    .at(-1);
}

function readConcatenation({ id, data }: HeaderElement): Concatenation | undefined {
  const isNarrow = id === concatenated8 && data.length === 3;
  const isWide = id === concatenated16 && data.length === 4;
  if (!isNarrow && !isWide) return undefined;
  const [total, number] = [...data.subarray(-2)] as [number, number];
  if (number < 1 || number > total) return undefined;
  const reference = isNarrow ? data[0]! : (data[0]! << 8) | data[1]!;
  return { number, total, reference, referenceBits: isNarrow ? 8 : 16 };
}

/** The national tables that the header names. */
export function tablesIn(elements: readonly HeaderElement[]): NationalTables {
  const named = (id: number) =>
    elements.filter((element) => element.id === id && element.data.length === 1).at(-1)?.data[0];
  return { locking: named(lockingShift) ?? 0, single: named(singleShift) ?? 0 };
}

/** Whether the header directs the text to a program on the phone rather than to a person, such as a picture's notice. */
export const isForProgram = (elements: readonly HeaderElement[]): boolean =>
  elements.some(({ id }) => id === ports8 || id === ports16);

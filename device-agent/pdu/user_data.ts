// TP-UDL and TP-UD: a text, or one part of it, with its header (3GPP TS 23.040 9.2.3.16 and 9.2.3.24). Cuts nothing:
// the core has split the text, and a part that does not fit is refused.
import type { PduEncoding } from './coding_scheme.ts';
import {
  fromSeptets,
  octetsOfSeptets,
  packSeptets,
  septetsOfHeader,
  toSeptets,
  unpackSeptets,
} from './gsm7.ts';
import {
  type Concatenation,
  concatenationElement,
  concatenationIn,
  decodeHeader,
  encodeHeader,
  type HeaderElement,
  tablesIn,
} from './header.ts';
import type { OctetReader } from './octets.ts';
import { PduError } from './pdu_error.ts';
import { fromUcs2, toUcs2 } from './ucs2.ts';

/** The user data of one PDU. A lone text is part 1 of 1 with reference 0, and has no concatenation header. */
export interface Part extends Concatenation {
  text: string;
}

const maxOctets = 140;

/** User data to write: its octets without the length, and whether a header begins them. */
interface EncodedUserData {
  hasHeader: boolean;
  /** In septets or octets, as the alphabet counts. */
  length: number;
  octets: Uint8Array;
}

/** The part with its header, and `more` elements behind the concatenation. */
export function encodeUserData(
  part: Part,
  encoding: PduEncoding,
  more: readonly HeaderElement[] = [],
): EncodedUserData {
  const header = encodeHeader([...(part.total === 1 ? [] : [concatenationElement(part)]), ...more]);
  const data = encoding === 'gsm7' ? inSeptets(part.text, header) : inOctets(part.text, encoding, header);
  if (data.octets.length > maxOctets)
    throw new PduError('unencodable', 'the part is longer than one message takes');
  return { hasHeader: header.length > 0, ...data };
}

function inSeptets(text: string, header: Uint8Array) {
  const septets = toSeptets(text);
  return { length: septetsOfHeader(header.length) + septets.length, octets: packSeptets(septets, header) };
}

function inOctets(text: string, encoding: 'ucs2' | 'data', header: Uint8Array) {
  const body = encoding === 'ucs2' ? toUcs2(text) : Buffer.from(text);
  const octets = Uint8Array.of(...header, ...body);
  return { length: octets.length, octets };
}

/** Decoded user data. */
interface UserData {
  part: Part;
  /** All of the header's elements. */
  elements: HeaderElement[];
}

/** Reads the length and what it covers. Octets after it are padding. */
export function decodeUserData(reader: OctetReader, encoding: PduEncoding, hasHeader: boolean): UserData {
  const length = reader.octet();
  const size = encoding === 'gsm7' ? octetsOfSeptets(length) : length;
  if (size > maxOctets) throw new PduError('malformed', 'the text is longer than one message takes');
  const octets = reader.take(size);
  const headerSize = hasHeader ? (octets[0] ?? maxOctets) + 1 : 0;
  if (headerSize > size) throw new PduError('malformed', 'the header is longer than the message');
  const elements = hasHeader ? decodeHeader(octets.subarray(1, headerSize)) : [];
  const text =
    encoding === 'gsm7'
      ? readSeptets(octets, length, headerSize, elements)
      : readBody(octets.subarray(headerSize), encoding);
  const place = concatenationIn(elements) ?? lone;
  // Half a character of a part may be whole in the next one; of a lone one nothing more comes.
  const part = place.total === 1 ? { text: text.toWellFormed(), ...lone } : { text, ...place };
  return { part, elements };
}

const lone: Concatenation = { number: 1, total: 1, reference: 0, referenceBits: 8 };

function readSeptets(
  octets: Uint8Array,
  length: number,
  headerSize: number,
  elements: HeaderElement[],
): string {
  const start = septetsOfHeader(headerSize);
  if (start > length) throw new PduError('malformed', 'the header is longer than the message');
  return fromSeptets(unpackSeptets(octets, length - start, start), tablesIn(elements));
}

const readBody = (octets: Uint8Array, encoding: 'ucs2' | 'data') =>
  encoding === 'ucs2' ? fromUcs2(octets) : showData(octets);

/** 8-bit data for a person: itself when it is plain text, else its octets in hex, marked as such. */
function showData(octets: Uint8Array): string {
  const buffer = Buffer.from(octets);
  const text = buffer.toString();
  const isText = !/[^\P{C}\t\n\r]|\ufffd/u.test(text);
  return isText ? text : `[data ${buffer.toString('hex')}]`;
}

// Numbers and names in a PDU (3GPP TS 23.040 9.1.2.5, and for the SMSC TS 24.011 8.2.5.1). They are kept as
// they are: nothing here guesses the country of a national number.

import { fromSeptets, packSeptets, toSeptets, unpackSeptets } from './gsm7.ts';
import type { OctetReader } from './octets.ts';
import { PduError } from './pdu_error.ts';

/** Types of number in the order of their codes. */
const types = [
  'unknown',
  'international',
  'national',
  'network',
  'subscriber',
  'alphanumeric',
  'abbreviated',
  'reserved',
] as const;

/** A number or a name. */
export interface Address {
  type: (typeof types)[number];
  /** An international number begins with a plus. Digits may be *, #, a, b and c too. */
  text: string;
}

const digits = '0123456789*#abc';
/** Octets of the address itself (9.1.2.5). */
const maxOctets = 10;

/** The address that a text is: with a plus international, what can be dialled of unknown type, all else a name. */
export function addressOf(text: string): Address {
  if (/^\+[0-9]+$/.test(text)) return { type: 'international', text };
  return { type: /^[0-9*#]*$/.test(text) ? 'unknown' : 'alphanumeric', text };
}

/** Digits in pairs, the first in the low half, filled up with 15. */
function packDigits(text: string): Uint8Array {
  const values = [...text].map((digit) => digits.indexOf(digit));
  if (values.includes(-1))
    throw new PduError('unencodable', 'the number has a character that is not a digit');
  if (values.length > 2 * maxOctets) throw new PduError('unencodable', 'the number is too long');
  return Uint8Array.from({ length: Math.ceil(values.length / 2) }, (_, index) => {
    return values[index * 2]! | ((values[index * 2 + 1] ?? 15) << 4);
  });
}

/** Digits up to the filling. */
function unpackDigits(octets: Uint8Array, count: number): string {
  const values = [...octets].flatMap((octet) => [octet & 0x0f, octet >> 4]).slice(0, count);
  const end = values.indexOf(15);
  return values
    .slice(0, end === -1 ? undefined : end)
    .map((value) => digits[value])
    .join('');
}

/** Type of number and numbering plan: the telephone plan for what is dialled, none for the rest. */
function typeOctet(type: Address['type']): number {
  const hasPlan = type === 'unknown' || type === 'international' || type === 'national';
  return 0x80 | (types.indexOf(type) << 4) | (hasPlan ? 1 : 0);
}

/** The plus is the type's matter on the air. */
const dialled = ({ type, text }: Address) => (type === 'international' ? text.replace(/^\+/, '') : text);

/** The address with its length in half octets: a number has 20 digits at most, a name 11 septets. */
export function encodeAddress(address: Address): number[] {
  if (address.type !== 'alphanumeric') {
    const number = dialled(address);
    return [number.length, typeOctet(address.type), ...packDigits(number)];
  }
  const septets = toSeptets(address.text);
  const octets = packSeptets(septets);
  if (octets.length > maxOctets) throw new PduError('unencodable', 'the name is too long');
  return [Math.ceil((septets.length * 7) / 4), typeOctet(address.type), ...octets];
}

/**
 * The name. Some networks give its length in whole octets, so that seven characters seem to be followed by an `@`,
 * whose code is 0: that one is left out. A name of eight that does end so is shortened by it.
 */
function unpackName(octets: Uint8Array, halfOctets: number): string {
  const septets = unpackSeptets(octets, Math.floor((halfOctets * 4) / 7));
  if (septets.length === 8 && septets[7] === 0) septets.pop();
  return fromSeptets(septets);
}

/** Reads what encodeAddress writes. */
export function decodeAddress(reader: OctetReader): Address {
  const halfOctets = reader.octet();
  if (halfOctets > 2 * maxOctets) throw new PduError('malformed', 'an address is too long');
  const type = types[(reader.octet() >> 4) & 7]!;
  const octets = reader.take(Math.ceil(halfOctets / 2));
  if (type === 'alphanumeric') return { type, text: unpackName(octets, halfOctets) };
  return { type, text: plus(type) + unpackDigits(octets, halfOctets) };
}

const plus = (type: Address['type']) => (type === 'international' ? '+' : '');

/** The SMSC before a TPDU, its length in octets; none: the one that the modem knows. */
export function encodeSmsc(address: Address | null): number[] {
  if (address === null) return [0];
  const octets = packDigits(dialled(address));
  return [octets.length + 1, typeOctet(address.type), ...octets];
}

/** Reads what encodeSmsc writes. */
export function decodeSmsc(reader: OctetReader): Address | null {
  const length = reader.octet();
  if (length === 0) return null;
  if (length > maxOctets + 2) throw new PduError('malformed', 'the SMSC is too long');
  const type = types[(reader.octet() >> 4) & 7]!;
  const octets = reader.take(length - 1);
  return { type, text: plus(type) + unpackDigits(octets, octets.length * 2) };
}

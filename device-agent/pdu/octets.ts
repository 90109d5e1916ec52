// Octets, one after another: read with bounds, and to and from the hex text that modems speak.
import { PduError } from './pdu_error.ts';

/** No PDU is longer: 12 octets of SMSC and 164 of a TPDU (TS 23.040 9.2), with space for sloppy devices. */
const maxOctets = 300;

/** Reads octets in order. Reading past the end is a PduError. */
export interface OctetReader {
  octet(): number;
  take(count: number): Uint8Array;
  /** Octets not yet read. */
  left(): number;
}

/** A reader at the first octet. */
export function readOctets(octets: Uint8Array): OctetReader {
  let at = 0;
  const take = (count: number) => {
    if (count > octets.length - at) throw new PduError('malformed', 'the PDU ends too early');
    at += count;
    return octets.subarray(at - count, at);
  };
  return { take, octet: () => take(1)[0]!, left: () => octets.length - at };
}

/** The octets of hex digits in either case. */
export function fromHex(hex: string): Uint8Array {
  if (hex.length > 2 * maxOctets) throw new PduError('malformed', 'the PDU is too long');
  if (hex.length % 2 === 1 || !/^[0-9A-Fa-f]*$/.test(hex))
    throw new PduError('malformed', 'the PDU is not pairs of hex digits');
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Hex digits in upper case, as every modem takes them. */
export const toHex = (octets: Uint8Array): string =>
  Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('hex').toUpperCase();

/** Two decimal digits, the first in the low half (TS 23.040 9.1.2.3); null when one is no decimal digit. */
export function fromSwappedDigits(octet: number): number | null {
  const tens = octet & 0x0f;
  const ones = octet >> 4;
  return tens > 9 || ones > 9 ? null : tens * 10 + ones;
}

/** 0 to 99 in one octet, the first digit in the low half. */
export const toSwappedDigits = (value: number): number => Math.floor(value / 10) | ((value % 10) << 4);

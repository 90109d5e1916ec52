// A TPDU as modems speak it (3GPP TS 27.005 4.6): in hex, with the SMSC in front, which its length leaves out.
import { type Address, decodeSmsc, encodeSmsc } from './address.ts';
import { fromHex, readOctets, toHex } from './octets.ts';

/** A PDU for a line of AT commands. */
export interface Frame {
  /** Upper case, the SMSC first. */
  hex: string;
  /** Octets of the TPDU alone: the number in `AT+CMGS=`, `+CMT: ,` and `+CMGR: 0,,`. */
  tpduLength: number;
}

/** The frame of a TPDU; without an SMSC the modem uses its own. */
export const wrap = (tpdu: Uint8Array, smsc: Address | null = null): Frame => ({
  hex: toHex(Uint8Array.of(...encodeSmsc(smsc), ...tpdu)),
  tpduLength: tpdu.length,
});

/** Takes a frame apart; hex in either case. */
export function unwrap(hex: string): { smsc: Address | null; tpdu: Uint8Array } {
  const reader = readOctets(fromHex(hex));
  const smsc = decodeSmsc(reader);
  return { smsc, tpdu: reader.take(reader.left()) };
}

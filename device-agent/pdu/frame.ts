// A TPDU as modems speak it (3GPP TS 27.005 4.6): in hex, with the service centre in front, which its length leaves out.
import { type Address, decodeServiceCentre, encodeServiceCentre } from './address.ts';
import { fromHex, readOctets, toHex } from './octets.ts';

/** A PDU for a line of AT commands. */
export interface Frame {
  /** Upper case, the service centre first. */
  hex: string;
  /** Octets of the TPDU alone: the number in `AT+CMGS=`, `+CMT: ,` and `+CMGR: 0,,`. */
  tpduLength: number;
}

/** The frame of a TPDU; without a service centre the modem uses its own. */
export const wrap = (tpdu: Uint8Array, serviceCentre: Address | null = null): Frame => ({
  hex: toHex(Uint8Array.of(...encodeServiceCentre(serviceCentre), ...tpdu)),
  tpduLength: tpdu.length,
});

/** Takes a frame apart; hex in either case. */
export function unwrap(hex: string): { serviceCentre: Address | null; tpdu: Uint8Array } {
  const reader = readOctets(fromHex(hex));
  const serviceCentre = decodeServiceCentre(reader);
  return { serviceCentre, tpdu: reader.take(reader.left()) };
}

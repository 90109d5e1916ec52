// The network's time stamps (3GPP TS 23.040 9.2.3.11): seven octets, two years' digits, and a zone in quarter hours.
// A stamp that is no time is read as none, since a text is worth keeping whatever its network's clock says.
import type { OctetReader } from './octets.ts';
import { fromSwappedDigits, toSwappedDigits } from './octets.ts';

/** A moment, and how far the network's clock was ahead of UTC. */
export interface Stamp {
  atMs: number;
  /** A multiple of 15, negative west of Greenwich. */
  zoneMinutes: number;
}

/** Two digits of a year from here on mean the twentieth century: there was no text before. */
const firstYear = 90;
/** No clock on earth is further from UTC. */
const maxZoneMinutes = 14 * 60;
const signBit = 0x08;

/** Seven octets; the moment loses its milliseconds. For years from 1990 to 2089. */
export function encodeStamp({ atMs, zoneMinutes }: Stamp): number[] {
  const local = new Date(atMs + zoneMinutes * 60_000);
  const zone = toSwappedDigits(Math.abs(Math.trunc(zoneMinutes / 15)));
  return [
    ...[
      local.getUTCFullYear() % 100,
      local.getUTCMonth() + 1,
      local.getUTCDate(),
      local.getUTCHours(),
      local.getUTCMinutes(),
      local.getUTCSeconds(),
    ].map(toSwappedDigits),
    zoneMinutes < 0 ? zone | signBit : zone,
  ];
}

/** Reads seven octets; null when they are no time. */
export function decodeStamp(reader: OctetReader): Stamp | null {
  const octets = reader.take(7);
  const zoneMinutes = readZone(octets[6]!);
  const fields = [...octets.subarray(0, 6)].map(fromSwappedDigits).filter((field) => field !== null);
  if (fields.length < 6 || zoneMinutes === null) return null;
  const [year, month, day, hour, minute, second] = fields as [number, number, number, number, number, number];
  const localMs = Date.UTC(year + (year < firstYear ? 2000 : 1900), month - 1, day, hour, minute, second);
  const local = new Date(localMs);
  const isTime =
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute &&
    local.getUTCSeconds() === second;
  return isTime ? { atMs: localMs - zoneMinutes * 60_000, zoneMinutes } : null;
}

function readZone(octet: number): number | null {
  const quarters = fromSwappedDigits(octet & ~signBit);
  if (quarters === null || quarters * 15 > maxZoneMinutes) return null;
  // Adding zero turns the -0 of a westward zone of nothing into 0.
  return (octet & signBit) === 0 ? quarters * 15 : quarters * -15 + 0;
}

// How long an SMSC keeps trying, as one octet (3GPP TS 23.040 9.2.3.12.1).

const hour = 60;
const day = 24 * hour;
const week = 7 * day;

/** The octet of the longest time that is no longer than asked for; 5 minutes at least, 63 weeks at most. */
export function encodeValidity(minutes: number): number {
  if (minutes <= 12 * hour) return Math.max(0, Math.floor(minutes / 5) - 1);
  if (minutes <= day) return 143 + Math.floor((minutes - 12 * hour) / 30);
  if (minutes <= 30 * day) return 166 + Math.floor(minutes / day);
  if (minutes < 5 * week) return 196;
  return 192 + Math.min(63, Math.floor(minutes / week));
}

/** The time in minutes. */
export function decodeValidity(octet: number): number {
  if (octet <= 143) return (octet + 1) * 5;
  if (octet <= 167) return 12 * hour + (octet - 143) * 30;
  if (octet <= 196) return (octet - 166) * day;
  return (octet - 192) * week;
}

// Dates as the app writes and reads them: Gson with the pattern of extensions/GsonBuilder.kt.

const two = (value: number) => String(value).padStart(2, '0');

/** A moment by the phone's own zone, with three digits of a second. */
export function writeDate(ms: number, zoneMinutes: number): string {
  const local = new Date(ms + zoneMinutes * 60_000).toISOString().slice(0, -1);
  if (zoneMinutes === 0) return `${local}Z`;
  const off = Math.abs(zoneMinutes);
  return `${local}${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(off / 60))}:${two(off % 60)}`;
}

/**
 * A date as the app understands it. Java's pattern takes any number of digits behind the point for milliseconds, so that
 * `.123456` is two minutes later than `.123`. Throws for what is no date, which fails the whole list that holds it.
 */
export function readDate(value: unknown): number {
  if (typeof value !== 'string') throw new TypeError('a date is no string');
  const [, seconds, fraction, zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d+)(Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  const ms = seconds === undefined ? Date.parse(value) : Date.parse(`${seconds}${zone}`) + Number(fraction);
  if (Number.isNaN(ms)) throw new TypeError(`not a date: ${value}`);
  return ms;
}

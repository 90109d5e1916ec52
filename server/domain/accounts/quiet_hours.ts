// Quiet hours of an account: a part of the day, by the clock of a zone, in which its texts don't leave.

/** They may span midnight, and end when the clock shows `until`. */
export interface QuietHours {
  /** A name of the IANA database, as Europe/Berlin. */
  zone: string;
  /** Minutes of the day, 0 to 1439. */
  from: number;
  until: number;
}

const form = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Reads a time of day; null for any other text. */
export function readTimeOfDay(text: string): number | null {
  const [, hours, minutes] = form.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time of day as 07:30. */
export const writeTimeOfDay = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

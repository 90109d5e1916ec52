// Times of the reader's clock.

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** An instant as the browser's field has it. */
export const localOf = (at: Date) =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}` +
  `T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** A time of the reader's clock as an instant; null for none, as on 30 February. */
export function instantOf(local: string): string | null {
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return null;
  return localOf(at).slice(0, 10) === local.slice(0, 10) ? at.toISOString() : null;
}

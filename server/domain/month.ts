// Quota months: calendar months in UTC (SPEC: Usage.period).

/** The month that holds an instant, as the date of its first day: 2026-11-01. */
export function monthOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 7)}-01`;
}

/** The instant at which the month that holds `atMs` ends, in milliseconds. */
export function nextMonthMs(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

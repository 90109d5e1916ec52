// Quota months: calendar months in UTC (SPEC: Usage.period).

/** A month as quota sees it. */
export interface QuotaMonth {
  /** Its first day: 2026-11-01. */
  firstDay: string;
  /** The instant at which it ends, in milliseconds. */
  endsAtMs: number;
}

/** The month that holds an instant. */
export const quotaMonth = (atMs: number): QuotaMonth => ({
  firstDay: monthOf(atMs),
  endsAtMs: nextMonthMs(atMs),
});

/** The month that holds an instant, as the date of its first day: 2026-11-01. */
export function monthOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 7)}-01`;
}

/** The instant at which the month that holds `atMs` ends, in milliseconds. */
export function nextMonthMs(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

// The range of days of a request for stats.
import { invalidRequest } from '../../errors.ts';
import type { StatsRange } from '../../store/stats/list_stats.ts';

const dayMs = 24 * 3_600_000;
/** Most days of a range. */
const mostDays = 400;

/** A range as a request gives it; the present month if it names no day. */
export type AskedStats = Pick<StatsRange, 'by' | 'split'> & {
  from?: string | undefined;
  to?: string | undefined;
};

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** Throws `invalid_request` for a day that is not in the calendar. */
function checkDay(field: string, day: string): void {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(timeOf(day)) && dayOf(timeOf(day)) === day;
  if (!isDay || day < '1970-01-01') throw invalidRequest(`${field} must be a day, like 2026-11-20`);
}

/** The last day of a day's month. */
const monthEnd = (day: string) => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));

/** Fills in the present month. Throws `invalid_request` for a range that is empty or too long. */
export function rangeOf({ from, to, ...rest }: AskedStats, today: string): StatsRange {
  if (from !== undefined) checkDay('from', from);
  if (to !== undefined) checkDay('to', to);
  const first = from ?? `${(to ?? today).slice(0, 7)}-01`;
  const last = to ?? (first > today ? first : from === undefined ? monthEnd(today) : today);
  const days = (timeOf(last) - timeOf(first)) / dayMs + 1;
  if (days < 1) throw invalidRequest('to must not be before from');
  if (days > mostDays) throw invalidRequest(`from and to must span at most ${mostDays} days`);
  return { from: first, to: last, ...rest };
}

// The periods of a chart, with names in the reader's language.

import { parts as say } from '../words/en/parts.ts';
import { dateFormat } from '../words/formats.ts';
import { dayAfter, periodsOf } from './chart_scale.ts';
import type { Period } from './text_chart.tsx';

type Counts = Omit<Period, 'name' | 'title'>;
export type By = 'day' | 'week' | 'month';

const form = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormat({ ...options, timeZone: 'UTC' });
  return (day: string) => format(new Date(`${day}T00:00:00Z`));
};
const short = form({ day: 'numeric', month: 'short' });
const long = form({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const shortMonth = form({ month: 'short' });
const longMonth = form({ month: 'long', year: 'numeric' });

function titleOf(day: string, by: By, to: string): string {
  if (by === 'day') return long(day);
  if (by === 'month') return longMonth(day);
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const end = dayAfter(day, 6 - weekday);
  return say.span(short(day), short(end < to ? end : to));
}

/** All periods of a range in order; those without texts have none in `counts`. */
export function fillPeriods(counts: readonly Counts[], from: string, to: string, by: By): Period[] {
  const known = new Map(counts.map((each) => [each.day, each]));
  return periodsOf(from, to, by).map((day) => ({
    ...(known.get(day) ?? { sent: 0, delivered: 0, failed: 0, cancelled: 0, received: 0, replied: 0 }),
    day,
    name: by === 'month' ? shortMonth(day) : short(day),
    title: titleOf(day, by, to),
  }));
}

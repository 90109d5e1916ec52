// The scale of a chart, and the days that it is of.

/** Steps above zero, at most. */
const mostSteps = 4;

/** Round numbers from 0 on, evenly apart, of which the last is not below `highest`: 0, 20, 40, 60 for 47. */
export function stepsTo(highest: number): number[] {
  const least = Math.max(highest, mostSteps) / mostSteps;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * unit)
    .find((each) => each >= least && each % 1 === 0);
  const size = step ?? 10 * unit;
  const steps = Math.max(1, Math.ceil(highest / size));
  return Array.from({ length: steps + 1 }, (_, index) => index * size);
}

const dayMs = 86_400_000;

/** A day that is so many days after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The present day by the clock of a zone. */
export const todayIn = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    atMs,
  );

/** The first day of the next week or month, or the next day. */
function nextOf(day: string, by: 'day' | 'week' | 'month'): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (by === 'month')
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
  return dayAfter(day, by === 'day' ? 1 : 7 - ((at.getUTCDay() + 6) % 7));
}

/** The first days of all periods of a range, also of those without texts. */
export function periodsOf(from: string, to: string, by: 'day' | 'week' | 'month'): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextOf(day, by)) days.push(day);
  return days;
}

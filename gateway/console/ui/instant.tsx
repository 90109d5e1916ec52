// Instants in the reader's zone and language, with the exact one on hover.
import { Tooltip } from '@mantine/core';
import { nowMs } from '../clock.ts';

const dayMs = 86_400_000;

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const thisYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** An instant as short as it can be told apart: the hour today, the day this year, else the date. */
export function shortly(iso: string): string {
  const at = new Date(iso);
  const now = new Date(nowMs());
  if (at.toDateString() === now.toDateString()) return time.format(at);
  if (Math.abs(now.getTime() - at.getTime()) < 300 * dayMs) return thisYear.format(at);
  return date.format(at);
}

export const clockTime = (iso: string): string => time.format(new Date(iso));
export const dateOf = (iso: string): string => date.format(new Date(iso));

/** `as` says how short it is; the exact instant is shown on hover and read from `dateTime`. */
export const Instant = ({ at, as = shortly }: { at: string; as?: (iso: string) => string }) => (
  <Tooltip label={exact.format(new Date(at))} events={{ hover: true, focus: true, touch: true }}>
    <time dateTime={at} className="number">
      {as(at)}
    </time>
  </Tooltip>
);

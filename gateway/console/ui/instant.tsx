// Instants in the reader's zone and language, with the exact one on hover.
import { Tooltip } from '@mantine/core';
import { nowMs } from '../clock.ts';
import { dateFormat } from '../words/formats.ts';

const dayMs = 86_400_000;

const time = dateFormat({ hour: '2-digit', minute: '2-digit' });
const thisYear = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const date = dateFormat({ dateStyle: 'medium' });
const exact = dateFormat({ dateStyle: 'full', timeStyle: 'long' });

/** An instant as short as it can be told apart: the hour today, the day this year, else the date. */
export function shortly(iso: string): string {
  const at = new Date(iso);
  const now = new Date(nowMs());
  if (at.toDateString() === now.toDateString()) return time(at);
  if (Math.abs(now.getTime() - at.getTime()) < 300 * dayMs) return thisYear(at);
  return date(at);
}

export const clockTime = (iso: string): string => time(new Date(iso));
export const dateOf = (iso: string): string => date(new Date(iso));

/** `as` says how short it is; the exact instant is shown on hover and read from `dateTime`. */
export const Instant = ({ at, as = shortly }: { at: string; as?: (iso: string) => string }) => (
  <Tooltip label={exact(new Date(at))} events={{ hover: true, focus: true, touch: true }}>
    <time dateTime={at} className="number">
      {as(at)}
    </time>
  </Tooltip>
);

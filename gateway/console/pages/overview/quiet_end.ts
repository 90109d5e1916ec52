// Whether quiet hours are on.
import type { Schemas } from '../../api/types.ts';

type QuietHours = NonNullable<Schemas['QuietHoursAnswer']['quiet_hours']>;

/** When quiet hours end that are on now, as a time of the account's zone; null outside of them. */
export function quietEnd({ time_zone, from, until }: QuietHours, now: number): string | null {
  const zone = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const time = zone.format(now);
  const isOn = from < until ? time >= from && time < until : time >= from || time < until;
  return isOn ? `${until} (${time_zone})` : null;
}

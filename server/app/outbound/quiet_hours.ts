// The quiet hours of an account. A change applies to the texts that are accepted from then on.
import { type QuietHours, readTimeOfDay, writeTimeOfDay } from '../../domain/accounts/quiet_hours.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** Quiet hours as an account writes them. */
interface WrittenHours {
  timeZone: string;
  /** As 22:00. */
  from: string;
  until: string;
}

/** Longer than any name of a zone. */
const maxZoneLength = 64;

/** Reads them as far as their form goes. Throws `invalid_request`. */
function readHours({ timeZone: zone, from, until }: WrittenHours): QuietHours {
  const [begin, end] = [readTimeOfDay(from), readTimeOfDay(until)];
  if (begin === null) throw invalidRequest('from must be a time of day like 22:00');
  if (end === null) throw invalidRequest('until must be a time of day like 07:00');
  if (begin === end) throw invalidRequest('from and until must be two different times of the day');
  if (zone.length > maxZoneLength || zone.includes('\u0000')) throw unknownZone();
  return { zone, from: begin, until: end };
}

const unknownZone = () => invalidRequest('time_zone must be a name of the IANA database, like Europe/Berlin');

export type QuietHoursOf = ReturnType<typeof createQuietHours>;

/** Each action throws a Refusal. */
export function createQuietHours(store: Pick<Store, 'findQuietHours' | 'setQuietHours' | 'clearQuietHours'>) {
  return {
    /** Null for an account without any. */
    async read(accountId: bigint): Promise<WrittenHours | null> {
      const hours = await store.findQuietHours(accountId);
      if (hours === undefined) throw notFound('account');
      return (
        hours && {
          timeZone: hours.zone,
          from: writeTimeOfDay(hours.from),
          until: writeTimeOfDay(hours.until),
        }
      );
    },

    /** Replaces them; returns them as they are kept. */
    async set(accountId: bigint, written: WrittenHours): Promise<WrittenHours> {
      const wrong = await store.setQuietHours(accountId, readHours(written));
      if (wrong === 'zone') throw unknownZone();
      if (wrong === 'account') throw notFound('account');
      return written;
    },

    /** Also works if there are none. */
    async clear(accountId: bigint): Promise<void> {
      if (!(await store.clearQuietHours(accountId))) throw notFound('account');
    },
  };
}

// When a text may leave that asks for an instant, or whose account has quiet hours, as SQL: only the database knows the
// time and the zones.
import { nullRow } from './rule_steps.ts';

/** SQL expressions: an instant, the zone whose clock counts, and two minutes of that clock's day. */
interface Quiet {
  at: string;
  zone: string;
  from: string;
  until: string;
}

/** How many days after its acceptance a text may be sent at most. */
export const mostDaysAhead = 35;
/** How far in the past the instant may be that a text asks for, in seconds: it then leaves at once. */
const pastSeconds = 60;

const wallClock = (at: string, zone: string) => `((${at}) at time zone ${zone})`;
const offsetOf = (at: string, zone: string) => `(${wallClock(at, zone)} - ${wallClock(at, `'UTC'`)})`;

/** Whether the zone's clock shows a time within the quiet hours. They are over at `until` and may span midnight. */
export function isQuiet({ at, zone, from, until }: Quiet): string {
  const minute = `(extract(hour from ${wallClock(at, zone)}) * 60 + extract(minute from ${wallClock(at, zone)}))`;
  return `case when ${from} < ${until}
    then ${minute} >= ${from} and ${minute} < ${until} else ${minute} >= ${from} or ${minute} < ${until} end`;
}

/** Days within which every quiet time ends: on the day that lacks its end, it ends a day later. */
const daysToEnd = 3;
/** Clocks change only at such instants. */
const changesEvery = '15 minutes';

// The clock leaves the quiet hours when it shows their end, or when it is set: forward past their end, or back before
// their beginning. The first kind is the end on each of the next days, by each offset that is in force until then. The
// second kind lies between the instants at which the old and the new offset show that end or beginning, usually an
// hour, so that no day needs to be searched. The first of all these that is not quiet is the opening; no earlier
// instant can be one. Where an hour comes twice, its first time counts, and a second quiet time in it is quiet again.
// They are sorted first, so that few are tested.
/** The first instant from `at`, which is quiet, that is not quiet. The names of its own tables must not be the caller's. */
export function openingAfter(quiet: Quiet): string {
  const { at, zone, from, until } = quiet;
  const shownAt = (day: string, minutes: string, offset: string) =>
    `((${day} + make_interval(mins => ${minutes}) - ${offset}) at time zone 'UTC')`;
  const edge = (offset: string) =>
    shownAt('edge.day', `case when is_forward then ${until} else ${from} end`, offset);
  return `(
    with probe as materialized (
      select probe.at, ${offsetOf('probe.at', zone)} as value
      from generate_series(${at}, ${at} + interval '${daysToEnd} days', interval '24 hours') as probe (at)
    )
    select found.at from (
      select ${shownAt(`${wallClock(at, zone)}::date + next_day.n`, until, 'known.value')} as at
      from generate_series(0, ${daysToEnd - 1}) as next_day (n) cross join (select distinct value from probe) as known
      union all
      select change.at
      from (
        select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
        from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
      ) as pair
      cross join lateral (
        select ${wallClock('pair.at', zone)}::date + next_day.n as day from generate_series(0, 1) as next_day (n)
      ) as edge
      cross join generate_series(
        date_bin('${changesEvery}', ${edge('pair.high')}, 'epoch'), ${edge('pair.low')}, interval '${changesEvery}'
      ) as change (at)
      order by at offset 0
    ) found where found.at >= ${at} and not ${isQuiet({ ...quiet, at: 'found.at' })}
    order by found.at limit 1
  )`;
}

/**
 * When a text that asks for `asked` leaves; null for at once. The zone is null for an account without quiet hours. A
 * text that is not urgent and would leave in quiet hours leaves at their end.
 */
export const leavesAt = (asked: string, isUrgent: string, quiet: Omit<Quiet, 'at'>): string => {
  const at = `greatest(${asked}, now())`;
  return `case when ${quiet.zone} is null or ${isUrgent} then ${asked}
    when ${isQuiet({ ...quiet, at })} then ${openingAfter({ ...quiet, at })} else ${asked} end`;
};

/** For batches in which no text asks for an instant, and no account is known to need this rule. */
export const noTimeRule = nullRow({ is_judged: 'bool', refusal: 'text', leaves_at: 'timestamptz' });

const quietHours = { zone: 'account.quiet_zone', from: 'account.quiet_from', until: 'account.quiet_until' };

// Only the database's clock decides when a text leaves, as it does for its release.
/** When a text may leave, as a rule of the statement that judges texts: `leaves_at` is null for at once. */
export const timeRule = `select true as is_judged,
    ${leavesAt('text.send_at', 'text.is_urgent', quietHours)} as leaves_at,
    case
      when account.is_suspended then 'suspended'
      when text.send_at < now() - interval '${pastSeconds} seconds' then 'send_at_past'
      when text.send_at > now() + interval '${mostDaysAhead * 24} hours' then 'send_at_far'
    end as refusal`;

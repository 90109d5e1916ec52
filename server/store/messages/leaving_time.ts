// When a text may leave that asks for an instant, or whose account has quiet hours: SQL, because the database alone knows what
// time it is, and what time that is elsewhere.

/** SQL expressions: an instant, the zone whose clock counts, and two minutes of that clock's day. */
interface Quiet {
  at: string;
  zone: string;
  from: string;
  until: string;
}

/** How far ahead of its acceptance a text may be sent for, in days. */
export const mostDaysAhead = 35;
/** How long before its acceptance the instant may lie that a text asks for, in seconds: it then leaves at once. */
export const pastSeconds = 60;

const wallClock = (at: string, zone: string) => `((${at}) at time zone ${zone})`;
const offsetOf = (at: string, zone: string) => `(${wallClock(at, zone)} - ${wallClock(at, `'UTC'`)})`;

/** Whether the clock on the wall shows a time of the quiet hours. They are over at `until` and may span midnight. */
export function isQuiet({ at, zone, from, until }: Quiet): string {
  const minute = `(extract(hour from ${wallClock(at, zone)}) * 60 + extract(minute from ${wallClock(at, zone)}))`;
  return `case when ${from} < ${until}
    then ${minute} >= ${from} and ${minute} < ${until} else ${minute} >= ${from} or ${minute} < ${until} end`;
}

/** Days within which every quiet time ends: on the day that lacks its end, it ends a day later. */
const daysToEnd = 3;
/** All changes of clocks come at such an instant. */
const changesEvery = '15 minutes';

// The clock leaves the quiet hours by showing their end, or by being set past it. The one is each of the next days' ends, by
// each offset that is in force until then; the other is an instant at which the offset changes, which is looked for only where
// it does. The first of these at which it is not quiet is the opening: where an hour comes twice, its first time counts, and a
// second quiet time in it is quiet again.
/** The first instant from `at`, which is quiet, at which it is not. Its own tables have names that no caller's may have. */
export function openingAfter(quiet: Quiet): string {
  const { at, zone, until } = quiet;
  const end = `(${at} + interval '${daysToEnd} days')`;
  return `(
    with offset_of as materialized (
      select distinct ${offsetOf('probe.at', zone)} as value
      from generate_series(${at}, ${end}, interval '24 hours') as probe (at)
    )
    select min(found.at) from (
      select (${wallClock(at, zone)}::date + next_day.n + make_interval(mins => ${until}) - offset_of.value) at time zone 'UTC' as at
      from generate_series(0, ${daysToEnd - 1}) as next_day (n) cross join offset_of
      union all
      select change.at from generate_series(
        date_bin('${changesEvery}', ${at}, 'epoch'), case when (select count(*) from offset_of) > 1 then ${end} end,
        interval '${changesEvery}'
      ) as change (at)
      where ${offsetOf('change.at', zone)} <> ${offsetOf(`change.at - interval '${changesEvery}'`, zone)}
    ) found where found.at >= ${at} and not ${isQuiet({ ...quiet, at: 'found.at' })}
  )`;
}

/**
 * When a text is to leave that asks for `asked`, in quiet hours whose zone is null where there are none; null for at once.
 * What is not urgent and would leave in quiet hours leaves when they are over.
 */
export const leavesAt = (asked: string, isUrgent: string, quiet: Omit<Quiet, 'at'>): string => {
  const at = `greatest(${asked}, now())`;
  return `case when ${quiet.zone} is null or ${isUrgent} then ${asked}
    when ${isQuiet({ ...quiet, at })} then ${openingAfter({ ...quiet, at })} else ${asked} end`;
};

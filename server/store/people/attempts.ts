// Attempts to prove who somebody is, counted exactly on any number of replicas: one is written down before it is
// judged, and taken back when it proves right or was not judged. Whoever locks rows here takes the place's first.
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, text, type ValuesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Failures in this time, in milliseconds, are counted. */
const attemptWindowMs = 15 * 60_000;

/** An attempt that was written down. */
export interface Attempt {
  /** Where it was made: a network address or a browser, in a form that says which. */
  place: string;
  /** The e-mail address or the person that it counts against. */
  subject: string;
  /** When, in milliseconds since the epoch: its stamp in both counts. */
  atMs: number;
}

/** One row's count: it takes the stamp in only while there are fewer than `most` in the window. */
const counted = (subject: string, most: string, source: string) => `
  insert into sign_in_attempt as s (subject, stamps, is_admitted, ends_at)
  select ${subject}, array[now_ms], true, ends_at from given ${source}
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < ${most},
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > (select cutoff from given)) || case
      when (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < ${most}
      then excluded.stamps else '{}'::int8[] end
  returning is_admitted, stamps`;

const begin = statement({
  takes: {
    place: text,
    subject: text,
    mostOfPlace: int4,
    mostOfSubject: int4,
    now: count,
    cutoff: count,
    endsAtMs: instant,
  },
  gives: {
    isAdmitted: bool('a.is_admitted and coalesce(b.is_admitted, false)'),
    isPlaceAdmitted: bool('a.is_admitted'),
    /** The oldest one that counts against whatever is full. */
    oldest: count('(case when a.is_admitted then b.stamps else a.stamps end)[1]'),
  },
  expects: 'one',
  text: ({ place, subject, mostOfPlace, mostOfSubject, now, cutoff, endsAtMs, row }) => `
with given as (
  select ${now} as now_ms, ${cutoff} as cutoff, ${endsAtMs} as ends_at
), a as (${counted(place, mostOfPlace, '')}
), b as (${counted(subject, mostOfSubject, ', a where a.is_admitted')}
)
select ${row} from a left join b on true`,
});

/** What the steps below take. */
export const attemptTakes = { attemptPlace: text, attemptSubject: text, attemptAt: count };

export const attemptValues = ({ place, subject, atMs }: Attempt): ValuesOf<typeof attemptTakes> => ({
  attemptPlace: place,
  attemptSubject: subject,
  attemptAt: atMs,
});

/** One stamp less. Of several made in the same millisecond any one stands for each. */
const without = (stamp: string) =>
  `stamps[:array_position(stamps, ${stamp}) - 1] || stamps[array_position(stamps, ${stamp}) + 1:]`;

/** The steps of a statement that take one attempt back where `condition` holds: its own stamps, and no other. */
export const takeBack = (names: { [Name in keyof typeof attemptTakes]: string }, condition: string) => {
  const stamp = names.attemptAt;
  return `placed as (
  update sign_in_attempt set stamps = ${without(stamp)}
  where subject = ${names.attemptPlace} and ${stamp} = any(stamps) and ${condition} returning 1
), forgotten as (
  update sign_in_attempt set stamps = ${without(stamp)}
  where subject = ${names.attemptSubject} and ${stamp} = any(stamps) and ${condition}
    and (select count(*) from placed) >= 0
)`;
};

const end = statement({
  takes: attemptTakes,
  gives: {},
  text: (names) => `with ${takeBack(names, 'true')} select 1`,
});

/** Prepares the counting. */
export function prepareAttempts({ writes }: Database) {
  const endAttempt = async (attempt: Attempt): Promise<void> => {
    await end.run(writes, attemptValues(attempt));
  };
  return {
    /**
     * Writes an attempt down; undefined when it may go on, else the milliseconds until another one may. What is
     * refused is not counted.
     */
    async beginAttempt(
      attempt: Attempt,
      { ofPlace, ofSubject }: { ofPlace: number; ofSubject: number },
    ): Promise<number | undefined> {
      const { place, subject, atMs: now } = attempt;
      const [judged] = await begin.run(writes, {
        place,
        subject,
        mostOfPlace: ofPlace,
        mostOfSubject: ofSubject,
        now,
        cutoff: now - attemptWindowMs,
        endsAtMs: now + attemptWindowMs,
      });
      if (!judged || judged.isAdmitted) return undefined;
      // The place's count was raised before the subject's was looked at.
      if (judged.isPlaceAdmitted) await endAttempt({ ...attempt, subject: '' });
      return Math.max(1, judged.oldest + attemptWindowMs - now);
    },

    /** Takes an attempt back that proved right, or was not judged. */
    endAttempt,
  };
}

// Attempts to prove who somebody is, counted exactly on any number of replicas: one is written down before it is
// judged, and taken back when it proves right. Whoever locks rows here takes the network address's first.
import type { Database } from '../database/database.ts';
import { bool, count, instant, int4, text } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';

/** Failures in this time, in milliseconds, are counted. */
const attemptWindowMs = 15 * 60_000;

/** What an attempt counts against. */
export interface AttemptSubjects {
  /** The network address, in a form that says what it is. */
  address: string;
  /** The e-mail address or the person. */
  subject: string;
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
    address: text,
    subject: text,
    mostOfAddress: int4,
    mostOfSubject: int4,
    now: count,
    cutoff: count,
    endsAtMs: instant,
  },
  gives: {
    isAdmitted: bool('a.is_admitted and coalesce(b.is_admitted, false)'),
    /** The oldest one that counts against whatever is full. */
    oldest: count('(case when a.is_admitted then b.stamps else a.stamps end)[1]'),
  },
  expects: 'one',
  text: ({ address, subject, mostOfAddress, mostOfSubject, now, cutoff, endsAtMs, row }) => `
with given as (
  select ${now} as now_ms, ${cutoff} as cutoff, ${endsAtMs} as ends_at
), a as (${counted(address, mostOfAddress, '')}
), b as (${counted(subject, mostOfSubject, ', a where a.is_admitted')}
)
select ${row} from a left join b on true`,
});

/** The steps of a statement that take an attempt back: its subject's all, and the newest of its address. */
export const takeBack = (address: string, subject: string, condition: string) => `addressed as (
  update sign_in_attempt set stamps = stamps[:cardinality(stamps) - 1]
  where subject = ${address} and ${condition} returning 1
), forgotten as (
  delete from sign_in_attempt where subject = ${subject} and ${condition} and (select count(*) from addressed) >= 0
)`;

const end = statement({
  takes: { address: text, subject: text },
  gives: {},
  text: ({ address, subject }) => `with ${takeBack(address, subject, 'true')} select 1`,
});

/** Prepares the counting. */
export function prepareAttempts({ writes }: Database) {
  return {
    /**
     * Writes an attempt down; undefined when it may go on, else the milliseconds until another one may. What is
     * refused is not counted.
     */
    async beginAttempt(
      { address, subject }: AttemptSubjects,
      { ofAddress, ofSubject }: { ofAddress: number; ofSubject: number },
      nowMs: number,
    ): Promise<number | undefined> {
      const now = Math.floor(nowMs);
      const [judged] = await begin.run(writes, {
        address,
        subject,
        mostOfAddress: ofAddress,
        mostOfSubject: ofSubject,
        now,
        cutoff: now - attemptWindowMs,
        endsAtMs: now + attemptWindowMs,
      });
      if (!judged || judged.isAdmitted) return undefined;
      return Math.max(1, judged.oldest + attemptWindowMs - now);
    },

    /** Takes an attempt back that proved right, or was not judged. */
    async endAttempt(attempt: AttemptSubjects): Promise<void> {
      await end.run(writes, { ...attempt });
    },
  };
}

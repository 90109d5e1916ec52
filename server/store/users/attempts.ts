// Bounds that keep credentials from being guessed, or used twice. Attempts are counted exactly on any number of
// replicas: an attempt is written down before it is judged, and taken back if it was right or could not be judged. A
// statement that locks rows here locks the place's row first.
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { type NamesOf, statement } from '../postgres/statement.ts';

/** How long failures count, in milliseconds. */
const attemptWindowMs = 15 * 60_000;

/** An attempt that was written down. */
export interface Attempt {
  /** Its origin: a network address or a browser, in a form that says which. */
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
    /** The oldest attempt in the count that is full. */
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

export const attemptTakes = { attemptPlace: text, attemptSubject: text, attemptAt: count };

export const attemptValues = ({ place, subject, atMs }: Attempt): ValuesOf<typeof attemptTakes> => ({
  attemptPlace: place,
  attemptSubject: subject,
  attemptAt: atMs,
});

/** One stamp less. Of several stamps in one millisecond any one is removed. */
const without = (stamp: string) =>
  `stamps[:array_position(stamps, ${stamp}) - 1] || stamps[array_position(stamps, ${stamp}) + 1:]`;

/** The steps of a statement that take one attempt back where `condition` holds: its own stamps, and no other. */
export const takeBack = (names: NamesOf<typeof attemptTakes>, condition: string) => {
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
  text: (names) => `with ${takeBack(names, 'true')} select 1`,
});

// Anybody who knows an e-mail address can fail in its owner's name, but not from a browser in which the owner has
// signed in.
/** Most known browsers of one person; a further one replaces the one that signed in longest ago. */
const mostOfUser = 20;

const knows = statement({
  takes: { tokenHash: text, email: text.orNull, userId: int8.orNull },
  gives: { isKnown: bool('exists (select from whose)') },
  expects: 'one',
  text: ({ tokenHash, email, userId, row }) => `
with whose as (
  select from known_browser k join app_user p on p.id = k.user_id
  where k.token_hash = decode(${tokenHash}, 'hex') and (p.email = ${email} or p.id = ${userId})
)
select ${row}`,
});

/** Hashes of the browser's new token, and of the one that it came with, or ''. */
export const browserTakes = { browserHash: text, formerBrowserHash: text };

/** The steps of a statement that make the browser known in which the person of `credential` signs in. */
export const knowBrowser = (names: NamesOf<typeof browserTakes>, now: string) => `browser as (
  insert into known_browser (user_id, token_hash, signed_in_at)
  select user_id, decode(${names.browserHash}, 'hex'), ${now} from credential
), former_browser as (
  delete from known_browser k using credential
  where k.user_id = credential.user_id and (k.token_hash = decode(${names.formerBrowserHash}, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.user_id = credential.user_id
    order by b.signed_in_at desc, b.token_hash offset ${mostOfUser - 1}
  ))
)`;

/** The step of a statement that forgets the browsers of which `condition` holds. */
export const forgetBrowsers = (condition: string) => `strange_again as (
  delete from known_browser where ${condition}
)`;

// A ticket carries its own content. The database stores only used ones, so that none is used twice; a caller who has
// proved nothing cannot make it write a row.
/** A ticket to use up: its SHA-256 in hex, and when it ends. */
export const usedTicketTakes = { ticketHash: text, ticketEndsMs: instant };

export type UsedTicket = ValuesOf<typeof usedTicketTakes>;

/** The step `ticket`, of one row where `condition` holds and the ticket was not used before. */
export const useTicket = (names: NamesOf<typeof usedTicketTakes>, condition: string) =>
  `ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode(${names.ticketHash}, 'hex'), 'used', '', ${names.ticketEndsMs} where ${condition}
  on conflict do nothing returning 1
)`;

/** A ticket that a passkey uses up, and how often the passkey has signed. */
export type UsedPasskey = ValuesOf<typeof usedPasskeyTakes>;
export const usedPasskeyTakes = { ...usedTicketTakes, passkeyId: int8, counter: int8 };

/** The steps of a statement that use a ticket and a passkey, whose counter must have grown: `step (user_id)`. */
export const usePasskey = (
  { passkeyId, counter, ...names }: NamesOf<typeof usedPasskeyTakes>,
  step: string,
  now: string,
) => `${useTicket(names, `exists (select from passkey where id = ${passkeyId})`)}, ${step} as (
  update passkey set counter = ${counter}, last_used_at = ${now}
  where id = ${passkeyId} and (counter < ${counter} or ${counter} = 0) and exists (select from ticket)
  returning user_id
)`;

export function prepareAttempts({ writes, reads }: Database) {
  const endAttempt = async (attempt: Attempt): Promise<void> => {
    await end.run(writes, attemptValues(attempt));
  };
  return {
    /**
     * Writes an attempt down; undefined if it may go on, else the milliseconds until another one may. A refused one is
     * not counted.
     */
    async beginAttempt(
      attempt: Attempt,
      { ofPlace, ofSubject }: { ofPlace: number; ofSubject: number },
    ): Promise<number | undefined> {
      const { place, subject, atMs: now } = attempt;
      const judged = await begin.first(writes, {
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

    /** Takes back an attempt that was right, or was not judged. */
    endAttempt,

    /** True for a browser in which this person has signed in before; `tokenHash` is SHA-256 in hex. */
    async isKnownBrowser(tokenHash: string, by: { email: string } | { userId: bigint }) {
      const whose = { email: null, userId: null, ...by };
      return (await knows.first(reads, { tokenHash, ...whose }))?.isKnown ?? false;
    },
  };
}

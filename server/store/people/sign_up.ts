// Turns a link into a person with a session, in one statement that deletes the link: if two people have the same link,
// one of them signs up.
import { repeatOnClash } from '../postgres/clashes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, date, instant, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { forgetBrowsers } from './attempts.ts';
import { withoutTotp } from './credentials.ts';
import { holds } from './links.ts';
import {
  accountGives,
  accountSteps,
  type FullOf,
  fullOf,
  joinSteps,
  membershipBounds,
  membershipGives,
  membershipTakes,
} from './members.ts';
import { type NewSession, sessionSteps, sessionTakes } from './open_session.ts';
import { type EventOrigin, eventTakes, recordEvent } from './people.ts';
import { endSessions } from './sessions.ts';

/** A person who signs up. */
type NewPerson = ValuesOf<typeof newPerson>;
const newPerson = {
  tokenHash: text,
  newPersonId: int8,
  email: text,
  newName: text,
  passwordHash: text,
  /** The account that the first person is given where the link names none. */
  newAccountId: int8,
  accountName: text,
  country: text,
  period: date,
};

const signUp = statement({
  takes: { ...sessionTakes, ...newPerson, mostMembers: int4 },
  gives: {
    isLink: bool('exists (select from held)'),
    isOwn: bool('exists (select from own)'),
    isTaken: bool('exists (select from taken)'),
    ...accountGives,
    personId: int8.orNull('(select person_id from session)'),
  },
  expects: 'one',
  text: ({ row, ...names }) => `
with held as materialized (
  select l.* from person_link l
  where l.token_hash = decode(${names.tokenHash}, 'hex') and ${holds(names.nowMs)}
    and l.kind in ('first_person', 'invitation')
    and (l.kind <> 'first_person' or not exists (select from person))
), own as (
  select id, account_id from held where coalesce(email, ${names.email}) = ${names.email}
), taken as (
  select from person where email = ${names.email}
), ${accountSteps(
    { accountId: '(select account_id from own)', where: 'not exists (select from taken)' },
    names.mostMembers,
  )}, link as (
  delete from person_link l using own
  where l.id = own.id and not exists (select from taken)
    and (own.account_id is null or exists (select from turn))
  returning l.*
), added as (
  insert into person (id, email, name, password_hash, is_operator, totp_last_step, created_at, email_proved_at)
  select ${names.newPersonId}, ${names.email}, ${names.newName}, ${names.passwordHash}, kind = 'first_person', 0,
    ${names.nowMs}, case when is_mailed then ${names.nowMs} end from link
  returning id
), opened as (
  insert into account (id, name, country, exempt, period, created_at, texts_used, last_message_id, last_seq,
    last_device_id)
  select ${names.newAccountId}, ${names.accountName}, ${names.country}, false, ${names.period}, ${names.nowMs}, 0, 0, 0, 0
  from link where account_id is null
  returning id
), joined as (
  insert into membership (account_id, person_id, role, joined_at)
  select coalesce(link.account_id, opened.id), added.id, coalesce(link.role, 'owner'), ${names.nowMs}
  from link cross join added left join opened on true
  returning person_id
), proof as (select person_id from joined
), ${sessionSteps(names)}
select ${row}`,
});

const startAnew = statement({
  takes: { ...sessionTakes, ...eventTakes, tokenHash: text, passwordHash: text },
  gives: { personId: int8 },
  expects: 'some',
  text: ({ row, tokenHash, passwordHash, ...names }) => `
with link as (
  delete from person_link where token_hash = decode(${tokenHash}, 'hex') and expires_at > ${names.nowMs} and kind = 'reset'
  returning person_id
), proof as (
  update person set password_hash = ${passwordHash}, totp_secret = null, totp_confirmed_at = null
  where id in (select person_id from link) returning id as person_id
), ${withoutTotp('(select person_id from link)', 'true')}, keys as (
  delete from passkey where person_id in (select person_id from link)
), withdrawn as (
  delete from person_link l using link
  where l.made_by = link.person_id or (l.person_id = link.person_id and l.kind in ('email', 'password'))
), ${forgetBrowsers('person_id in (select person_id from link)')}, ${recordEvent(
    'link',
    "'new_start'",
    names,
    names.nowMs,
  )}, ${endSessions('person_id in (select person_id from link)', names.nowMs)}, ${sessionSteps(names)}
select ${row} from (values (1)) as one left join session on true`,
});

const accept = statement({
  takes: { tokenHash: text, personId: int8, nowMs: instant, ...membershipTakes },
  gives: {
    ...membershipGives,
    isLink: bool('exists (select from held)'),
    isMember: bool('exists (select from there)'),
    accountId: int8.orNull('(select account_id from joined)'),
  },
  expects: 'one',
  text: ({ tokenHash, personId, nowMs, row, ...bounds }) => `
with held as materialized (
  select l.* from person_link l
  where l.token_hash = decode(${tokenHash}, 'hex') and l.kind = 'invitation' and ${holds(nowMs)}
), own as (
  select h.id, h.account_id, h.is_mailed from held h join person p on p.id = ${personId} and p.email = h.email
), there as (
  select from membership m join held h on h.account_id = m.account_id where m.person_id = ${personId}
), ${joinSteps(
    {
      accountId: '(select account_id from own)',
      personId,
      where: 'exists (select from own) and not exists (select from there)',
      // The holder of a mailed link reads mail to their address.
      set: `email_proved_at = coalesce(o.email_proved_at, (select ${nowMs} from own where is_mailed))`,
    },
    bounds,
  )}, link as (
  delete from person_link l using own
  where l.id = own.id and exists (select from turn) and exists (select from turn_of_person) returning l.*
), joined as (
  insert into membership (account_id, person_id, role, joined_at)
  select account_id, ${personId}, role, ${nowMs} from link on conflict do nothing returning account_id
)
select ${row}`,
});

/** `tokenHash` is SHA-256 in hex. */
export const prepareSignUp = ({ writes }: Database) => ({
  /**
   * Signs up by the first person's link or an invitation. `not_own`: it is for another e-mail address. `is_taken`:
   * another person has the address. `account_full`: the account has `mostMembers`, however many come at once.
   */
  async signUp(
    person: NewPerson,
    session: NewSession,
    mostMembers = membershipBounds.mostMembers,
  ): Promise<bigint | 'no_link' | 'not_own' | 'is_taken' | 'account_full'> {
    for (;;) {
      const [done] = await repeatOnClash(() => signUp.run(writes, { ...person, ...session, mostMembers }));
      if (done?.personId != null) return done.personId;
      if (!done?.isLink) return 'no_link';
      if (!done.isOwn) return 'not_own';
      if (done.isTaken) return 'is_taken';
      if (done.isAccountFull) return 'account_full';
    }
  },

  /** Replaces all proofs of a person by a password, and ends all their sessions but the new one, and their invitations. */
  startAnew: async (tokenHash: string, passwordHash: string, session: NewSession, origin: EventOrigin) =>
    (await startAnew.first(writes, { tokenHash, passwordHash, ...session, ...origin }))?.personId,

  /** A person accepts an invitation for their address, within the bounds; returns the account. */
  async acceptInvitation(
    tokenHash: string,
    personId: bigint,
    nowMs: number,
    bounds = membershipBounds,
  ): Promise<bigint | 'no_link' | 'not_own' | 'is_member' | FullOf> {
    for (;;) {
      const done = await accept.first(writes, { tokenHash, personId, nowMs, ...bounds });
      if (done?.accountId != null) return done.accountId;
      if (!done?.isLink) return 'no_link';
      if (done.isMember) return 'is_member';
      if (!done.isAsked) return 'not_own';
      const full = fullOf(done);
      if (full) return full;
    }
  },
});

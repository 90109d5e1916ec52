// A link becomes a person with a session, in one statement: the link goes with it, so that of two who hold it one signs
// up.

import type { Database } from '../database/database.ts';
import { bool, date, instant, int8, text, word } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';
import { withoutTotp } from './credentials.ts';
import type { LinkKind } from './links.ts';
import { type NewSession, sessionSteps, sessionTakes } from './open_session.ts';
import { endSessions } from './sessions.ts';

/** Who signs up. */
interface NewPerson {
  tokenHash: string;
  newPersonId: bigint;
  email: string;
  newName: string;
  passwordHash: string;
  /** The account that the first person is given where the link names none. */
  newAccountId: bigint;
  accountName: string;
  country: string;
  period: string;
}

const signUp = statement({
  takes: {
    ...sessionTakes,
    tokenHash: text,
    newPersonId: int8,
    email: text,
    newName: text,
    passwordHash: text,
    newAccountId: int8,
    accountName: text,
    country: text,
    period: date,
  },
  gives: {
    isLink: bool('exists (select from held)'),
    personId: int8.orNull('(select person_id from session)'),
  },
  expects: 'one',
  text: ({ row, ...names }) => `
with held as materialized (
  select l.* from person_link l
  where l.token_hash = decode(${names.tokenHash}, 'hex') and l.expires_at > ${names.nowMs}
    and l.kind in ('first_person', 'invitation')
    and (l.kind <> 'first_person' or not exists (select from person))
), link as (
  delete from person_link l using held
  where l.id = held.id and not exists (select from person where email = ${names.email})
  returning l.*
), added as (
  insert into person (id, email, name, password_hash, is_operator, totp_last_step, created_at)
  select ${names.newPersonId}, ${names.email}, ${names.newName}, ${names.passwordHash}, kind = 'first_person', 0,
    ${names.nowMs} from link
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
  takes: { ...sessionTakes, tokenHash: text, passwordHash: text },
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
), ${endSessions('person_id in (select person_id from link)', names.nowMs)}, ${sessionSteps(names)}
select ${row} from (values (1)) as one left join session on true`,
});

const accept = statement({
  takes: { tokenHash: text, personId: int8, nowMs: instant },
  gives: {
    kind: word<LinkKind>().orNull('(select kind from held)'),
    isMember: bool('exists (select from there)'),
    accountId: int8.orNull('(select account_id from joined)'),
  },
  expects: 'one',
  text: ({ tokenHash, personId, nowMs, row }) => `
with held as materialized (
  select * from person_link where token_hash = decode(${tokenHash}, 'hex') and expires_at > ${nowMs}
), there as (
  select from membership m join held h on h.account_id = m.account_id where m.person_id = ${personId}
), link as (
  delete from person_link l using held h
  where l.id = h.id and h.kind = 'invitation' and not exists (select from there) returning l.*
), joined as (
  insert into membership (account_id, person_id, role, joined_at)
  select account_id, ${personId}, role, ${nowMs} from link on conflict do nothing returning account_id
)
select ${row}`,
});

/** Prepares what links lead to. `tokenHash` is SHA-256 in hex. */
export function prepareSignUp({ writes }: Database) {
  return {
    /** Signs up by the first person's link or an invitation. `is_taken`: the e-mail address is somebody's already. */
    async signUp(person: NewPerson, session: NewSession): Promise<bigint | 'no_link' | 'is_taken'> {
      const [done] = await signUp.run(writes, { ...person, ...session });
      if (done?.personId != null) return done.personId;
      return done?.isLink ? 'is_taken' : 'no_link';
    },

    /** Replaces all that a person proves themselves with by a password, and ends all their sessions but the new one. */
    startAnew: async (
      tokenHash: string,
      passwordHash: string,
      session: NewSession,
    ): Promise<bigint | undefined> =>
      (await startAnew.run(writes, { tokenHash, passwordHash, ...session }))[0]?.personId,

    /** A person who exists takes an invitation; returns the account. */
    async acceptInvitation(
      tokenHash: string,
      personId: bigint,
      nowMs: number,
    ): Promise<bigint | 'no_link' | 'is_member'> {
      const [done] = await accept.run(writes, { tokenHash, personId, nowMs });
      if (done?.accountId != null) return done.accountId;
      return done?.kind === 'invitation' && done.isMember ? 'is_member' : 'no_link';
    },
  };
}

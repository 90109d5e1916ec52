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
import { endSessions } from './sessions.ts';
import { type EventOrigin, eventTakes, recordEvent } from './users.ts';

/** A person who signs up. */
type NewUser = ValuesOf<typeof newUser>;
const newUser = {
  tokenHash: text,
  newUserId: int8,
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
  takes: { ...sessionTakes, ...newUser, mostMembers: int4 },
  gives: {
    isLink: bool('exists (select from held)'),
    isOwn: bool('exists (select from own)'),
    isTaken: bool('exists (select from taken)'),
    ...accountGives,
    userId: int8.orNull('(select user_id from session)'),
  },
  expects: 'one',
  text: ({ row, ...names }) => `
with held as materialized (
  select l.* from user_link l
  where l.token_hash = decode(${names.tokenHash}, 'hex') and ${holds(names.nowMs)}
    and l.kind in ('first_user', 'invitation')
    and (l.kind <> 'first_user' or not exists (select from app_user))
), own as (
  select id, account_id from held where coalesce(email, ${names.email}) = ${names.email}
), taken as (
  select from app_user where email = ${names.email}
), ${accountSteps(
    { accountId: '(select account_id from own)', where: 'not exists (select from taken)' },
    names.mostMembers,
  )}, link as (
  delete from user_link l using own
  where l.id = own.id and not exists (select from taken)
    and (own.account_id is null or exists (select from turn))
  returning l.*
), added as (
  insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at, email_verified_at)
  select ${names.newUserId}, ${names.email}, ${names.newName}, ${names.passwordHash}, kind = 'first_user', 0,
    ${names.nowMs}, case when is_mailed then ${names.nowMs} end from link
  returning id
), opened as (
  insert into account (id, name, country, exempt, period, created_at, texts_used, last_message_id, last_seq,
    last_device_id)
  select ${names.newAccountId}, ${names.accountName}, ${names.country}, false, ${names.period}, ${names.nowMs}, 0, 0, 0, 0
  from link where account_id is null
  returning id
), joined as (
  insert into membership (account_id, user_id, role, joined_at)
  select coalesce(link.account_id, opened.id), added.id, coalesce(link.role, 'owner'), ${names.nowMs}
  from link cross join added left join opened on true
  returning user_id
), credential as (select user_id from joined
), ${sessionSteps(names)}
select ${row}`,
});

const startAnew = statement({
  takes: { ...sessionTakes, ...eventTakes, tokenHash: text, passwordHash: text },
  gives: { userId: int8 },
  expects: 'some',
  text: ({ row, tokenHash, passwordHash, ...names }) => `
with link as (
  delete from user_link where token_hash = decode(${tokenHash}, 'hex') and expires_at > ${names.nowMs} and kind = 'reset'
  returning user_id
), credential as (
  update app_user set password_hash = ${passwordHash}, totp_secret = null, totp_confirmed_at = null
  where id in (select user_id from link) returning id as user_id
), ${withoutTotp('(select user_id from link)', 'true')}, keys as (
  delete from passkey where user_id in (select user_id from link)
), withdrawn as (
  delete from user_link l using link
  where l.made_by = link.user_id or (l.user_id = link.user_id and l.kind in ('email', 'password'))
), ${forgetBrowsers('user_id in (select user_id from link)')}, ${recordEvent(
    'link',
    "'new_start'",
    names,
    names.nowMs,
  )}, ${endSessions('user_id in (select user_id from link)', names.nowMs)}, ${sessionSteps(names)}
select ${row} from (values (1)) as one left join session on true`,
});

const accept = statement({
  takes: { tokenHash: text, userId: int8, nowMs: instant, ...membershipTakes },
  gives: {
    ...membershipGives,
    isLink: bool('exists (select from held)'),
    isMember: bool('exists (select from there)'),
    accountId: int8.orNull('(select account_id from joined)'),
  },
  expects: 'one',
  text: ({ tokenHash, userId, nowMs, row, ...bounds }) => `
with held as materialized (
  select l.* from user_link l
  where l.token_hash = decode(${tokenHash}, 'hex') and l.kind = 'invitation' and ${holds(nowMs)}
), own as (
  select h.id, h.account_id, h.is_mailed from held h join app_user p on p.id = ${userId} and p.email = h.email
), there as (
  select from membership m join held h on h.account_id = m.account_id where m.user_id = ${userId}
), ${joinSteps(
    {
      accountId: '(select account_id from own)',
      userId,
      where: 'exists (select from own) and not exists (select from there)',
      // The holder of a mailed link reads mail to their address.
      set: `email_verified_at = coalesce(o.email_verified_at, (select ${nowMs} from own where is_mailed))`,
    },
    bounds,
  )}, link as (
  delete from user_link l using own
  where l.id = own.id and exists (select from turn) and exists (select from turn_of_user) returning l.*
), joined as (
  insert into membership (account_id, user_id, role, joined_at)
  select account_id, ${userId}, role, ${nowMs} from link on conflict do nothing returning account_id
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
    user: NewUser,
    session: NewSession,
    mostMembers = membershipBounds.mostMembers,
  ): Promise<bigint | 'no_link' | 'not_own' | 'is_taken' | 'account_full'> {
    for (;;) {
      const [done] = await repeatOnClash(() => signUp.run(writes, { ...user, ...session, mostMembers }));
      if (done?.userId != null) return done.userId;
      if (!done?.isLink) return 'no_link';
      if (!done.isOwn) return 'not_own';
      if (done.isTaken) return 'is_taken';
      if (done.isAccountFull) return 'account_full';
    }
  },

  /** Replaces all credentials of a person by a password, and ends all their sessions but the new one, and their invitations. */
  startAnew: async (tokenHash: string, passwordHash: string, session: NewSession, origin: EventOrigin) =>
    (await startAnew.first(writes, { tokenHash, passwordHash, ...session, ...origin }))?.userId,

  /** A person accepts an invitation for their address, within the bounds; returns the account. */
  async acceptInvitation(
    tokenHash: string,
    userId: bigint,
    nowMs: number,
    bounds = membershipBounds,
  ): Promise<bigint | 'no_link' | 'not_own' | 'is_member' | FullOf> {
    for (;;) {
      const done = await accept.first(writes, { tokenHash, userId, nowMs, ...bounds });
      if (done?.accountId != null) return done.accountId;
      if (!done?.isLink) return 'no_link';
      if (done.isMember) return 'is_member';
      if (!done.isAsked) return 'not_own';
      const full = fullOf(done);
      if (full) return full;
    }
  },
});

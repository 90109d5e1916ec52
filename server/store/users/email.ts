// A person's e-mail address. The link that is mailed to it verifies it, and gives it to the person.
import { repeatOnClash } from '../postgres/clashes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type NewLink, newLink } from './links.ts';
import { mailSteps, mailTakes, mailTimes, mailWindowMs } from './mail_windows.ts';
import { type EventOrigin, eventTakes, recordEvent } from './users.ts';

/** Most mails in an hour that verify an address: from one person, and to one recipient, invitations included. */
const verificationMails = { ofUser: 3, toOne: 5 };

/** Most notices of sign-ins in an hour to one recipient. */
const noticeMails = 10;

const ask = statement({
  takes: { ...newLink, userId: int8, email: text, ...mailTakes },
  gives: {
    isSent: bool('exists (select from mails_sent)'),
    oldestMail: count.orNull('(select max(oldest) from mails_refused)'),
  },
  expects: 'one',
  text: ({ id, tokenHash, userId, email, nowMs, expiresAtMs, row, ...mail }) => `
with ${mailSteps(
    {
      refusing: [{ subject: `'verification of ' || ${userId}`, most: verificationMails.ofUser }],
      silent: { subject: `'to ' || ${email}`, most: verificationMails.toOne },
      condition: 'true',
    },
    mail,
  )}, replaced as (
  delete from user_link where user_id = ${userId} and kind = 'email' and not exists (select from mails_refused)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, email, created_at, expires_at, is_mailed)
  select ${id}, 'email', decode(${tokenHash}, 'hex'), id, ${email}, ${nowMs}, ${expiresAtMs}, true from app_user
  where id = ${userId} and not exists (select from mails_refused)
)
select ${row}`,
});

const verify = statement({
  takes: { tokenHash: text, userId: int8, ...eventTakes, nowMs: instant },
  gives: {
    isLink: bool('exists (select from held)'),
    before: text.orNull('(select email from before where exists (select from changed))'),
  },
  expects: 'one',
  text: ({ tokenHash, userId, nowMs, row, ...names }) => `
with held as materialized (
  select id, email from user_link
  where token_hash = decode(${tokenHash}, 'hex') and expires_at > ${nowMs} and kind = 'email' and user_id = ${userId}
), before as materialized (
  select email from app_user where id = ${userId}
), link as (
  delete from user_link l using held h
  where l.id = h.id and not exists (select from app_user p where p.email = h.email and p.id <> ${userId})
  returning h.email
), changed as (
  update app_user p set email = link.email, email_verified_at = ${nowMs} from link where p.id = ${userId} returning 1
), moved as (
  select ${userId} as user_id from before b, link where b.email <> link.email
), ${recordEvent('moved', "'new_email'", names, nowMs)}, withdrawn as (
  delete from user_link where kind in ('reset', 'password') and user_id = ${userId} and exists (select from link)
)
select ${row}`,
});

const countNotice = statement({
  takes: { email: text, ...mailTakes },
  gives: { isSent: bool('exists (select from mails_sent)') },
  expects: 'one',
  text: ({ email, row, ...mail }) => `
with ${mailSteps(
    { refusing: [], silent: { subject: `'notice to ' || ${email}`, most: noticeMails }, condition: 'true' },
    mail,
  )}
select ${row}`,
});

/** `tokenHash` is SHA-256 in hex. */
export const prepareEmail = ({ writes }: Database) => ({
  /** Keeps a link for an address, in place of an older one. `waitMs`: too many were asked for in the last hour. */
  async insertEmailLink(
    link: NewLink & { userId: bigint; email: string },
  ): Promise<{ isSent: boolean } | { waitMs: number }> {
    const done = await ask.first(writes, { ...link, ...mailTimes(link.nowMs) });
    if (done?.oldestMail != null) return { waitMs: Math.max(1, done.oldestMail + mailWindowMs - link.nowMs) };
    return { isSent: done?.isSent ?? false };
  },

  /** Whether one more notice may be sent to an address; it is counted. */
  countNotice: async (email: string, nowMs: number) =>
    (await countNotice.first(writes, { email, ...mailTimes(nowMs) }))?.isSent ?? false,

  /** Returns the address that the person had before. Links for a new start or a new password that went there are void. */
  async verifyEmail(
    tokenHash: string,
    userId: bigint,
    origin: EventOrigin,
    nowMs: number,
  ): Promise<{ before: string } | 'no_link' | 'is_taken'> {
    const [done] = await repeatOnClash(() => verify.run(writes, { tokenHash, userId, ...origin, nowMs }));
    if (done?.before != null) return { before: done.before };
    return done?.isLink ? 'is_taken' : 'no_link';
  },
});

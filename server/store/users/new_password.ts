// A new password in place of a forgotten one. One statement keeps the link and counts its mail. Another one uses it: it
// deletes the link, and sets the password of the person who still has the address that the link was mailed to.
import type { Database } from '../postgres/database.ts';
import { bool, instant, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { forgetBrowsers } from './attempts.ts';
import { type NewLink, newLink } from './links.ts';
import { mailSteps, mailTakes, mailTimes } from './mail_windows.ts';
import { endSessions } from './sessions.ts';
import { type EventOrigin, eventTakes, recordEvent } from './users.ts';

/** Most mails for a new password in an hour to one person. */
const mostMails = 3;

const insert = statement({
  takes: { ...newLink, email: text, ...mailTakes },
  gives: { isSent: bool('exists (select from mails_sent)') },
  expects: 'one',
  text: ({ id, tokenHash, email, nowMs, expiresAtMs, row, ...mail }) => `
with whose as materialized (
  select id, email from app_user where email = ${email} and email_verified_at is not null
), ${mailSteps(
    {
      refusing: [],
      silent: { subject: `'new password of ' || (select id from whose)`, most: mostMails },
      condition: 'exists (select from whose)',
    },
    mail,
  )}, replaced as (
  delete from user_link
  where kind = 'password' and user_id in (select id from whose) and exists (select from mails_sent)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, email, created_at, expires_at, is_mailed)
  select ${id}, 'password', decode(${tokenHash}, 'hex'), id, email, ${nowMs}, ${expiresAtMs}, true from whose
  where exists (select from mails_sent)
)
select ${row}`,
});

const use = statement({
  takes: { tokenHash: text, passwordHash: text, ...eventTakes, nowMs: instant },
  gives: { email: text.orNull('(select email from changed)') },
  expects: 'one',
  text: ({ tokenHash, passwordHash, nowMs, row, ...names }) => `
with link as (
  delete from user_link where token_hash = decode(${tokenHash}, 'hex') and expires_at > ${nowMs} and kind = 'password'
  returning user_id, email
), changed as (
  update app_user p set password_hash = ${passwordHash} from link
  where p.id = link.user_id and p.email = link.email returning p.id as user_id, p.email
), withdrawn as (
  delete from user_link l using changed c
  where l.user_id = c.user_id and l.kind in ('email', 'password') and l.token_hash <> decode(${tokenHash}, 'hex')
), ${forgetBrowsers('user_id in (select user_id from changed)')}, ${recordEvent(
    'changed',
    "'forgotten_password'",
    names,
    nowMs,
  )}, ${endSessions('user_id in (select user_id from changed)', nowMs)}
select ${row}`,
});

/** `tokenHash` is SHA-256 in hex. */
export const prepareNewPassword = ({ writes }: Database) => ({
  /**
   * Keeps a link for the person who has verified the address, in place of an older one. False where nobody has, and after 3 in
   * an hour.
   */
  insertPasswordLink: async (link: NewLink & { email: string }): Promise<boolean> =>
    (await insert.first(writes, { ...link, ...mailTimes(link.nowMs) }))?.isSent ?? false,

  /** Sets the password and ends all sessions of the link's person; returns their address, and null for a link that is not valid. */
  setPasswordByLink: async (
    tokenHash: string,
    passwordHash: string,
    origin: EventOrigin,
    nowMs: number,
  ): Promise<string | null> =>
    (await use.first(writes, { tokenHash, passwordHash, ...origin, nowMs }))?.email ?? null,
});

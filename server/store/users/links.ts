// Links that are used once: of the first person, invitations, new starts, those that verify an e-mail address, and those
// that set a password in place of a forgotten one. The statement that uses a link deletes it. An invitation is made in
// one statement, which judges its maker, whether there is space, and whether a mail may be sent for it.
import type { Role } from '../../domain/users/role.ts';
import { isSandboxed } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { mailSteps, mailTakes, mailTimes, mailWindowMs } from './mail_windows.ts';

/** The purpose of a link; one for an e-mail address verifies it, and one for a password sets it. */
export type LinkKind = 'first_user' | 'invitation' | 'reset' | 'email' | 'password';

const linkRow = {
  kind: word<LinkKind>()('l.kind'),
  accountName: text.orNull('a.name'),
  email: text.orNull('coalesce(l.email, p.email)'),
  role: word<Role>().orNull('l.role'),
  expiresAtMs: instant('l.expires_at'),
};

/** A link as its holder sees it. */
export type LinkRow = RowOf<typeof linkRow>;

/** An invitation, without its token. */
export type InvitationRow = RowOf<typeof invitationRow>;
const invitationRow = {
  id: int8,
  email: text,
  role: word<Role>(),
  createdAtMs: instant,
  expiresAtMs: instant,
};

/** Whether a person of one role may invite to another: only owners make owners. */
export const mayInvite = (maker: string, invited: string) =>
  `(${maker} = 'owner' or (${maker} = 'admin' and ${invited} <> 'owner'))`;

/** Whether the link `l` is valid: an invitation is as long as its maker would still be allowed to make it. */
export const holds = (now: string) => `l.expires_at > ${now} and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.user_id = l.made_by and ${mayInvite('m.role', 'l.role')}
))`;

const find = statement({
  takes: { tokenHash: text, nowMs: instant },
  gives: linkRow,
  expects: 'any',
  text: ({ tokenHash, nowMs, row }) => `
select ${row} from user_link l left join account a on a.id = l.account_id left join app_user p on p.id = l.user_id
where l.token_hash = decode(${tokenHash}, 'hex') and ${holds(nowMs)}`,
});

const list = statement({
  takes: { accountId: int8, nowMs: instant, limit: count },
  gives: invitationRow,
  expects: 'any',
  text: ({ accountId, nowMs, limit, row }) => `
select ${row} from user_link l
where account_id = ${accountId} and kind = 'invitation' and ${holds(nowMs)} order by created_at, id limit ${limit}`,
});

const revoke = statement({
  takes: { accountId: int8, id: int8 },
  gives: { id: int8 },
  expects: 'any',
  text: ({ accountId, id, row }) => `
delete from user_link where account_id = ${accountId} and id = ${id} and kind = 'invitation' returning ${row}`,
});

/** A link to be made; `tokenHash` is SHA-256 in hex. */
export type NewLink = ValuesOf<typeof newLink>;
export const newLink = { id: int8, tokenHash: text, nowMs: instant, expiresAtMs: instant };

const first = statement({
  takes: { ...newLink, accountId: int8.orNull },
  gives: { isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, tokenHash, accountId, nowMs, expiresAtMs, row }) => `
with replaced as (
  delete from user_link where kind = 'first_user'
), stored as (
  insert into user_link (id, kind, token_hash, account_id, role, created_at, expires_at)
  select ${id}, 'first_user', decode(${tokenHash}, 'hex'), (select id from account where id = ${accountId} and not ${isSandboxed('id')}), 'owner',
    ${nowMs}, ${expiresAtMs}
  where not exists (select from app_user)
  returning 1
)
select ${row}`,
});

const reset = statement({
  takes: { ...newLink, email: text },
  gives: { isKnown: bool('exists (select from known)'), isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, tokenHash, email, nowMs, expiresAtMs, row }) => `
with known as (
  select id, email_verified_at from app_user where email = ${email}
), whose as (
  select id from known where email_verified_at is not null
), replaced as (
  delete from user_link where kind = 'reset' and user_id in (select id from whose)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, created_at, expires_at)
  select ${id}, 'reset', decode(${tokenHash}, 'hex'), whose.id, ${nowMs}, ${expiresAtMs} from whose returning 1
)
select ${row}`,
});

const isAnybody = statement({
  takes: {},
  gives: { isThere: bool('exists (select from app_user)') },
  expects: 'one',
  text: ({ row }) => `select ${row}`,
});

/**
 * Most mails with invitations in an hour: from one account, from one person, from an account to one recipient, and to a
 * recipient in all.
 */
const invitationMails = { ofAccount: 20, ofUser: 20, ofAccountToOne: 5, toOne: 5 };

/** An invitation to be made. */
type NewInvitation = ValuesOf<typeof newInvitation>;
const newInvitation = {
  ...newLink,
  accountId: int8,
  /** The member who makes it; null for the operator's command line. */
  madeBy: int8.orNull,
  email: text,
  role: word<Role>(),
  /** True where the link goes to `email` by mail, and no other person sees it. */
  isMailed: bool,
};

const invite = statement({
  takes: { ...newInvitation, most: int4, isCounted: bool, ...mailTakes },
  gives: {
    isAccount: bool(`exists (select from named)`),
    mayInvite: bool('exists (select from allowed)'),
    isMember: bool('exists (select from there)'),
    isPlaced: bool('exists (select from place)'),
    isStored: bool('exists (select from stored)'),
    isSent: bool('exists (select from mails_sent)'),
    /** The oldest mail that counts, if there were too many. */
    oldestMail: count.orNull('(select max(oldest) from mails_refused)'),
  },
  expects: 'one',
  text: ({ row, ...given }) => `
with named as (
  select id from account where id = ${given.accountId} and not ${isSandboxed('id')}
), maker as materialized (
  select from membership m
  where m.account_id = ${given.accountId} and m.user_id = ${given.madeBy} and ${mayInvite('m.role', given.role)} for share
), allowed as (
  select from named where ${given.madeBy} is null or exists (select from maker)
), there as (
  select from membership m join app_user p on p.id = m.user_id
  where m.account_id = ${given.accountId} and p.email = ${given.email}
), others as materialized (
  select slot from user_link
  where account_id = ${given.accountId} and kind = 'invitation' and email <> ${given.email} and expires_at > ${given.nowMs}
), fits as materialized (
  select from allowed where not exists (select from there) and (select count(*) from others) < ${given.most}
), ${mailSteps(
    {
      refusing: [
        { subject: `'account ' || ${given.accountId}`, most: invitationMails.ofAccount },
        {
          subject: `'account ' || ${given.accountId} || ' to ' || ${given.email}`,
          most: invitationMails.ofAccountToOne,
        },
        { subject: `'person ' || ${given.madeBy}`, most: invitationMails.ofUser },
      ],
      silent: { subject: `'to ' || ${given.email}`, most: invitationMails.toOne },
      condition: `${given.isMailed} and not ${given.isCounted} and exists (select from fits)`,
    },
    given,
  )}, replaced as (
  delete from user_link
  where account_id = ${given.accountId} and kind = 'invitation' and (email = ${given.email} or expires_at <= ${given.nowMs})
    and exists (select from fits) and not exists (select from mails_refused)
  returning slot
), place as materialized (
  select s.slot from generate_series(1, ${given.most}) as s (slot)
  where exists (select from fits) and not exists (select from mails_refused) and s.slot not in (
    select o.slot from others o where o.slot is not null
  ) order by s.slot in (select r.slot from replaced r where r.slot is not null) desc, random() limit 1
), stored as (
  insert into user_link
    (id, kind, token_hash, account_id, email, role, created_at, expires_at, made_by, is_mailed, slot)
  select ${given.id}, 'invitation', decode(${given.tokenHash}, 'hex'), ${given.accountId}, ${given.email}, ${given.role}, ${given.nowMs}, ${given.expiresAtMs},
    ${given.madeBy}, ${given.isMailed}, place.slot from place
  on conflict (account_id, slot) do nothing returning 1
)
select ${row}`,
});

/** The result of making an invitation. */
type InviteOutcome =
  | { isSent: boolean }
  | { waitMs: number }
  | 'no_account'
  | 'may_not'
  | 'is_member'
  | 'full';

/** A new link replaces older ones for the same purpose. */
export const preparePersonLinks = ({ reads, writes }: Database) => ({
  /** Undefined for one that is unknown, used or expired. */
  findLink: (tokenHash: string, nowMs: number) => find.first(reads, { tokenHash, nowMs }),

  /** The valid ones, oldest first, up to `limit`. */
  listInvitations: (accountId: bigint, nowMs: number, limit: number) =>
    list.run(reads, { accountId, nowMs, limit }),

  revokeInvitation: (accountId: bigint, id: bigint) => revoke.any(writes, { accountId, id }),

  /** False once there is a person. */
  insertFirstLink: async (link: NewLink, accountId: bigint | null) =>
    (await first.first(writes, { ...link, accountId }))?.isStored ?? false,

  /** `not_verified`: the person never verified the address. */
  async insertResetLink(link: NewLink, email: string): Promise<'stored' | 'nobody' | 'not_verified'> {
    const done = await reset.first(writes, { ...link, email });
    if (done?.isStored) return 'stored';
    return done?.isKnown ? 'not_verified' : 'nobody';
  },

  /** True once there is a person. */
  isAnybodyThere: async () => (await isAnybody.first(reads, {}))?.isThere ?? false,

  /**
   * An account has at most `most` open invitations. `waitMs`: too many mails were sent in the last hour. `isSent` is
   * false if there is no mail, or if its recipient got too many from others.
   */
  async insertInvitation(link: NewInvitation, most: number): Promise<InviteOutcome> {
    let [isCounted, isSent] = [false, false];
    // If two choose the same number at once, one gets it, and the other chooses again.
    for (let round = 0; round <= most; round++) {
      const done = await invite.first(writes, { ...link, most, isCounted, ...mailTimes(link.nowMs) });
      isSent ||= done?.isSent ?? false;
      if (done?.isStored) return { isSent };
      if (!done?.isAccount) return 'no_account';
      if (!done.mayInvite) return 'may_not';
      if (done.isMember) return 'is_member';
      if (done.oldestMail !== null)
        return { waitMs: Math.max(1, done.oldestMail + mailWindowMs - link.nowMs) };
      if (!done.isPlaced) return 'full';
      isCounted = true;
    }
    return 'full';
  },
});

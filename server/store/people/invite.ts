// An invitation is made in one statement, which judges who makes it, whether there is space, and whether a mail may be
// sent for it.
import type { Role } from '../../domain/role.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { mayInvite, type NewLink } from './links.ts';
import { mailSteps, mailTakes, mailTimes, mailWindowMs } from './mail_windows.ts';

/** Mails with invitations in an hour: of one account, of one person, of an account to one recipient, and to them in all. */
const invitationMails = { ofAccount: 20, ofPerson: 20, ofAccountToOne: 5, toOne: 5 };

const invite = statement({
  takes: {
    id: int8,
    tokenHash: text,
    accountId: int8,
    madeBy: int8.orNull,
    email: text,
    role: word<Role>(),
    nowMs: instant,
    expiresAtMs: instant,
    most: int4,
    isMailed: bool,
    isCounted: bool,
    ...mailTakes,
  },
  gives: {
    isAccount: bool(`exists (select from named)`),
    mayInvite: bool('exists (select from allowed)'),
    isMember: bool('exists (select from there)'),
    isPlaced: bool('exists (select from place)'),
    isStored: bool('exists (select from stored)'),
    isSent: bool('exists (select from mails_sent)'),
    /** The oldest mail that counts, where there were too many. */
    oldestMail: count.orNull('(select max(oldest) from mails_refused)'),
  },
  expects: 'one',
  text: ({
    id,
    tokenHash,
    accountId,
    madeBy,
    email,
    role,
    nowMs,
    expiresAtMs,
    most,
    isMailed,
    isCounted,
    row,
    ...mail
  }) => `
with named as (
  select id from account where id = ${accountId}
), maker as materialized (
  select from membership m
  where m.account_id = ${accountId} and m.person_id = ${madeBy} and ${mayInvite('m.role', role)} for share
), allowed as (
  select from named where ${madeBy} is null or exists (select from maker)
), there as (
  select from membership m join person p on p.id = m.person_id
  where m.account_id = ${accountId} and p.email = ${email}
), others as materialized (
  select slot from person_link
  where account_id = ${accountId} and kind = 'invitation' and email <> ${email} and expires_at > ${nowMs}
), fits as materialized (
  select from allowed where not exists (select from there) and (select count(*) from others) < ${most}
), ${mailSteps(
    {
      refusing: [
        { subject: `'account ' || ${accountId}`, most: invitationMails.ofAccount },
        { subject: `'account ' || ${accountId} || ' to ' || ${email}`, most: invitationMails.ofAccountToOne },
        { subject: `'person ' || ${madeBy}`, most: invitationMails.ofPerson },
      ],
      silent: { subject: `'to ' || ${email}`, most: invitationMails.toOne },
      condition: `${isMailed} and not ${isCounted} and exists (select from fits)`,
    },
    mail,
  )}, replaced as (
  delete from person_link
  where account_id = ${accountId} and kind = 'invitation' and (email = ${email} or expires_at <= ${nowMs})
    and exists (select from fits) and not exists (select from mails_refused)
  returning slot
), place as materialized (
  select s.slot from generate_series(1, ${most}) as s (slot)
  where exists (select from fits) and not exists (select from mails_refused) and s.slot not in (
    select o.slot from others o where o.slot is not null
  ) order by s.slot in (select r.slot from replaced r where r.slot is not null) desc, random() limit 1
), stored as (
  insert into person_link
    (id, kind, token_hash, account_id, email, role, created_at, expires_at, made_by, is_mailed, slot)
  select ${id}, 'invitation', decode(${tokenHash}, 'hex'), ${accountId}, ${email}, ${role}, ${nowMs}, ${expiresAtMs},
    ${madeBy}, ${isMailed}, place.slot from place
  on conflict (account_id, slot) do nothing returning 1
)
select ${row}`,
});

/** An invitation that is to be made. */
interface NewInvitation extends NewLink {
  accountId: bigint;
  /** The member who makes it; null for the operator's command line. */
  madeBy: bigint | null;
  email: string;
  role: Role;
  /** True where the link goes to `email` by mail, and nobody else sees it. */
  isMailed: boolean;
}

/** What became of it. */
type InviteOutcome =
  | { isSent: boolean }
  | { waitMs: number }
  | 'no_account'
  | 'may_not'
  | 'is_member'
  | 'full';

/** Prepares the making of invitations. A new one takes the place of an older one for the same address. */
export function prepareInvite({ writes }: Database) {
  return {
    /**
     * An account has `most` open invitations at most. `waitMs`: too many mails were sent in the last hour. `isSent` is
     * false where there is no mail, or where its recipient got too many from others.
     */
    async insertInvitation(link: NewInvitation, most: number): Promise<InviteOutcome> {
      let [isCounted, isSent] = [false, false];
      // Two that choose the same number at once: one has it, and the other chooses again. Somebody gets on each time.
      for (let round = 0; round <= most; round++) {
        const [done] = await invite.run(writes, { ...link, most, isCounted, ...mailTimes(link.nowMs) });
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
  };
}

// Links that make somebody a person of the service. A link's token follows the "#", which browsers send nowhere, so
// that no log has it; here only its hash is stored.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, createSecret, hashSecret } from '../../domain/keys/api_key.ts';
import type { Role } from '../../domain/users/role.ts';
import { linkPrefix } from '../../domain/users/user.ts';
import { forbidden, invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { UserStore } from '../../store/store.ts';
import type { InvitationRow } from '../../store/users/links.ts';
import type { Mails } from './mail/mails.ts';
import { readEmail } from './sign_up.ts';

/** How long links are valid, in milliseconds. */
const invitationLifeMs = 7 * 24 * 3_600_000;
const firstLinkLifeMs = 24 * 3_600_000;
const passwordLinkLifeMs = 30 * 60_000;
/** Most open invitations of one account. */
const mostInvitations = 100;

/** An invitation with its link, which is shown this once; null where it went to its recipient by mail. */
export interface SentInvitation {
  invitation: InvitationRow;
  link: string | null;
}

interface Inviter {
  /** The member who invites; null at the operator's command line. */
  madeBy: bigint | null;
  /** True if the link should be shown although mail could be sent: then it verifies nothing. */
  byHand?: boolean;
}

export type Links = ReturnType<typeof createLinks>;

interface LinksOptions {
  store: UserStore;
  clock: Clock;
  /** The address that browsers reach the gateway at. */
  publicUrl: string;
  /** Sends links by mail; undefined where there is none. */
  mails: Pick<Mails, 'invite' | 'verify' | 'renew'> | undefined;
}

/** Refuses more mail than may be sent in an hour. */
const tooManyMails = (waitMs: number) =>
  new Refusal(
    'rate_limited',
    'too many mails in an hour: 20 with invitations for an account or a person, 5 from an account to one recipient, ' +
      'and 3 to verify an address',
    Math.ceil(waitMs / 1_000),
  );

/** Refuses an action for the owner of an address while nothing has shown who that is. */
export const notVerified = () =>
  invalidRequest(
    'nothing has shown that the e-mail address is this person’s: they confirm it in their settings, or, once you know ' +
      'that it is theirs, `users verify` marks it',
  );

export function createLinks({ store, clock, publicUrl, mails }: LinksOptions) {
  const make = (lifeMs: number, page = 'sign-up') => {
    const token = createSecret(linkPrefix);
    const nowMs = clock.nowMs();
    return {
      row: { id: createRandomId(), tokenHash: hashSecret(token), nowMs, expiresAtMs: nowMs + lifeMs },
      link: `${publicUrl.replace(/\/$/, '')}/${page}#token=${token}`,
    };
  };
  return {
    listInvitations: (accountId: bigint): Promise<InvitationRow[]> =>
      store.listInvitations(accountId, clock.nowMs(), mostInvitations),

    /**
     * Invites somebody, in place of an open invitation of the same e-mail address. Throws `already_exists` for a
     * member, `not_found` for an unknown account, `invalid_request` where 100 invitations are open, and `rate_limited`
     * where too many mails were sent. Only its recipient sees a mailed link, which verifies the address.
     */
    async invite(
      accountId: bigint,
      typed: string,
      role: Role,
      { madeBy, byHand = false }: Inviter,
    ): Promise<SentInvitation> {
      const email = readEmail(typed);
      const { row, link } = make(invitationLifeMs);
      const isMailed = mails !== undefined && !byHand;
      const asked = { ...row, accountId, madeBy, email, role, isMailed };
      const outcome = await store.insertInvitation(asked, mostInvitations);
      if (outcome === 'no_account') throw notFound('account');
      if (outcome === 'may_not') throw forbidden('you may not invite anybody to this role any more');
      if (outcome === 'is_member')
        throw new Refusal('already_exists', 'this person is in the account already');
      if (outcome === 'full')
        throw invalidRequest(`an account may have at most ${mostInvitations} open invitations`);
      if ('waitMs' in outcome) throw tooManyMails(outcome.waitMs);
      if (outcome.isSent) mails?.invite(email, link, madeBy);
      const { id, nowMs, expiresAtMs } = row;
      const invitation = { id, email, role, createdAtMs: nowMs, expiresAtMs };
      return { invitation, link: isMailed ? null : link };
    },

    /** The link of the first person, who runs the service, and owns the account; older ones are void. Null once there is one. */
    async first(accountId: bigint | null): Promise<string | null> {
      const { row, link } = make(firstLinkLifeMs);
      return (await store.insertFirstLink(row, accountId)) ? link : null;
    },

    /** A new start for somebody who has lost what they sign in with. Throws `not_found`, and `invalid_request`. */
    async reset(typed: string): Promise<string> {
      const { row, link } = make(firstLinkLifeMs);
      const outcome = await store.insertResetLink(row, readEmail(typed));
      if (outcome === 'nobody') throw notFound('user');
      if (outcome === 'not_verified') throw notVerified();
      return link;
    },

    /** Mails a link with which a person shows that an address is theirs; undefined where there is no mail. */
    verification:
      mails &&
      (async (userId: bigint, email: string): Promise<void> => {
        const { row, link } = make(firstLinkLifeMs, 'confirm-email');
        const outcome = await store.insertEmailLink({ ...row, userId, email });
        if ('waitMs' in outcome) throw tooManyMails(outcome.waitMs);
        if (outcome.isSent) mails.verify(email, link, userId);
      }),

    /** Mails a link for a new password to the person who has verified the address, if anybody; undefined where there is no mail. */
    renewal:
      mails &&
      (async (email: string): Promise<void> => {
        const { row, link } = make(passwordLinkLifeMs, 'new-password');
        if (await store.insertPasswordLink({ ...row, email })) mails.renew(email, link);
      }),
  };
}

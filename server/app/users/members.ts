// The people of an account. A caller's role is the one that they have in that account.
import type { Clock } from '../../../runtime/clock.ts';
import type { Caller, CallingUser } from '../../domain/access/caller.ts';
import { type Role, reaches } from '../../domain/users/role.ts';
import { forbidden, notFound, Refusal } from '../../errors.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import type { UserStore } from '../../store/store.ts';
import type { InvitationRow } from '../../store/users/links.ts';
import type { MemberOutcome, MemberRow } from '../../store/users/members.ts';
import { membershipBounds } from '../../store/users/members.ts';
import type { Accounts, AccountWanted } from '../accounts/accounts.ts';
import type { Links, SentInvitation } from './links.ts';
import { tooMany } from './sign_up.ts';

const onlyOwners = () => forbidden('only an owner may change owners');
const onlyAdmins = () => forbidden('this needs the role admin');

const hasRole = ({ role }: CallingUser, needed: Role): boolean => role !== null && reaches(role, needed);

/**
 * The member who invites somebody to a role. Null for a service, and for the operator, who may invite only owners, into
 * every account. Throws `forbidden` or `not_found` for anybody who may not invite.
 */
function inviterOf(caller: Caller, role: Role): bigint | null {
  if (caller.kind !== 'user') return null;
  if (hasRole(caller, 'admin') && hasRole(caller, role)) return caller.userId;
  if (caller.isOperator && role === 'owner') return null;
  if (caller.role === null) throw notFound('account');
  throw hasRole(caller, 'admin') ? onlyOwners() : onlyAdmins();
}

function judge(outcome: MemberOutcome): void {
  if (outcome === 'no_member') throw notFound('user');
  if (outcome === 'is_owner') throw onlyOwners();
  if (outcome === 'last_owner')
    throw new Refusal('last_owner', 'an account needs an owner: make somebody else one first');
}

interface MembersOptions {
  store: UserStore;
  links: Links;
  accounts: Pick<Accounts, 'create'>;
  clock: Clock;
}

export type Members = ReturnType<typeof createMembers>;

export function createMembers({ store, links, accounts, clock }: MembersOptions) {
  return {
    /** Invitations are shown to those who may make them. */
    async list(
      caller: CallingUser,
      accountId: bigint,
    ): Promise<{ members: MemberRow[]; invitations: InvitationRow[] }> {
      const [members, invitations] = await Promise.all([
        store.listMembers(accountId),
        hasRole(caller, 'admin') ? links.listInvitations(accountId) : [],
      ]);
      return { members, invitations };
    },

    /**
     * `byHand`: the link is shown even if mail could be sent. Throws `already_exists` for a member, and `forbidden` for
     * an owner who is invited by an admin, and for a person's link by hand.
     */
    async invite(
      caller: Caller,
      accountId: bigint,
      { email, role, byHand }: { email: string; role: Role; byHand: boolean },
    ): Promise<SentInvitation> {
      const madeBy = inviterOf(caller, role);
      if (byHand && caller.kind !== 'service')
        throw forbidden('only a service may have a link to hand over by itself');
      return links.invite(accountId, email, role, { madeBy, byHand });
    },

    /** Throws `not_found`. */
    async revokeInvitation(accountId: bigint, id: bigint): Promise<void> {
      if (!(await store.revokeInvitation(accountId, id))) throw notFound('invitation');
    },

    /** Throws `not_found`, `forbidden` where an owner is made or changed by an admin, and `last_owner`. */
    async setRole(caller: CallingUser, accountId: bigint, userId: bigint, role: Role): Promise<void> {
      if (!hasRole(caller, role)) throw onlyOwners();
      judge(await store.setRole(accountId, userId, role, caller.role === 'owner'));
    },

    /** Anybody may remove themselves. Throws as `setRole` does. */
    async remove(caller: CallingUser, accountId: bigint, userId: bigint): Promise<void> {
      if (userId !== caller.userId && !hasRole(caller, 'admin')) throw onlyAdmins();
      judge(await store.removeMember(accountId, userId, caller.role === 'owner', clock.nowMs()));
    },

    /** The operator makes an account and is its owner. Throws `invalid_request` where they are in too many. */
    async createAccount({ userId }: CallingUser, wanted: AccountWanted): Promise<AccountRow> {
      if ((await store.listMemberAccounts(userId)).length >= membershipBounds.mostAccounts)
        throw tooMany('user_full');
      const account = await accounts.create(wanted);
      const outcome = await store.addMember(account.id, userId, 'owner', clock.nowMs());
      if (outcome !== 'done') throw tooMany(outcome);
      return account;
    },
  };
}

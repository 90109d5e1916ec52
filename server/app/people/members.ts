// The people of an account, and its own settings.
import type { Clock } from '../../../runtime/clock.ts';
import { type Role, reaches } from '../../domain/role.ts';
import { forbidden, notFound, Refusal } from '../../errors.ts';
import type { InvitationRow } from '../../store/people/links.ts';
import type { MemberOutcome, MemberRow } from '../../store/people/members.ts';
import { membershipBounds } from '../../store/people/membership_bounds.ts';
import type { MemberAccount } from '../../store/people/people.ts';
import type { Store } from '../../store/store.ts';
import { type Accounts, readCountry } from '../accounts/accounts.ts';
import { checkName } from '../operator/admin.ts';
import type { Links, SentInvitation } from './links.ts';
import type { SessionClaim, SessionDoor } from './session_door.ts';
import { tooMany } from './sign_up.ts';

const onlyOwners = () => forbidden('only owners change owners');

function judge(outcome: MemberOutcome): void {
  if (outcome === 'no_member') throw notFound('person');
  if (outcome === 'is_owner') throw onlyOwners();
  if (outcome === 'last_owner')
    throw new Refusal('last_owner', 'an account needs an owner: make somebody else one first');
}

interface MembersOptions {
  store: Pick<
    Store,
    | 'addMember'
    | 'findMemberAccount'
    | 'listInvitations'
    | 'listMemberAccounts'
    | 'listMembers'
    | 'removeMember'
    | 'revokeInvitation'
    | 'setRole'
    | 'updateAccount'
  >;
  door: SessionDoor;
  links: Links;
  accounts: Pick<Accounts, 'create'>;
  clock: Clock;
}

/** Binds the actions to the store. Each throws what the door throws. */
export function createMembers({ store, door, links, accounts, clock }: MembersOptions) {
  const find = async (accountId: bigint, personId: bigint): Promise<MemberAccount> => {
    const account = await store.findMemberAccount(accountId, personId);
    if (!account) throw notFound('account');
    return account;
  };
  return {
    /** Invitations are shown to those who may make them. */
    async list(claim: SessionClaim): Promise<{ people: MemberRow[]; invitations: InvitationRow[] }> {
      const { accountId, role } = await door.authorizeSession({ ...claim, needs: 'member' });
      const [people, invitations] = await Promise.all([
        store.listMembers(accountId),
        reaches(role, 'admin') ? links.listInvitations(accountId) : [],
      ]);
      return { people, invitations };
    },

    /** Throws `already_exists` for a member, `forbidden` for an owner who is invited by an admin. */
    async invite(claim: SessionClaim, email: string, role: Role): Promise<SentInvitation> {
      const { accountId, personId, role: own } = await door.authorizeSession({ ...claim, needs: 'admin' });
      if (!reaches(own, role)) throw onlyOwners();
      return links.invite(accountId, email, role, { madeBy: personId });
    },

    /** Throws `not_found`. */
    async revokeInvitation(claim: SessionClaim, id: bigint): Promise<void> {
      const { accountId } = await door.authorizeSession({ ...claim, needs: 'admin' });
      if (!(await store.revokeInvitation(accountId, id))) throw notFound('invitation');
    },

    /** Throws `not_found`, `forbidden` where an owner is made or changed by an admin, and `last_owner`. */
    async setRole(claim: SessionClaim, personId: bigint, role: Role): Promise<void> {
      const { accountId, role: own } = await door.authorizeSession({ ...claim, needs: 'admin' });
      if (!reaches(own, role)) throw onlyOwners();
      judge(await store.setRole(accountId, personId, role, own === 'owner'));
    },

    /** Anybody may remove themselves. Throws as `setRole` does. */
    async remove(claim: SessionClaim, personId: bigint): Promise<void> {
      const member = await door.authorizeSession({ ...claim, needs: 'member' });
      const { accountId, role } = member;
      if (personId !== member.personId && !reaches(role, 'admin'))
        throw forbidden('this takes the role admin');
      judge(await store.removeMember(accountId, personId, role === 'owner', clock.nowMs()));
    },

    async getAccount(claim: SessionClaim): Promise<MemberAccount> {
      const { accountId, personId } = await door.authorizeSession({ ...claim, needs: 'member' });
      return find(accountId, personId);
    },

    async updateAccount(
      claim: SessionClaim,
      { name, country }: { name?: string | undefined; country?: string | undefined },
    ): Promise<MemberAccount> {
      if (name !== undefined) checkName('name', name, 1);
      const read = country === undefined ? undefined : readCountry(country);
      const { accountId, personId } = await door.authorizeSession({ ...claim, needs: 'admin' });
      await store.updateAccount(accountId, { name, country: read });
      return find(accountId, personId);
    },

    /** The operator makes an account and is its owner. Throws `invalid_request` where they are in too many. */
    async createAccount(claim: SessionClaim, name: string, country: string): Promise<bigint> {
      const { personId } = await door.authorizeOperator(claim);
      if ((await store.listMemberAccounts(personId)).length >= membershipBounds.mostAccounts)
        throw tooMany('person_full');
      const { id } = await accounts.create({ name, country, plan: undefined, exempt: false });
      const outcome = await store.addMember(id, personId, 'owner', clock.nowMs());
      if (outcome !== 'done') throw tooMany(outcome);
      return id;
    },
  };
}

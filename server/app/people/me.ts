// What a signed-in person asks about themselves, and the accounts that they go into.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import { sessionKey } from '../../domain/session_key.ts';
import { notFound } from '../../errors.ts';
import type { MemberAccount, PasskeyRow, PersonRow } from '../../store/people/people.ts';
import type { Store } from '../../store/store.ts';
import type { SessionClaim, SessionDoor } from './session_door.ts';

/** A person with their passkeys. */
export interface PersonView extends PersonRow {
  passkeys: PasskeyRow[];
}

interface MeOptions {
  store: Pick<Store, 'enterAccount' | 'findPerson' | 'listMemberAccounts' | 'listPasskeys'>;
  door: SessionDoor;
  clock: Clock;
}

/** Binds the actions to the store. Each throws what the door throws. */
export function createMe({ store, door, clock }: MeOptions) {
  const view = async (personId: bigint): Promise<PersonView> => {
    const [person, passkeys] = await Promise.all([store.findPerson(personId), store.listPasskeys(personId)]);
    if (!person) throw notFound('person');
    return { ...person, passkeys };
  };
  return {
    view,

    /** Who is signed in; undefined where nobody is. */
    async find(claim: SessionClaim): Promise<PersonView | undefined> {
      const signedIn = await door.findPerson(claim);
      return signedIn && view(signedIn.personId);
    },

    async get(claim: SessionClaim): Promise<{ person: PersonView; accounts: MemberAccount[] }> {
      const { personId } = await door.authorizePerson(claim);
      const [person, accounts] = await Promise.all([view(personId), store.listMemberAccounts(personId)]);
      return { person, accounts };
    },

    /** Throws `not_found` for an account that the person is no member of. */
    async enter(claim: SessionClaim): Promise<MemberAccount> {
      const { sessionId, accountId } = await door.authorizeSession({ ...claim, needs: 'member' });
      const keyHash = hashSecret(sessionKey(claim.secret, accountId));
      const account = await store.enterAccount(sessionId, accountId, keyHash, clock.nowMs());
      if (!account) throw notFound('account');
      return account;
    },
  };
}

// What a signed-in person asks about themselves, and the accounts that they go into.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import type { CallingPerson } from '../../domain/caller.ts';
import { sessionKey } from '../../domain/session_key.ts';
import { notFound } from '../../errors.ts';
import type { MemberAccount, PasskeyRow, PersonRow } from '../../store/people/people.ts';
import type { Store } from '../../store/store.ts';

/** A person with their passkeys. */
export interface PersonView extends PersonRow {
  passkeys: PasskeyRow[];
}

interface MeOptions {
  store: Pick<Store, 'enterAccount' | 'findPerson' | 'listMemberAccounts' | 'listPasskeys'>;
  clock: Clock;
}

/** Binds the actions to the store. */
export function createMe({ store, clock }: MeOptions) {
  const view = async (personId: bigint): Promise<PersonView> => {
    const [person, passkeys] = await Promise.all([store.findPerson(personId), store.listPasskeys(personId)]);
    if (!person) throw notFound('person');
    return { ...person, passkeys };
  };
  return {
    view,

    async get({ personId }: CallingPerson): Promise<{ person: PersonView; accounts: MemberAccount[] }> {
      const [person, accounts] = await Promise.all([view(personId), store.listMemberAccounts(personId)]);
      return { person, accounts };
    },

    /** Throws `not_found` for an account that the person is no member of. */
    async enter({ secret, sessionId }: CallingPerson, accountId: bigint): Promise<MemberAccount> {
      const keyHash = hashSecret(sessionKey(secret, accountId));
      const account = await store.enterAccount(sessionId, accountId, keyHash, clock.nowMs());
      if (!account) throw notFound('account');
      return account;
    },
  };
}

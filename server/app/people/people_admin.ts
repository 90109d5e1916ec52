// What the operator does about people at the command line.
import type { Role } from '../../domain/role.ts';
import { notFound } from '../../errors.ts';
import type { ListedPerson } from '../../store/people/people_list.ts';
import type { Store } from '../../store/store.ts';
import type { Links, SentInvitation } from './links.ts';
import { readEmail } from './sign_up.ts';

interface PeopleAdminOptions {
  store: Pick<Store, 'listPeople' | 'setOperator'>;
  links: Links;
}

/** Binds the actions to the store. */
export function createPeopleAdmin({ store, links }: PeopleAdminOptions) {
  return {
    /** Up to `limit` people with ids above `after`, ascending. */
    list: (after: bigint, limit: number): Promise<ListedPerson[]> => store.listPeople(after, limit),

    invite: (accountId: bigint, email: string, role: Role): Promise<SentInvitation> =>
      links.invite(accountId, email, role),

    firstLink: (accountId: bigint | null): Promise<string | null> => links.first(accountId),

    resetLink: (email: string): Promise<string> => links.reset(email),

    /** Throws `not_found`. */
    async setOperator(email: string, isOperator: boolean): Promise<ListedPerson> {
      const person = await store.setOperator(readEmail(email), isOperator);
      if (!person) throw notFound('person');
      return person;
    },
  };
}

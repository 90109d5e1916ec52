// The operator's view of people.
import type { Clock } from '../../../runtime/clock.ts';
import { notFound } from '../../errors.ts';
import type { MemberAccount, PersonRow } from '../../store/people/people.ts';
import type { PeopleStore } from '../../store/store.ts';
import { entriesOf, readSearch } from '../pages.ts';
import { notProved } from './links.ts';
import { readEmail } from './sign_up.ts';

export function createPeopleAdmin(store: PeopleStore, clock: Clock) {
  return {
    /** A page in order of id; it may be short and yet not be the last. */
    async list(
      search: string,
      { limit, cursor }: { limit: number; cursor: bigint | undefined },
    ): Promise<{ people: PersonRow[]; nextAfter: bigint | null }> {
      return store.listPeople(readSearch(search), cursor ?? 0n, entriesOf(limit));
    },

    /** A person and their accounts, in order of name. Throws `not_found`. */
    async get(personId: bigint): Promise<{ person: PersonRow; accounts: MemberAccount[] }> {
      const [person, accounts] = await Promise.all([
        store.findPerson(personId),
        store.listMemberAccounts(personId),
      ]);
      if (!person) throw notFound('person');
      return { person, accounts };
    },

    /** Throws `not_found`, and `invalid_request` for a new operator whose address was not proved. */
    async setOperator(typed: string, isOperator: boolean): Promise<PersonRow> {
      const email = readEmail(typed);
      const person = await store.setOperator(email, isOperator);
      if (person) return person;
      throw (await store.findCredentials(email)) ? notProved() : notFound('person');
    },

    /** The operator vouches for an address. Throws `not_found`. */
    async markEmailProved(email: string): Promise<PersonRow> {
      const person = await store.markEmailProved(readEmail(email), clock.nowMs());
      if (!person) throw notFound('person');
      return person;
    },
  };
}

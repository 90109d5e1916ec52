// The operator's view of people, at the command line.
import type { Clock } from '../../../runtime/clock.ts';
import { notFound } from '../../errors.ts';
import type { PersonRow } from '../../store/people/people.ts';
import type { PeopleStore } from '../../store/store.ts';
import { notProved } from './links.ts';
import { readEmail } from './sign_up.ts';

export function createPeopleAdmin(store: PeopleStore, clock: Clock) {
  return {
    /** Up to `limit` people with ids above `after`, ascending. */
    list: (after: bigint, limit: number): Promise<PersonRow[]> => store.listPeople(after, limit),

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

// The operator's view of people.
import type { Clock } from '../../../runtime/clock.ts';
import { notFound } from '../../errors.ts';
import type { UserStore } from '../../store/store.ts';
import type { MemberAccount, UserRow } from '../../store/users/users.ts';
import { entriesOf, readSearch } from '../pages.ts';
import { notVerified } from './links.ts';
import { readEmail } from './sign_up.ts';

export function createUserAdmin(store: UserStore, clock: Clock) {
  return {
    /** A page in order of id; it may be short and yet not be the last. */
    async list(
      search: string,
      { limit, cursor }: { limit: number; cursor: bigint | undefined },
    ): Promise<{ users: UserRow[]; nextAfter: bigint | null }> {
      return store.listUsers(readSearch(search), cursor ?? 0n, entriesOf(limit));
    },

    /** A person and their accounts, in order of name. Throws `not_found`. */
    async get(userId: bigint): Promise<{ user: UserRow; accounts: MemberAccount[] }> {
      const [user, accounts] = await Promise.all([store.findUser(userId), store.listMemberAccounts(userId)]);
      if (!user) throw notFound('user');
      return { user, accounts };
    },

    /** Throws `not_found`, and `invalid_request` for a new operator whose address was not verified. */
    async setOperator(typed: string, isOperator: boolean): Promise<UserRow> {
      const email = readEmail(typed);
      const user = await store.setOperator(email, isOperator);
      if (user) return user;
      throw (await store.findCredentials(email)) ? notVerified() : notFound('user');
    },

    /** The operator vouches for an address. Throws `not_found`. */
    async markEmailVerified(email: string): Promise<UserRow> {
      const user = await store.markEmailVerified(readEmail(email), clock.nowMs());
      if (!user) throw notFound('user');
      return user;
    },
  };
}

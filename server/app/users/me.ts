// A signed-in person's own name, accounts and sessions.
import type { CallingUser } from '../../domain/access/caller.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { sessionIdleMs, sessionKey } from '../../domain/keys/session_key.ts';
import { languages } from '../../domain/users/language.ts';
import { notFound, readWord } from '../../errors.ts';
import type { SessionView } from '../../store/users/sessions.ts';
import type { MemberAccount } from '../../store/users/users.ts';
import { checkName } from '../names.ts';
import type { UserParts, UserView } from './parts.ts';

export function createMe({ store, clock, view }: Pick<UserParts, 'store' | 'clock' | 'view'>) {
  return {
    view,

    async get({ userId }: CallingUser): Promise<{ user: UserView; accounts: MemberAccount[] }> {
      const [user, accounts] = await Promise.all([view(userId), store.listMemberAccounts(userId)]);
      return { user, accounts };
    },

    async rename({ userId }: CallingUser, name: string): Promise<UserView> {
      checkName('name', name, 1);
      await store.renameUser(userId, name);
      return view(userId);
    },

    /** Mails to the person are in this language from now on. Throws `invalid_request` for an unknown one. */
    async setLanguage({ userId }: CallingUser, wanted: string): Promise<UserView> {
      await store.setLanguage(userId, readWord('language', languages, wanted), false);
      return view(userId);
    },

    /** Throws `not_found` for an account that the person is not a member of. */
    async enter({ secret, sessionId }: CallingUser, accountId: bigint): Promise<MemberAccount> {
      const keyHash = hashSecret(sessionKey(secret, accountId));
      const account = await store.switchAccount(sessionId, accountId, keyHash, clock.nowMs());
      if (!account) throw notFound('account');
      return account;
    },

    /** The latest used first. */
    listSessions: ({ userId }: CallingUser): Promise<SessionView[]> =>
      store.listSessions(userId, clock.nowMs(), sessionIdleMs),

    /** Ends this session; one that has ended already is no error. */
    signOut: ({ userId, sessionId }: CallingUser): Promise<unknown> =>
      store.endSession(userId, sessionId, clock.nowMs()),

    /** Ends one session, or all of them, this one too. Throws `not_found`. */
    async endSessions({ userId }: CallingUser, sessionId: bigint | undefined): Promise<void> {
      if (sessionId === undefined) await store.endAllSessions(userId, clock.nowMs());
      else if (!(await store.endSession(userId, sessionId, clock.nowMs()))) throw notFound('session');
    },
  };
}

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

    /** Mails to the person are in `language` from now on. Throws `invalid_request` for an unknown one. */
    async update(
      { userId }: CallingUser,
      { name, language }: { name?: string; language?: string },
    ): Promise<UserView> {
      if (name !== undefined) checkName('name', name, 1);
      const known = language === undefined ? undefined : readWord('language', languages, language);
      if (name !== undefined) await store.renameUser(userId, name);
      if (known !== undefined) await store.setLanguage(userId, known, false);
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

    /** Throws `not_found`. */
    async endSession({ userId }: CallingUser, id: bigint): Promise<void> {
      if (!(await store.endSession(userId, id, clock.nowMs()))) throw notFound('session');
    },

    /** Ends this one too. */
    endAllSessions: ({ userId }: CallingUser): Promise<unknown> =>
      store.endAllSessions(userId, clock.nowMs()),
  };
}

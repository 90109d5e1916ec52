// A signed-in person's own name, accounts and sessions.
import type { CallingPerson } from '../../domain/access/caller.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { sessionIdleMs, sessionKey } from '../../domain/keys/session_key.ts';
import { languages } from '../../domain/people/language.ts';
import { notFound, readWord } from '../../errors.ts';
import type { MemberAccount } from '../../store/people/people.ts';
import type { SessionView } from '../../store/people/sessions.ts';
import { checkName } from '../names.ts';
import type { PeopleParts, PersonView } from './parts.ts';

export function createMe({ store, clock, view }: Pick<PeopleParts, 'store' | 'clock' | 'view'>) {
  return {
    view,

    async get({ personId }: CallingPerson): Promise<{ person: PersonView; accounts: MemberAccount[] }> {
      const [person, accounts] = await Promise.all([view(personId), store.listMemberAccounts(personId)]);
      return { person, accounts };
    },

    async rename({ personId }: CallingPerson, name: string): Promise<PersonView> {
      checkName('name', name, 1);
      await store.renamePerson(personId, name);
      return view(personId);
    },

    /** Mails to the person are in this language from now on. Throws `invalid_request` for an unknown one. */
    async setLanguage({ personId }: CallingPerson, wanted: string): Promise<PersonView> {
      await store.setLanguage(personId, readWord('language', languages, wanted), false);
      return view(personId);
    },

    /** Throws `not_found` for an account that the person is not a member of. */
    async enter({ secret, sessionId }: CallingPerson, accountId: bigint): Promise<MemberAccount> {
      const keyHash = hashSecret(sessionKey(secret, accountId));
      const account = await store.enterAccount(sessionId, accountId, keyHash, clock.nowMs());
      if (!account) throw notFound('account');
      return account;
    },

    /** The latest used first. */
    listSessions: ({ personId }: CallingPerson): Promise<SessionView[]> =>
      store.listSessions(personId, clock.nowMs(), sessionIdleMs),

    /** Ends this session; one that has ended already is no error. */
    signOut: ({ personId, sessionId }: CallingPerson): Promise<unknown> =>
      store.endSession(personId, sessionId, clock.nowMs()),

    /** Ends one session, or all of them, this one too. Throws `not_found`. */
    async endSessions({ personId }: CallingPerson, sessionId: bigint | undefined): Promise<void> {
      if (sessionId === undefined) await store.endAllSessions(personId, clock.nowMs());
      else if (!(await store.endSession(personId, sessionId, clock.nowMs()))) throw notFound('session');
    },
  };
}

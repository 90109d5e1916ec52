// A signed-in person authenticates again before they change how they sign in. A session alone is not enough:
// somebody else may use an open browser, or have stolen it.
import type { CallingUser } from '../../domain/access/caller.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { CredentialRow } from '../../store/users/credentials.ts';
import type { UserParts } from './parts.ts';
import { wrongCredentials } from './sign_in.ts';
import { askForAssertion, credentialIdOf, type PasskeyAssertion, readSignIn } from './webauthn.ts';

/** How long a re-authentication is valid, in milliseconds. */
const reauthenticationLifeMs = 5 * 60_000;

export const tookTooLong = () => wrongCredentials('this took too long; begin anew');

export type Reauthentication = ReturnType<typeof createReauthentication>;

/** Each throws `wrong_credentials` or `rate_limited`. */
export function createReauthentication({
  store,
  attempts,
  passwords,
  tickets,
  clock,
}: Omit<UserParts, 'view'>) {
  const credentialsOf = async (userId: bigint): Promise<CredentialRow> => {
    const known = await store.findCredentialsOf(userId);
    if (!known) throw notFound('user');
    return known;
  };

  const byPassword = async (caller: CallingUser, password: string): Promise<CredentialRow> => {
    const attempt = await attempts.beginOwn(caller);
    return attempts.judge(attempt, async () => {
      const known = await credentialsOf(caller.userId);
      const isRight = await passwords.verify(password, known.passwordHash, 'known');
      if (
        !isRight ||
        !(await store.reauthenticateByPassword(caller.sessionId, known.passwordHash, clock.nowMs()))
      )
        throw wrongCredentials('the password is wrong');
      await attempts.end(attempt);
      return known;
    });
  };

  return {
    byPassword,

    /** The challenge for the person's passkeys. Throws `not_found` where there are none. */
    async begin({ userId }: CallingUser, origin: string): Promise<{ ticket: string; options: object }> {
      const known = await store.listCredentialIds(userId);
      if (known.length === 0) throw notFound('passkey');
      const { options, challenge } = await askForAssertion(origin, known);
      return { ticket: tickets.issue({ purpose: 'reauthentication', userId, challenge }), options };
    },

    async byPasskey(caller: CallingUser, { ticket, response, origin }: PasskeyAssertion): Promise<void> {
      const found = tickets.read(ticket, 'reauthentication');
      if (found?.userId !== caller.userId) throw tookTooLong();
      const attempt = await attempts.beginOwn(caller);
      await attempts.judge(attempt, async () => {
        const credentialId = credentialIdOf(response);
        const passkey = credentialId === null ? undefined : await store.findPasskey(credentialId);
        const isOwn = passkey?.userId === caller.userId;
        const counter = isOwn ? await readSignIn(origin, found.challenge, passkey, response) : null;
        const proven = passkey && counter !== null && { ...found.used, passkeyId: passkey.id, counter };
        if (!proven || !(await store.reauthenticateByPasskey(caller.sessionId, proven, clock.nowMs())))
          throw wrongCredentials('the passkey was not accepted');
        await attempts.end(attempt);
      });
    },

    /**
     * Returns the person's credentials once they have verified who they are: by `password` where it is not empty, else within
     * the last five minutes. Throws `reauthentication_required` as well.
     */
    async demand(caller: CallingUser, password = ''): Promise<CredentialRow> {
      if (password !== '') return byPassword(caller, password);
      const { userId, reauthenticatedAtMs } = caller;
      if (reauthenticatedAtMs === null || clock.nowMs() - reauthenticatedAtMs >= reauthenticationLifeMs)
        throw new Refusal(
          'reauthentication_required',
          'show once more that it is you, by your password or a passkey',
        );
      return credentialsOf(userId);
    },
  };
}

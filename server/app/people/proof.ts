// A signed-in person proves once more who they are before they change how they sign in. A session alone is not enough:
// somebody else may use an open browser, or have stolen it.
import type { CallingPerson } from '../../domain/access/caller.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { CredentialRow } from '../../store/people/credentials.ts';
import type { PeopleParts } from './parts.ts';
import { wrongCredentials } from './sign_in.ts';
import { askForProof, credentialIdOf, type PasskeyProof, readSignIn } from './webauthn.ts';

/** How long a proof is valid, in milliseconds. */
const proofLifeMs = 5 * 60_000;

export const tookTooLong = () => wrongCredentials('this took too long; begin anew');

export type Proof = ReturnType<typeof createProof>;

/** Each throws `wrong_credentials` or `rate_limited`. */
export function createProof({ store, attempts, passwords, tickets, clock }: Omit<PeopleParts, 'view'>) {
  const credentialsOf = async (personId: bigint): Promise<CredentialRow> => {
    const known = await store.findCredentialsOf(personId);
    if (!known) throw notFound('person');
    return known;
  };

  const byPassword = async (caller: CallingPerson, password: string): Promise<CredentialRow> => {
    const attempt = await attempts.beginOwn(caller);
    return attempts.judge(attempt, async () => {
      const known = await credentialsOf(caller.personId);
      const isRight = await passwords.verify(password, known.passwordHash, 'known');
      if (!isRight || !(await store.proveByPassword(caller.sessionId, known.passwordHash, clock.nowMs())))
        throw wrongCredentials('the password is wrong');
      await attempts.end(attempt);
      return known;
    });
  };

  return {
    byPassword,

    /** The challenge for the person's passkeys. Throws `not_found` where there are none. */
    async askPasskey(
      { personId }: CallingPerson,
      origin: string,
    ): Promise<{ ticket: string; options: object }> {
      const known = await store.listCredentialIds(personId);
      if (known.length === 0) throw notFound('passkey');
      const { options, challenge } = await askForProof(origin, known);
      return { ticket: tickets.issue({ purpose: 'proof', personId, challenge }), options };
    },

    async byPasskey(caller: CallingPerson, { ticket, response, origin }: PasskeyProof): Promise<void> {
      const found = tickets.read(ticket, 'proof');
      if (found?.personId !== caller.personId) throw tookTooLong();
      const attempt = await attempts.beginOwn(caller);
      await attempts.judge(attempt, async () => {
        const credentialId = credentialIdOf(response);
        const passkey = credentialId === null ? undefined : await store.findPasskey(credentialId);
        const isOwn = passkey?.personId === caller.personId;
        const counter = isOwn ? await readSignIn(origin, found.challenge, passkey, response) : null;
        const proven = passkey && counter !== null && { ...found.used, passkeyId: passkey.id, counter };
        if (!proven || !(await store.proveByPasskey(caller.sessionId, proven, clock.nowMs())))
          throw wrongCredentials('the passkey was not accepted');
        await attempts.end(attempt);
      });
    },

    /**
     * Returns the person's credentials once they have proved who they are: by `password` where it is not empty, else within
     * the last five minutes. Throws `proof_needed` as well.
     */
    async demand(caller: CallingPerson, password = ''): Promise<CredentialRow> {
      if (password !== '') return byPassword(caller, password);
      const { personId, provedAtMs } = caller;
      if (provedAtMs === null || clock.nowMs() - provedAtMs >= proofLifeMs)
        throw new Refusal('proof_needed', 'show once more that it is you, by your password or a passkey');
      return credentialsOf(personId);
    },
  };
}

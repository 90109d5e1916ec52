// What people change about their own sign-in: name, password, second factor, passkeys, and their sessions.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, hashSecret } from '../../domain/api_key.ts';
import { cleanRecoveryCode, createRecoveryCodes } from '../../domain/person.ts';
import { sessionIdleMs } from '../../domain/session_key.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { CredentialRow } from '../../store/people/credentials.ts';
import type { PasskeyRow } from '../../store/people/people.ts';
import type { SessionView } from '../../store/people/sessions.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../operator/admin.ts';
import type { Attempts } from './attempts.ts';
import type { PersonView } from './me.ts';
import type { Passwords } from './passwords.ts';
import type { SessionClaim, SessionDoor } from './session_door.ts';
import { wrongCredentials } from './sign_in.ts';
import { checkPassword } from './sign_up.ts';
import { createTotpSecret, readTotpCode, stepOfCode, totpUri } from './totp.ts';
import { askForPasskey, readNewPasskey } from './webauthn.ts';

/** Most passkeys of one person. */
const mostPasskeys = 20;

const totpIsOn = () => new Refusal('already_exists', 'there is a second factor already: remove it first');

interface OwnSignInOptions {
  store: Pick<
    Store,
    | 'confirmTotp'
    | 'endAllSessions'
    | 'endSession'
    | 'findCredentialsOf'
    | 'findTicket'
    | 'insertPasskey'
    | 'listCredentialIds'
    | 'listSessions'
    | 'removePasskey'
    | 'removeTotp'
    | 'renamePerson'
    | 'setPassword'
    | 'setTotp'
  >;
  door: SessionDoor;
  attempts: Attempts;
  passwords: Passwords;
  view: (personId: bigint) => Promise<PersonView>;
  issueTicket: (ticket: { purpose: 'add_passkey'; personId: bigint; challenge: string }) => Promise<string>;
  clock: Clock;
}

/** Binds the changes to the store. Each throws what the door throws. */
export function createOwnSignIn(options: OwnSignInOptions) {
  const { store, door, attempts, passwords, view, issueTicket, clock } = options;

  const credentialsOf = async (personId: bigint): Promise<CredentialRow> => {
    const known = await store.findCredentialsOf(personId);
    if (!known) throw notFound('person');
    return known;
  };

  /** A stolen session alone changes nothing of what proves who somebody is. Throws `wrong_credentials`. */
  const provePassword = async (personId: bigint, password: string, address: string) => {
    const attempt = await attempts.begin({ personId }, address);
    const known = await credentialsOf(personId);
    if (!(await passwords.verify(password, known.passwordHash)))
      throw wrongCredentials('the password is wrong');
    await attempts.end(attempt);
    return known;
  };

  return {
    async rename(claim: SessionClaim, name: string): Promise<void> {
      checkName('name', name, 1);
      const { personId } = await door.authorizePerson(claim);
      await store.renamePerson(personId, name);
    },

    /** Ends all sessions but this one. */
    async changePassword(claim: SessionClaim, current: string, next: string, address: string): Promise<void> {
      checkPassword('new', next);
      const { personId, sessionId } = await door.authorizePerson(claim);
      const { passwordHash } = await provePassword(personId, current, address);
      const newHash = await passwords.hash(next);
      if (!(await store.setPassword(personId, passwordHash, newHash, sessionId, clock.nowMs())))
        throw wrongCredentials('the password was changed meanwhile');
    },

    /** A secret for an app; it is asked for once `confirmTotp` has seen a code. Throws `already_exists`. */
    async startTotp(
      claim: SessionClaim,
      password: string,
      address: string,
    ): Promise<{ secret: string; uri: string }> {
      const { personId } = await door.authorizePerson(claim);
      const { email } = await provePassword(personId, password, address);
      const secret = await createTotpSecret();
      if (!(await store.setTotp(personId, secret))) throw totpIsOn();
      return { secret, uri: await totpUri(secret, email) };
    },

    /** Returns the recovery codes, which are shown this once. */
    async confirmTotp(claim: SessionClaim, typed: string, address: string): Promise<string[]> {
      const { personId } = await door.authorizePerson(claim);
      const known = await credentialsOf(personId);
      if (known.totpSecret === null) throw invalidRequest('ask for a secret first');
      if (known.isTotpConfirmed) throw totpIsOn();
      const attempt = await attempts.begin({ personId }, address);
      const code = readTotpCode(typed);
      const step = code === null ? null : await stepOfCode(known.totpSecret, code, clock.nowMs());
      if (step === null) throw wrongCredentials('the code is wrong');
      await attempts.end(attempt);
      const codes = createRecoveryCodes();
      const hashes = codes.map((text) => hashSecret(cleanRecoveryCode(text)));
      if (!(await store.confirmTotp(personId, known.totpSecret, step, hashes, clock.nowMs())))
        throw totpIsOn();
      return codes;
    },

    async removeTotp(claim: SessionClaim, password: string, address: string): Promise<void> {
      const { personId } = await door.authorizePerson(claim);
      await provePassword(personId, password, address);
      await store.removeTotp(personId);
    },

    async askNewPasskey(claim: SessionClaim, origin: string): Promise<{ ticket: string; options: object }> {
      const { personId } = await door.authorizePerson(claim);
      const [person, known] = await Promise.all([view(personId), store.listCredentialIds(personId)]);
      const { options: asked, challenge } = await askForPasskey(origin, person, known);
      return { ticket: await issueTicket({ purpose: 'add_passkey', personId, challenge }), options: asked };
    },

    /** Throws `already_exists` for a known one, and beyond 20. */
    async addPasskey(
      claim: SessionClaim,
      { ticket, name, response, origin }: { ticket: string; name: string; response: unknown; origin: string },
    ): Promise<PasskeyRow> {
      checkName('name', name, 1);
      const { personId } = await door.authorizePerson(claim);
      const ticketHash = hashSecret(ticket);
      const nowMs = clock.nowMs();
      const found = await store.findTicket(ticketHash, nowMs);
      if (found?.purpose !== 'add_passkey' || found.personId !== personId)
        throw wrongCredentials('this took too long; begin anew');
      const made = await readNewPasskey(origin, found.challenge, response);
      if (!made) throw wrongCredentials('the passkey was not accepted');
      const id = createRandomId();
      const outcome = await store.insertPasskey(
        { id, personId, ...made, ticketHash, newName: name },
        nowMs,
        mostPasskeys,
      );
      if (outcome === 'no_ticket') throw wrongCredentials('this took too long; begin anew');
      if (outcome === 'refused')
        throw new Refusal('already_exists', `the passkey is known already, or there are ${mostPasskeys}`);
      return { id, name, createdAtMs: nowMs, lastUsedAtMs: null };
    },

    /** Throws `not_found`. */
    async removePasskey(claim: SessionClaim, id: bigint): Promise<void> {
      const { personId } = await door.authorizePerson(claim);
      if (!(await store.removePasskey(personId, id))) throw notFound('passkey');
    },

    async listSessions(claim: SessionClaim): Promise<{ sessions: SessionView[]; thisId: bigint }> {
      const { personId, sessionId } = await door.authorizePerson(claim);
      const sessions = await store.listSessions(personId, clock.nowMs(), sessionIdleMs);
      return { sessions, thisId: sessionId };
    },

    /** Ends this session; one that has ended already is no fault. */
    async signOut(claim: SessionClaim): Promise<void> {
      const signedIn = await door.findPerson(claim);
      if (signedIn) await store.endSession(signedIn.personId, signedIn.sessionId, clock.nowMs());
    },

    /** Throws `not_found`. */
    async endSession(claim: SessionClaim, sessionId: bigint): Promise<void> {
      const { personId } = await door.authorizePerson(claim);
      if (!(await store.endSession(personId, sessionId, clock.nowMs()))) throw notFound('session');
    },

    /** Signs out everywhere, here too. */
    async endAllSessions(claim: SessionClaim): Promise<void> {
      const { personId } = await door.authorizePerson(claim);
      await store.endAllSessions(personId, clock.nowMs());
    },
  };
}

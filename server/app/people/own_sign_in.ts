// What people change about their own sign-in: name, password, second factor, passkeys, and their sessions. Whatever proves
// who they are changes only after they have proved it once more, is mailed to them, and is listed.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, hashSecret } from '../../domain/api_key.ts';
import type { CallingPerson } from '../../domain/caller.ts';
import { cleanRecoveryCode, createRecoveryCodes } from '../../domain/person.ts';
import { sessionIdleMs } from '../../domain/session_key.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { PasskeyRow } from '../../store/people/people.ts';
import type { SessionView } from '../../store/people/sessions.ts';
import type { ChangeKind, ChangeOrigin, SignInChange } from '../../store/people/sign_in_changes.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../operator/admin.ts';
import type { Attempts } from './attempts.ts';
import type { PersonView } from './me.ts';
import { type Browser, hashOfBrowser } from './new_session.ts';
import type { Passwords } from './passwords.ts';
import type { OnChange, Proof } from './proof.ts';
import { wrongCredentials } from './sign_in.ts';
import { checkPassword } from './sign_up.ts';
import type { Tickets } from './tickets.ts';
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
    | 'insertPasskey'
    | 'listCredentialIds'
    | 'listSessions'
    | 'listSignInChanges'
    | 'removePasskey'
    | 'removeTotp'
    | 'renamePerson'
    | 'setPassword'
    | 'setTotp'
  >;
  attempts: Attempts;
  passwords: Passwords;
  tickets: Tickets;
  proof: Proof;
  view: (personId: bigint) => Promise<PersonView>;
  clock: Clock;
  onChange: OnChange;
}

/** A new password. */
interface PasswordChange {
  /** The present one; empty where the person has proved themselves just now. */
  current: string;
  next: string;
  endsPasskeys: boolean;
}

/** What a browser made of a question. */
interface NewPasskey {
  ticket: string;
  name: string;
  response: unknown;
  origin: string;
}

/** Where a change is made, and its random id. */
export const originOf = ({ address }: Browser): ChangeOrigin => ({
  changeId: createRandomId(),
  changeAddress: address,
});

/** Binds the changes to the store. */
export function createOwnSignIn(options: OwnSignInOptions) {
  const { store, attempts, passwords, tickets, proof, view, clock, onChange } = options;

  return {
    async rename({ personId }: CallingPerson, name: string): Promise<void> {
      checkName('name', name, 1);
      await store.renamePerson(personId, name);
    },

    /** Ends all sessions but this one, and all passkeys where it is asked for. */
    async changePassword(caller: CallingPerson, change: PasswordChange, browser: Browser): Promise<void> {
      checkPassword('new', change.next);
      const { email, passwordHash } = await proof.demand(caller, change.current);
      const isDone = await store.setPassword(
        {
          personId: caller.personId,
          oldHash: passwordHash,
          newHash: await passwords.hash(change.next),
          keptSession: caller.sessionId,
          keptBrowser: hashOfBrowser(browser),
          endsPasskeys: change.endsPasskeys,
          ...originOf(browser),
        },
        clock.nowMs(),
      );
      if (!isDone) throw wrongCredentials('the password was changed meanwhile');
      const kind: ChangeKind = change.endsPasskeys ? 'new_password_without_passkeys' : 'new_password';
      onChange(email, kind, browser.address);
    },

    /** A secret for an app; it is asked for once `confirmTotp` has seen a code. Throws `already_exists`. */
    async startTotp(caller: CallingPerson, password: string): Promise<{ secret: string; uri: string }> {
      const { email } = await proof.demand(caller, password);
      const secret = await createTotpSecret();
      if (!(await store.setTotp(caller.personId, secret))) throw totpIsOn();
      return { secret, uri: await totpUri(secret, email) };
    },

    /** Returns the recovery codes, which are shown this once. */
    async confirmTotp(caller: CallingPerson, typed: string, browser: Browser): Promise<string[]> {
      const { personId } = caller;
      const known = await store.findCredentialsOf(personId);
      if (!known || known.totpSecret === null) throw invalidRequest('ask for a secret first');
      const { email, totpSecret, isTotpConfirmed } = known;
      if (isTotpConfirmed) throw totpIsOn();
      const attempt = await attempts.beginOwn(caller);
      return attempts.judge(attempt, async () => {
        const code = readTotpCode(typed);
        const step = code === null ? null : await stepOfCode(totpSecret, code, clock.nowMs());
        if (step === null) throw wrongCredentials('the code is wrong');
        await attempts.end(attempt);
        const codes = createRecoveryCodes();
        const hashes = codes.map((text) => hashSecret(cleanRecoveryCode(text)));
        const origin = originOf(browser);
        if (!(await store.confirmTotp(personId, totpSecret, step, hashes, origin, clock.nowMs())))
          throw totpIsOn();
        onChange(email, 'second_factor_on', browser.address);
        return codes;
      });
    },

    async removeTotp(caller: CallingPerson, password: string, browser: Browser): Promise<void> {
      const { email } = await proof.demand(caller, password);
      if (await store.removeTotp(caller.personId, originOf(browser), clock.nowMs()))
        onChange(email, 'second_factor_off', browser.address);
    },

    async askNewPasskey(caller: CallingPerson, origin: string): Promise<{ ticket: string; options: object }> {
      await proof.demand(caller);
      const { personId } = caller;
      const [person, known] = await Promise.all([view(personId), store.listCredentialIds(personId)]);
      const { options: asked, challenge } = await askForPasskey(origin, person, known);
      return { ticket: tickets.issue({ purpose: 'add_passkey', personId, challenge }), options: asked };
    },

    /** Throws `already_exists` for a known one, and beyond 20. The ticket stands for the proof. */
    async addPasskey(
      { personId }: CallingPerson,
      { ticket, name, response, origin }: NewPasskey,
      browser: Browser,
    ): Promise<PasskeyRow> {
      checkName('name', name, 1);
      const nowMs = clock.nowMs();
      const found = tickets.read(ticket, 'add_passkey');
      if (found?.personId !== personId) throw wrongCredentials('this took too long; begin anew');
      const made = await readNewPasskey(origin, found.challenge, response);
      if (!made) throw wrongCredentials('the passkey was not accepted');
      const id = createRandomId();
      const outcome = await store.insertPasskey(
        { id, personId, ...made, ...found.used, ...originOf(browser), newName: name },
        nowMs,
        mostPasskeys,
      );
      if (outcome === 'no_ticket') throw wrongCredentials('this took too long; begin anew');
      if (outcome === 'known') throw new Refusal('already_exists', 'the passkey is known already');
      if (outcome === 'full')
        throw new Refusal(
          'already_exists',
          `a person has ${mostPasskeys} passkeys at most: remove one first`,
        );
      onChange((await view(personId)).email, 'passkey_added', browser.address);
      return { id, name, createdAtMs: nowMs, lastUsedAtMs: null };
    },

    /** Throws `not_found`. */
    async removePasskey(caller: CallingPerson, id: bigint, browser: Browser): Promise<void> {
      const { email } = await proof.demand(caller);
      if (!(await store.removePasskey(caller.personId, id, originOf(browser), clock.nowMs())))
        throw notFound('passkey');
      onChange(email, 'passkey_removed', browser.address);
    },

    /** Newest first, 50 at most. */
    listChanges: ({ personId }: CallingPerson): Promise<SignInChange[]> => store.listSignInChanges(personId),

    /** Newest use first. */
    listSessions: ({ personId }: CallingPerson): Promise<SessionView[]> =>
      store.listSessions(personId, clock.nowMs(), sessionIdleMs),

    /** Ends this session; one that has ended already is no fault. */
    async signOut({ personId, sessionId }: CallingPerson): Promise<void> {
      await store.endSession(personId, sessionId, clock.nowMs());
    },

    /** Throws `not_found`. */
    async endSession({ personId }: CallingPerson, sessionId: bigint): Promise<void> {
      if (!(await store.endSession(personId, sessionId, clock.nowMs()))) throw notFound('session');
    },

    /** Signs out everywhere, here too. */
    async endAllSessions({ personId }: CallingPerson): Promise<void> {
      await store.endAllSessions(personId, clock.nowMs());
    },
  };
}

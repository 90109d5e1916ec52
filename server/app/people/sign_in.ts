// Signing in. An answer says neither which of two things was wrong nor, by the time that it takes, whether there is a
// person: the same work is done for everybody.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import { cleanRecoveryCode, maxPasswordLength, normalizeEmail } from '../../domain/person.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { Attempt } from '../../store/people/attempts.ts';
import type { UsedTicket } from '../../store/people/tickets.ts';
import type { Store } from '../../store/store.ts';
import type { Attempts } from './attempts.ts';
import type { PersonView } from './me.ts';
import { type Browser, makeSession, type SessionSecrets } from './new_session.ts';
import type { Passwords } from './passwords.ts';
import type { Tickets } from './tickets.ts';
import { readTotpCode, stepOfCode } from './totp.ts';
import { askForSignIn, credentialIdOf, readSignIn } from './webauthn.ts';

/** Somebody who is signed in from now on. */
export interface Entrance extends SessionSecrets {
  person: PersonView;
}

/** Refuses what proves nothing. */
export const wrongCredentials = (message: string) => new Refusal('wrong_credentials', message);

const wrongPassword = () => wrongCredentials('the e-mail address or the password is wrong');
const wrongCode = () => wrongCredentials('the code is wrong, or was used already');
const tookTooLong = () => wrongCredentials('this took too long; sign in anew');
const wrongPasskey = () => wrongCredentials('the passkey was not accepted; sign in with your password');

interface SignInOptions {
  store: Pick<
    Store,
    | 'findCredentials'
    | 'findCredentialsOf'
    | 'findPasskey'
    | 'openSessionByCode'
    | 'openSessionByPasskey'
    | 'openSessionByPassword'
    | 'openSessionByRecoveryCode'
  >;
  attempts: Attempts;
  tickets: Tickets;
  passwords: Passwords;
  view: (personId: bigint) => Promise<PersonView>;
  clock: Clock;
  /** Called with each session that was opened by somebody who signed in. */
  onSignIn: (person: PersonView, browser: Browser) => void;
}

/** Binds the ways of signing in to the store. Each throws `wrong_credentials`, or `rate_limited` after too many. */
export function createSignIn({ store, attempts, tickets, passwords, view, clock, onSignIn }: SignInOptions) {
  const enter = async (personId: bigint, secrets: SessionSecrets, browser: Browser): Promise<Entrance> => {
    const person = await view(personId);
    onSignIn(person, browser);
    return { person, ...secrets };
  };

  const signInByPassword = async (
    attempt: Attempt,
    email: string,
    password: string,
    browser: Browser,
  ): Promise<Entrance | { ticket: string }> => {
    const known = await store.findCredentials(email);
    const isRight = await passwords.verify(password, known?.passwordHash ?? null);
    if (!known || !isRight) throw wrongPassword();
    if (known.isTotpConfirmed) {
      await attempts.end(attempt);
      const challenge = randomBytes(16).toString('base64url');
      return { ticket: tickets.issue({ purpose: 'second_factor', personId: known.id, challenge }) };
    }
    const { secrets, session } = makeSession(browser, clock);
    const proven = { provenId: known.id, passwordHash: known.passwordHash };
    const personId = await store.openSessionByPassword(session, attempt, proven);
    if (personId === undefined) throw wrongPassword();
    return enter(personId, secrets, browser);
  };

  const openByCode = async (
    attempt: Attempt,
    used: UsedTicket,
    personId: bigint,
    typed: string,
    browser: Browser,
  ): Promise<Entrance> => {
    const known = await store.findCredentialsOf(personId);
    if (!known?.totpSecret) throw wrongCode();
    const { secrets, session } = makeSession(browser, clock);
    const code = readTotpCode(typed);
    if (code === null) {
      const codeHash = hashSecret(cleanRecoveryCode(typed));
      const opened = await store.openSessionByRecoveryCode(session, attempt, {
        ...used,
        provenId: personId,
        codeHash,
      });
      if (opened === undefined) throw wrongCode();
      return enter(opened, secrets, browser);
    }
    const step = await stepOfCode(known.totpSecret, code, clock.nowMs());
    if (step === null) throw wrongCode();
    const opened = await store.openSessionByCode(session, attempt, { ...used, provenId: personId, step });
    if (opened === undefined) throw wrongCode();
    return enter(opened, secrets, browser);
  };

  return {
    /** Returns a ticket where a second factor is to follow. */
    async byPassword(
      typed: { email: string; password: string },
      browser: Browser,
    ): Promise<Entrance | { ticket: string }> {
      const email = normalizeEmail(typed.email);
      if (email === null) throw invalidRequest('email must be an e-mail address');
      if (typed.password.length > maxPasswordLength * 2) throw invalidRequest('password is too long');
      const attempt = await attempts.begin({ email }, browser);
      return attempts.judge(attempt, () => signInByPassword(attempt, email, typed.password, browser));
    },

    /** `code`: one of the app, or a recovery code. Each is taken once. */
    async byCode(ticket: string, code: string, browser: Browser): Promise<Entrance> {
      const found = tickets.read(ticket, 'second_factor');
      if (!found || found.personId === null) throw tookTooLong();
      const { personId, used } = found;
      const attempt = await attempts.begin({ personId }, browser);
      return attempts.judge(attempt, () => openByCode(attempt, used, personId, code, browser));
    },

    /** What a browser asks its passkeys; `origin` is the address of the page, as the browser knows it. */
    async askPasskey(origin: string): Promise<{ ticket: string; options: object }> {
      const { options, challenge } = await askForSignIn(origin);
      return { ticket: tickets.issue({ purpose: 'passkey', personId: null, challenge }), options };
    },

    async byPasskey(ticket: string, response: unknown, origin: string, browser: Browser): Promise<Entrance> {
      const found = tickets.read(ticket, 'passkey');
      if (!found) throw tookTooLong();
      const credentialId = credentialIdOf(response);
      const passkey = credentialId === null ? undefined : await store.findPasskey(credentialId);
      const by = passkey ? { personId: passkey.personId } : { email: `passkey ${credentialId}` };
      const attempt = await attempts.begin(by, browser);
      return attempts.judge(attempt, async () => {
        const counter = passkey && (await readSignIn(origin, found.challenge, passkey, response));
        if (!passkey || counter == null) throw wrongPasskey();
        const { secrets, session } = makeSession(browser, clock);
        const proven = { ...found.used, passkeyId: passkey.id, counter };
        const opened = await store.openSessionByPasskey(session, attempt, proven);
        if (opened === undefined) throw wrongPasskey();
        return enter(opened, secrets, browser);
      });
    },
  };
}

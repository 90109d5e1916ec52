// Signing in. An answer says neither which of two things was wrong nor, by the time that it takes, whether there is a
// person: the same work is done for everybody.
import type { Clock } from '../../../runtime/clock.ts';
import { createSecret, hashSecret } from '../../domain/api_key.ts';
import { cleanRecoveryCode, maxPasswordLength, normalizeEmail, ticketPrefix } from '../../domain/person.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { AttemptSubjects } from '../../store/people/attempts.ts';
import type { TicketRow } from '../../store/people/tickets.ts';
import type { Store } from '../../store/store.ts';
import type { Attempts } from './attempts.ts';
import type { PersonView } from './me.ts';
import { type Browser, makeSession } from './new_session.ts';
import type { Passwords } from './passwords.ts';
import { readTotpCode, stepOfCode } from './totp.ts';
import { askForSignIn, credentialIdOf, readSignIn } from './webauthn.ts';

/** How long a ticket is good for, in milliseconds. */
const ticketLifeMs = 5 * 60_000;

/** Somebody who is signed in from now on. */
export interface Entrance {
  person: PersonView;
  secret: string;
}

/** Refuses what proves nothing. */
export const wrongCredentials = (message: string) => new Refusal('wrong_credentials', message);

const wrongPassword = () => wrongCredentials('the e-mail address or the password is wrong');
const wrongCode = () => wrongCredentials('the code is wrong, or was used already');
const wrongPasskey = () => wrongCredentials('the passkey was not accepted; sign in with your password');

interface SignInOptions {
  store: Pick<
    Store,
    | 'findCredentials'
    | 'findCredentialsOf'
    | 'findPasskey'
    | 'findTicket'
    | 'insertTicket'
    | 'openSessionByCode'
    | 'openSessionByPasskey'
    | 'openSessionByPassword'
    | 'openSessionByRecoveryCode'
  >;
  attempts: Attempts;
  passwords: Passwords;
  view: (personId: bigint) => Promise<PersonView>;
  clock: Clock;
  /** Called with each session that was opened by somebody who signed in. */
  onSignIn: (person: PersonView, browser: Browser) => void;
}

/** Binds the ways of signing in to the store. Each throws `wrong_credentials`, or `rate_limited` after too many. */
export function createSignIn({ store, attempts, passwords, view, clock, onSignIn }: SignInOptions) {
  const issueTicket = async (ticket: TicketRow): Promise<string> => {
    const text = createSecret(ticketPrefix);
    await store.insertTicket(hashSecret(text), ticket, clock.nowMs() + ticketLifeMs);
    return text;
  };

  /** Judges an attempt that was counted; one that could not be judged is taken back. */
  const judged = async <T>(attempt: AttemptSubjects, judge: () => Promise<T>): Promise<T> => {
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'wrong_credentials')) await attempts.end(attempt);
      throw error;
    }
  };

  const enter = async (personId: bigint, secret: string, browser: Browser): Promise<Entrance> => {
    const person = await view(personId);
    onSignIn(person, browser);
    return { person, secret };
  };

  const signInByPassword = async (
    attempt: AttemptSubjects,
    email: string,
    password: string,
    browser: Browser,
  ): Promise<Entrance | { ticket: string }> => {
    const known = await store.findCredentials(email);
    const isRight = await passwords.verify(password, known?.passwordHash ?? null);
    if (!known || !isRight) throw wrongPassword();
    if (known.isTotpConfirmed) {
      await attempts.end(attempt);
      return { ticket: await issueTicket({ purpose: 'second_factor', personId: known.id, challenge: '' }) };
    }
    const { secret, session } = makeSession(browser, clock);
    const proven = { provenId: known.id, passwordHash: known.passwordHash };
    const personId = await store.openSessionByPassword(session, attempt, proven);
    if (personId === undefined) throw wrongPassword();
    return enter(personId, secret, browser);
  };

  const openByCode = async (
    attempt: AttemptSubjects,
    ticket: string,
    personId: bigint,
    typed: string,
    browser: Browser,
  ): Promise<Entrance> => {
    const known = await store.findCredentialsOf(personId);
    if (!known?.totpSecret) throw wrongCode();
    const { secret, session } = makeSession(browser, clock);
    const ticketHash = hashSecret(ticket);
    const code = readTotpCode(typed);
    if (code === null) {
      const codeHash = hashSecret(cleanRecoveryCode(typed));
      const opened = await store.openSessionByRecoveryCode(session, attempt, { ticketHash, codeHash });
      if (opened === undefined) throw wrongCode();
      return enter(opened, secret, browser);
    }
    const step = await stepOfCode(known.totpSecret, code, clock.nowMs());
    if (step === null) throw wrongCode();
    const opened = await store.openSessionByCode(session, attempt, { ticketHash, step });
    if (opened === undefined) throw wrongCode();
    return enter(opened, secret, browser);
  };

  return {
    issueTicket,

    /** Returns a ticket where a second factor is to follow. */
    async byPassword(
      typed: { email: string; password: string },
      browser: Browser,
    ): Promise<Entrance | { ticket: string }> {
      const email = normalizeEmail(typed.email);
      if (email === null) throw invalidRequest('email must be an e-mail address');
      if (typed.password.length > maxPasswordLength * 2) throw invalidRequest('password is too long');
      const attempt = await attempts.begin({ email }, browser.address);
      return judged(attempt, () => signInByPassword(attempt, email, typed.password, browser));
    },

    /** `code`: one of the app, or a recovery code. Each is taken once. */
    async byCode(ticket: string, code: string, browser: Browser): Promise<Entrance> {
      const found = await store.findTicket(hashSecret(ticket), clock.nowMs());
      if (found?.purpose !== 'second_factor' || found.personId === null)
        throw wrongCredentials('this took too long; sign in anew');
      const { personId } = found;
      const attempt = await attempts.begin({ personId }, browser.address);
      return judged(attempt, () => openByCode(attempt, ticket, personId, code, browser));
    },

    /** What a browser asks its passkeys; `origin` is the address of the page, as the browser knows it. */
    async askPasskey(origin: string): Promise<{ ticket: string; options: object }> {
      const { options, challenge } = await askForSignIn(origin);
      return {
        ticket: await issueTicket({ purpose: 'passkey', personId: null, challenge }),
        options,
      };
    },

    async byPasskey(ticket: string, response: unknown, origin: string, browser: Browser): Promise<Entrance> {
      const ticketHash = hashSecret(ticket);
      const found = await store.findTicket(ticketHash, clock.nowMs());
      if (found?.purpose !== 'passkey') throw wrongCredentials('this took too long; sign in anew');
      const credentialId = credentialIdOf(response);
      const passkey = credentialId === null ? undefined : await store.findPasskey(credentialId);
      const by = passkey ? { personId: passkey.personId } : { email: `passkey ${credentialId}` };
      const attempt = await attempts.begin(by, browser.address);
      return judged(attempt, async () => {
        const counter = passkey && (await readSignIn(origin, found.challenge, passkey, response));
        if (!passkey || counter == null) throw wrongPasskey();
        const { secret, session } = makeSession(browser, clock);
        const proven = { ticketHash, passkeyId: passkey.id, counter };
        const opened = await store.openSessionByPasskey(session, attempt, proven);
        if (opened === undefined) throw wrongPasskey();
        return enter(opened, secret, browser);
      });
    },
  };
}

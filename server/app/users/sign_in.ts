// Signing in. An answer does not say which of two things was wrong, and its time does not show whether the person
// exists: the same work is done for everybody.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { cleanRecoveryCode, maxPasswordLength, normalizeEmail } from '../../domain/users/user.ts';
import { Refusal, wrongField, wrongLength } from '../../errors.ts';
import type { Attempt, UsedTicket } from '../../store/users/attempts.ts';
import type { NewSession } from '../../store/users/open_session.ts';
import type { BegunAttempt } from './attempts.ts';
import { type Browser, makeSession, type SessionSecrets } from './new_session.ts';
import type { UserParts, UserView } from './parts.ts';
import { readTotpCode, stepOfCode } from './totp.ts';
import { askForAssertion, credentialIdOf, type PasskeyAssertion, readSignIn } from './webauthn.ts';

/** A person who has just signed in. */
export interface Entrance extends SessionSecrets {
  user: UserView;
}

/** Refuses a credential that is not valid. */
export const wrongCredentials = (message: string) => new Refusal('wrong_credentials', message);

const wrongPassword = () => wrongCredentials('the e-mail address or the password is wrong');
const wrongCode = () => wrongCredentials('the code is wrong, or was used already');
const tookTooLong = () => wrongCredentials('this took too long; sign in anew');
const wrongPasskey = () => wrongCredentials('the passkey was not accepted; sign in with your password');

interface SignInParts extends UserParts {
  /** Called with each session that signing in opened. */
  onSignIn: (user: UserView, browser: Browser) => void;
}

/** Opens a session. `open` writes it and returns its person; undefined if the credential was used meanwhile. */
async function enter(
  { welcome, clock, onSignIn }: SignInParts,
  browser: Browser,
  open: (session: NewSession) => Promise<bigint | undefined>,
  refusal: () => Refusal,
): Promise<Entrance> {
  const { secrets, session } = makeSession(browser, clock);
  const userId = await open(session);
  if (userId === undefined) throw refusal();
  const user = await welcome(userId, browser);
  onSignIn(user, browser);
  return { user, ...secrets };
}

/** By password and second factor. Each step throws `wrong_credentials`, or `rate_limited` after too many. */
function createPasswordSignIn(parts: SignInParts) {
  const { store, attempts, tickets, passwords, clock } = parts;

  const openByPassword = async (attempt: BegunAttempt, email: string, password: string, browser: Browser) => {
    const known = await store.findCredentials(email);
    const isRight = await passwords.verify(password, known?.passwordHash ?? null, attempt.line);
    if (!known || !isRight) throw wrongPassword();
    const { id: userId, passwordHash } = known;
    if (known.isTotpConfirmed) {
      await attempts.end(attempt);
      const challenge = randomBytes(16).toString('base64url');
      return { ticket: tickets.issue({ purpose: 'second_factor', userId, challenge }) };
    }
    const proven = { credentialUserId: userId, passwordHash };
    const open = (session: NewSession) => store.openSessionByPassword(session, attempt, proven);
    return enter(parts, browser, open, wrongPassword);
  };

  const openerByCode = async (attempt: Attempt, used: UsedTicket, userId: bigint, typed: string) => {
    const known = await store.findCredentialsOf(userId);
    if (!known?.totpSecret) throw wrongCode();
    const proven = { ...used, credentialUserId: userId };
    const code = readTotpCode(typed);
    if (code === null) {
      const codeHash = hashSecret(cleanRecoveryCode(typed));
      return (session: NewSession) =>
        store.openSessionByRecoveryCode(session, attempt, { ...proven, codeHash });
    }
    const step = await stepOfCode(known.totpSecret, code, clock.nowMs());
    if (step === null) throw wrongCode();
    return (session: NewSession) => store.openSessionByCode(session, attempt, { ...proven, step });
  };

  return {
    /** Returns a ticket if a second factor is needed. */
    async byPassword(
      typed: { email: string; password: string },
      browser: Browser,
    ): Promise<Entrance | { ticket: string }> {
      const email = normalizeEmail(typed.email);
      if (email === null) throw wrongField('email', 'not_an_email', 'must be an e-mail address');
      if (typed.password.length > maxPasswordLength * 2) throw wrongLength('password', 0, maxPasswordLength);
      const attempt = await attempts.begin({ email }, browser);
      return attempts.judge(attempt, () => openByPassword(attempt, email, typed.password, browser));
    },

    /** `code`: a code from the app, or a recovery code. Each works once. */
    async byCode(ticket: string, code: string, browser: Browser): Promise<Entrance> {
      const found = tickets.read(ticket, 'second_factor');
      if (!found || found.userId === null) throw tookTooLong();
      const { userId, used } = found;
      const attempt = await attempts.begin({ userId }, browser);
      return attempts.judge(attempt, async () =>
        enter(parts, browser, await openerByCode(attempt, used, userId, code), wrongCode),
      );
    },
  };
}

function createPasskeySignIn(parts: SignInParts) {
  const { store, attempts, tickets } = parts;
  return {
    /** The challenge for any passkey; `origin` is the page's address, as the browser knows it. */
    async beginPasskeySignIn(origin: string): Promise<{ ticket: string; options: object }> {
      const { options, challenge } = await askForAssertion(origin);
      return { ticket: tickets.issue({ purpose: 'passkey', userId: null, challenge }), options };
    },

    /** Throws as the other ways of signing in do. */
    async byPasskey({ ticket, response, origin }: PasskeyAssertion, browser: Browser): Promise<Entrance> {
      const found = tickets.read(ticket, 'passkey');
      if (!found) throw tookTooLong();
      const credentialId = credentialIdOf(response);
      const passkey = credentialId === null ? undefined : await store.findPasskey(credentialId);
      const by = passkey ? { userId: passkey.userId } : { email: `passkey ${credentialId}` };
      const attempt = await attempts.begin(by, browser);
      return attempts.judge(attempt, async () => {
        const counter = passkey && (await readSignIn(origin, found.challenge, passkey, response));
        if (!passkey || counter == null) throw wrongPasskey();
        const proven = { ...found.used, passkeyId: passkey.id, counter };
        const open = (session: NewSession) => store.openSessionByPasskey(session, attempt, proven);
        return enter(parts, browser, open, wrongPasskey);
      });
    },
  };
}

export const createSignIn = (parts: SignInParts) => ({
  ...createPasswordSignIn(parts),
  ...createPasskeySignIn(parts),
});

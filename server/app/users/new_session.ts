// A session that is about to be opened. It always gets a new secret, whatever the browser sent.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, createSecret, hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { sessionLifeMs, sessionPrefix } from '../../domain/keys/session_key.ts';
import type { Language } from '../../domain/users/language.ts';
import { browserPrefix } from '../../domain/users/user.ts';
import type { NewSession } from '../../store/users/open_session.ts';
import type { EventOrigin } from '../../store/users/users.ts';

/** The browser, as its person is shown it among their sessions. */
export interface Browser {
  /** Its network address. */
  address: string;
  userAgent: string;
  /** The token that it got when somebody last signed in there; empty before. */
  token: string;
  /** The language that its person reads there; undefined if it wants none of ours. */
  language: Language | undefined;
}

/** Given to the browser of a new session. */
export interface SessionSecrets {
  secret: string;
  /** The browser is known by it from then on. */
  browserToken: string;
}

const maxUserAgent = 200;

const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').slice(0, maxUserAgent);

/** The hash of a browser's token; empty for a token that we did not make. */
export const hashOfBrowser = ({ token }: Browser): string =>
  isWellFormedSecret(browserPrefix, token) ? hashSecret(token) : '';

/** Makes the secrets, and the row that keeps their hashes. */
export function makeSession(
  browser: Browser,
  clock: Clock,
): { secrets: SessionSecrets; session: NewSession } {
  const { address, userAgent } = browser;
  const secret = createSecret(sessionPrefix);
  const browserToken = createSecret(browserPrefix);
  const nowMs = clock.nowMs();
  const session = {
    sessionId: createRandomId(),
    secretHash: hashSecret(secret),
    nowMs,
    expiresAtMs: nowMs + sessionLifeMs,
    address: storable(address),
    userAgent: storable(userAgent),
    browserHash: hashSecret(browserToken),
    formerBrowserHash: hashOfBrowser(browser),
  };
  return { secrets: { secret, browserToken }, session };
}

/** Where a change is made, and its random id. */
export const originOf = ({ address }: Pick<Browser, 'address'>): EventOrigin => ({
  eventId: createRandomId(),
  eventAddress: address,
});

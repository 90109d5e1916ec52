// A session that is about to be opened: its secret is made anew each time, whatever the browser came with.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, createSecret, hashSecret } from '../../domain/api_key.ts';
import { sessionLifeMs, sessionPrefix } from '../../domain/session_key.ts';
import type { NewSession } from '../../store/people/open_session.ts';

/** The browser, as its person is shown it among their sessions. */
export interface Browser {
  /** Its network address. */
  address: string;
  userAgent: string;
}

const maxUserAgent = 200;

/** What may be stored of a header. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').slice(0, maxUserAgent);

/** Makes the secret, and the row that keeps its hash. */
export function makeSession(
  { address, userAgent }: Browser,
  clock: Clock,
): { secret: string; session: NewSession } {
  const secret = createSecret(sessionPrefix);
  const nowMs = clock.nowMs();
  const session = {
    sessionId: createRandomId(),
    secretHash: hashSecret(secret),
    nowMs,
    expiresAtMs: nowMs + sessionLifeMs,
    address: storable(address),
    userAgent: storable(userAgent),
  };
  return { secret, session };
}

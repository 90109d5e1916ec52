// A session's secret, and the key that it uses for an account. That key is admitted, counted and revoked like any
// other.
import { accountKeyPrefix, isWellFormedSecret } from './api_key.ts';

/** The secret in the cookie of a signed-in person. */
export const sessionPrefix = 'svc_session_';

/** The key of a session for one account. */
export const sessionKey = (secret: string, accountId: bigint): string => `${secret}.${accountId}`;

/** True for a text that `sessionKey` could have made from one of our secrets. */
export function isSessionKey(key: string): boolean {
  const dot = key.indexOf('.');
  return (
    dot > 0 &&
    isWellFormedSecret(sessionPrefix, key.slice(0, dot)) &&
    /^[1-9]\d{0,17}$/.test(key.slice(dot + 1))
  );
}

/** True for a text that may act for one account: an account key, or a session's. */
export const isAccountKey = (key: string): boolean =>
  isWellFormedSecret(accountKeyPrefix, key) || isSessionKey(key);

/** How long a session lasts in all, and how long unused, in milliseconds. */
export const sessionLifeMs = 30 * 24 * 3_600_000;
export const sessionIdleMs = 7 * 24 * 3_600_000;

// The meaning of a refused upgrade to the link. Only the core itself can say that a device is no longer paired; a proxy
// that asks for a password answers 401, too.
import type { IncomingMessage } from 'node:http';

/** True when the core says that it does not know the token: trying again is of no use. */
export const isUnpaired = ({
  statusCode,
  headers,
}: Pick<IncomingMessage, 'statusCode' | 'headers'>): boolean =>
  statusCode === 401 && headers['textrelay-refusal'] === 'unknown-device';

/** Any other refusal, for the log; with the core's own words, where it says some. */
export function describeRefusal({
  statusCode = 0,
  headers,
}: Pick<IncomingMessage, 'statusCode' | 'headers'>): string {
  if (statusCode === 401)
    return "HTTP 401, and not as the core answers: a proxy in front of it refuses this device's token";
  const words = headers['textrelay-refusal'];
  return typeof words === 'string' ? `HTTP ${statusCode}: ${words.slice(0, 200)}` : `HTTP ${statusCode}`;
}

// The name of a request, the same in the answer's X-Request-Id and in the log.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's X-Request-Id when it is a harmless one, else a new UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && acceptable.test(given)) return given;
  const made = randomUUID();
  // A new UUID is a chain of some twenty pieces, which a waiting request would keep; matching it joins them.
  acceptable.test(made);
  return made;
}

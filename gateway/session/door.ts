// The door of the console's routes: a session's cookie and the account that the request names are found here; what they
// are worth is known to the core alone, which is asked with each call.
import { createHash } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { clientAddress } from '../../runtime/listeners/client_address.ts';
import { invalidRequest, Refusal } from '../errors/errors.ts';
import { readBrowserCookie, readSessionCookie } from './cookie.ts';
import type { FailedKeys } from './failed_keys.ts';
import type { OpenRate, SessionRate } from './request_rates.ts';
import { refuseForeign } from './same_origin.ts';

/**
 * The need of a route of the console: nothing, and is then counted by address unless it is `free`; a session; or a session
 * and the account that it is to act for.
 */
export type SessionNeed = 'free' | 'open' | 'session' | 'account';

/** The session that asks, and the account that it asks for, as the core learns them. */
export interface Session {
  secret: string;
  accountId?: bigint;
}

export type SessionDoor = ReturnType<typeof createSessionDoor>;

interface SessionDoorOptions {
  failedKeys: FailedKeys;
  rate: SessionRate;
  openRate: OpenRate;
  trustedProxies: BlockList | undefined;
  /** Called for each request that is refused because its address failed too often. */
  onWrongKeys: () => void;
}

const notSignedIn = () => new Refusal(ErrorCode.NOT_SIGNED_IN, 'sign in first');

/** The account that a request names in X-SVC-Account; a refusal unless it is one positive integer. */
export function readAccountHeader({ headers }: Pick<FastifyRequest, 'headers'>): bigint | Refusal {
  const named = headers['x-svc-account'];
  if (typeof named !== 'string' || !/^[1-9]\d{0,17}$/.test(named))
    return invalidRequest('X-SVC-Account must be one positive integer');
  return BigInt(named);
}

/** Makes the hooks. */
export function createSessionDoor(options: SessionDoorOptions) {
  const { failedKeys, rate, openRate, trustedProxies, onWrongKeys } = options;
  const judge = (request: FastifyRequest, need: SessionNeed): Refusal | undefined => {
    const { headers, raw } = request;
    if (headers.authorization !== undefined)
      return new Refusal(ErrorCode.FORBIDDEN, 'this needs a signed-in person, not a key');
    const secret = readSessionCookie(request, trustedProxies);
    const foreign = refuseForeign(request, secret !== undefined, trustedProxies);
    if (foreign) return foreign;
    const addressOf = () =>
      clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], trustedProxies);
    const session: Session | null = secret === undefined ? null : { secret };
    request.session = session;
    if (need === 'free') return undefined;
    if (need === 'open') {
      const operation = `${request.method} ${request.routeOptions.url}`;
      return openRate.count(operation, addressOf(), readBrowserCookie(request, trustedProxies));
    }
    if (secret === undefined || !session) return notSignedIn();
    request.presentedKey = secret;
    const unknown = failedKeys.refuse(secret, addressOf);
    if (unknown) onWrongKeys();
    const refusal = unknown ?? rate.count(secret);
    if (refusal || need === 'session') return refusal;
    const accountId = readAccountHeader(request);
    if (accountId instanceof Refusal) return accountId;
    session.accountId = accountId;
    return undefined;
  };
  return {
    /** A hook that lets a request on only with what the route needs, before its body is read. */
    before:
      (need: SessionNeed): onRequestHookHandler =>
      (request, _reply, done) =>
        done(judge(request, need)),
  };
}

/** The session of a request to a route that needs one. Throws NOT_SIGNED_IN. */
export function sessionOf({ session }: Pick<FastifyRequest, 'session'>): Session {
  if (!session) throw notSignedIn();
  return session;
}

/**
 * A number that stands for a session, and for no account: those are positive. An answer that is unread counts against its
 * session: a request that merely names another account must not fill that account's share of the memory.
 */
export const shareOf = ({ secret }: Session): bigint =>
  -1n - createHash('sha256').update(secret).digest().readBigUInt64BE();

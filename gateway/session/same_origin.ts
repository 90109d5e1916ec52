// Whether a request comes from a page of this address. A browser adds the session's cookie to requests that other
// sites' pages make, too, were it to forget SameSite; what a request says of its origin cannot be written by a page.
import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { isTrustedPeer } from '../../runtime/listeners/client_address.ts';
import { Refusal } from '../errors/errors.ts';

/** The host that the browser asked for: a trusted proxy may have written another one into Host. */
export function askedHost(
  { raw, headers }: FastifyRequest,
  proxies: BlockList | undefined,
): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const isForwarded = forwarded !== undefined && isTrustedPeer(raw.socket.remoteAddress, proxies);
  return isForwarded ? String(forwarded).split(',').at(-1)?.trim() : headers.host;
}

const hostOf = (origin: string) => /^https?:\/\/([^/]+)$/.exec(origin)?.[1];

/**
 * The refusal of a request that another site's page may have sent; undefined for any other. Browsers say where a
 * request comes from; one that says nothing is taken for a program, which is refused where it changes something
 * and `hasCookie`.
 */
export function refuseForeign(
  request: FastifyRequest,
  hasCookie: boolean,
  proxies: BlockList | undefined,
): Refusal | undefined {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead) return site === 'cross-site' ? foreign() : undefined;
  if (site !== undefined) return site === 'same-origin' ? undefined : foreign();
  const { origin } = headers;
  if (origin === undefined) return hasCookie ? foreign() : undefined;
  return hostOf(origin) !== undefined && hostOf(origin) === askedHost(request, proxies)
    ? undefined
    : foreign();
}

const foreign = () =>
  new Refusal(ErrorCode.FORBIDDEN, 'this can only be asked for by pages of the console itself');

// The cookie that a session's secret lives in: out of reach of scripts, and sent by pages of this address only.
import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isTrustedPeer } from '../edge/client_address.ts';

/** How the secrets of sessions begin. */
export const sessionPrefix = 'svc_session_';

/** Over HTTPS the name itself promises that no other host and no page below a path has set it. */
export const cookieName = 'textrelay_session';
const secureName = `__Host-${cookieName}`;

/** Browsers keep the cookie this long, in seconds: as long as a session may last. */
const maxAgeSeconds = 30 * 24 * 3_600;

const secretForm = new RegExp(`^${sessionPrefix}[0-9A-Za-z]{36}$`);

const cookieOf = (isSecure: boolean, value: string, maxAge: number) =>
  `${isSecure ? secureName : cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** The Set-Cookie that signs a browser in. */
export const signInCookie = (secret: string, isSecure: boolean): string =>
  cookieOf(isSecure, secret, maxAgeSeconds);

/** The Set-Cookie that makes a browser forget its session. */
export const signOutCookie = (isSecure: boolean): string => cookieOf(isSecure, '', 0);

/** True when the browser speaks HTTPS: with us, or with a trusted proxy that says so. */
export function isSecure({ raw, headers }: FastifyRequest, proxies: BlockList | undefined): boolean {
  if ('encrypted' in raw.socket) return true;
  const said = String(headers['x-forwarded-proto'] ?? '');
  return said.split(',').at(-1)?.trim() === 'https' && isTrustedPeer(raw.socket.remoteAddress, proxies);
}

/**
 * The session's secret that a request brings; undefined without one. What has not a secret's form is none: it may be
 * another program's cookie. Over HTTPS only the cookie that nobody else can have set counts.
 */
export function readSessionCookie(
  request: FastifyRequest,
  proxies: BlockList | undefined,
): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes(cookieName)) return undefined;
  const name = isSecure(request, proxies) ? secureName : cookieName;
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && secretForm.test(value) ? value : undefined;
}

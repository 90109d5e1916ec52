// The cookies of a browser, out of reach of scripts, and sent by pages of this address only: one with the session's secret,
// and one that stays after the session and says that somebody has signed in here before.
import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isTrustedPeer } from '../../runtime/listeners/client_address.ts';

/** How the secrets of sessions begin. */
export const sessionPrefix = 'svc_session_';

/** Over HTTPS the name itself promises that no other host and no page below a path has set it. */
export const cookieName = 'textrelay_session';
const browserCookieName = 'textrelay_browser';
const nameOver = (isSecure: boolean, name: string) => (isSecure ? `__Host-${name}` : name);

/** Browsers keep the session this long, in seconds: as long as it may last. */
const sessionSeconds = 30 * 24 * 3_600;
/** And know this long that somebody signed in: as long as browsers keep anything. */
const browserSeconds = 400 * 24 * 3_600;

const sessionForm = new RegExp(`^${sessionPrefix}[0-9A-Za-z]{36}$`);
const browserForm = /^svc_browser_[0-9A-Za-z]{36}$/;

const setCookie = (name: string, isSecure: boolean, value: string, maxAge: number) =>
  `${nameOver(isSecure, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** The Set-Cookies that sign a browser in, and let it be known again. A core of an older version gives it no token. */
export const signInCookies = (secret: string, browserToken: string, isSecure: boolean): string[] => [
  setCookie(cookieName, isSecure, secret, sessionSeconds),
  ...(browserToken === '' ? [] : [setCookie(browserCookieName, isSecure, browserToken, browserSeconds)]),
];

/** The Set-Cookie that makes a browser forget its session. */
export const signOutCookie = (isSecure: boolean): string => setCookie(cookieName, isSecure, '', 0);

/** True when the browser speaks HTTPS: with us, or with a trusted proxy that says so. */
export function isSecure({ raw, headers }: FastifyRequest, proxies: BlockList | undefined): boolean {
  if ('encrypted' in raw.socket) return true;
  const said = String(headers['x-forwarded-proto'] ?? '');
  return said.split(',').at(-1)?.trim() === 'https' && isTrustedPeer(raw.socket.remoteAddress, proxies);
}

/**
 * The value of a cookie that a request brings; undefined without one. What has not its form is none: it may be another
 * program's. Over HTTPS only the cookie counts that no other site can have set.
 */
function readCookie(
  request: FastifyRequest,
  proxies: BlockList | undefined,
  bareName: string,
  form: RegExp,
): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes(bareName)) return undefined;
  const name = nameOver(isSecure(request, proxies), bareName);
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && form.test(value) ? value : undefined;
}

/** The session's secret that a request brings. */
export const readSessionCookie = (request: FastifyRequest, proxies: BlockList | undefined) =>
  readCookie(request, proxies, cookieName, sessionForm);

/** The token that the browser was given at its last sign-in. */
export const readBrowserCookie = (request: FastifyRequest, proxies: BlockList | undefined) =>
  readCookie(request, proxies, browserCookieName, browserForm);

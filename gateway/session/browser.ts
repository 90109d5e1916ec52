// The browser that asks, as the core learns of it, and how it is signed in and out.
import type { BlockList } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Entrance } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { clientAddress } from '../../runtime/listeners/client_address.ts';
import { unavailable } from '../errors/errors.ts';
import { isSecure, readBrowserCookie, signInCookies, signOutCookie } from './cookie.ts';
import { askedHost } from './same_origin.ts';

export type Browsers = ReturnType<typeof createBrowsers>;

/** `proxies`: those whose X-Forwarded headers are believed. `onSignIn` gets the name of each browser that is signed in. */
export function createBrowsers(proxies: BlockList | undefined, onSignIn: (browser: string) => void) {
  return {
    /** Its address, its own name, the address of the page that it shows, what it is known by, and its languages. */
    read(request: FastifyRequest) {
      const { raw, headers } = request;
      return {
        address: clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], proxies),
        userAgent: headers['user-agent'] ?? '',
        origin: `http${isSecure(request, proxies) ? 's' : ''}://${askedHost(request, proxies) ?? ''}`,
        token: readBrowserCookie(request, proxies) ?? '',
        languages: headers['accept-language'] ?? '',
      };
    },

    /** Gives the browser its new session, whatever it had before. Returns whose it is. */
    signIn(request: FastifyRequest, reply: FastifyReply, entrance: Entrance | undefined) {
      if (!entrance?.user) throw unavailable();
      const { secret, browserToken } = entrance;
      onSignIn(browserToken);
      reply.header('set-cookie', signInCookies(secret, browserToken, isSecure(request, proxies)));
      return entrance.user;
    },

    /** Takes the session from the browser, and what pages of the console keep there. It stays known. */
    signOut(request: FastifyRequest, reply: FastifyReply): void {
      reply.header('set-cookie', signOutCookie(isSecure(request, proxies)));
      reply.header('clear-site-data', '"storage"');
    },
  };
}

// Passes phones on to their hubs: what a phone says goes there as it came, and what the hub says is the answer, piece by piece.
// Nothing here reads either.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyReply } from 'fastify';
import { clientAddress, isTrustedPeer } from '../../runtime/listeners/client_address.ts';
import type { App } from '../edge/app.ts';
import type { BodyMemory } from '../edge/requests/body_memory.ts';
import { createBodyParser } from '../edge/requests/body_parser.ts';
import { notFound } from '../errors/errors.ts';
import { type HubAddresses, HubCalls, hubOf } from '../phones/hubs.ts';

const bodyBytes = 1024 * 1024;

/** The headers of a phone that are passed on to its hub. */
const passedOn = ['authorization', 'content-type', 'user-agent', 'x-timestamp', 'x-signature'] as const;
/** The headers of a hub that are passed on to the phone. */
const passedBack = [
  'content-type',
  'content-length',
  'cache-control',
  'retry-after',
  'x-accel-buffering',
] as const;

/** The hub's two paths, and both with a second slash, for people who type the host with a slash at its end. */
const bases = ['/mobile/v1/*', '/m/*', '//mobile/v1/*', '//m/*'] as const;

interface PhoneRoutesOptions {
  hubs: HubAddresses;
  bodies: BodyMemory;
  trustedProxies: BlockList | undefined;
  /** The listener itself speaks TLS. */
  isSecure: boolean;
}

/** Adds the routes; without a hub there are none. */
export function addPhoneRoutes(app: App, options: PhoneRoutesOptions): void {
  const { hubs, bodies } = options;
  if (hubs.size === 0) return;
  const calls = new HubCalls();
  const open = new Set<AbortController>();
  // Streams last as long as phones like, and would hold up the close.
  app.addHook('preClose', (done) => {
    for (const aborter of open) aborter.abort();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    calls.close();
    done();
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(
        bodies,
        { bodyBytes, drainBytes: bodyBytes },
        { takesNoTurn: true, refuseType: () => undefined, parse: (bytes) => ({ value: bytes }) },
      ),
    );
    for (const method of ['GET', 'POST', 'PATCH'] as const)
      for (const url of bases)
        scope.route({
          method,
          url,
          exposeHeadRoute: false,
          handler: async ({ raw, headers, body }, reply) => {
            const path = raw.url ?? '';
            if (/^\/[^?]*\.\./.test(path)) throw notFound('path');
            const hub = hubOf(hubs, { path, authorization: headers.authorization });
            if (hub === undefined) return sayAway(reply);
            const aborter = new AbortController();
            open.add(aborter);
            reply.raw.once('close', () => {
              aborter.abort();
              open.delete(aborter);
            });
            const answer = await calls
              .ask(hub, {
                ...{ method, path, signal: aborter.signal },
                headers: headersFor(raw, options),
                body: body instanceof Uint8Array ? body : undefined,
              })
              .catch(() => undefined);
            if (answer === undefined) return sayAway(reply);
            reply.hijack();
            passBack(answer, reply);
          },
        });
  });
}

/** In the form that phones know, which is not that of the REST interface. */
const sayAway = (reply: FastifyReply) =>
  reply.code(503).header('retry-after', '5').send({ message: 'the phones hub cannot be asked now' });

function headersFor(
  raw: IncomingMessage,
  { trustedProxies, isSecure }: PhoneRoutesOptions,
): OutgoingHttpHeaders {
  const { headers, socket } = raw;
  const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies);
  const isBelieved = isTrustedPeer(socket.remoteAddress, trustedProxies);
  const said = (name: string) =>
    isBelieved
      ? String(headers[name] ?? '')
          .split(',')[0]
          ?.trim()
      : undefined;
  return {
    ...pick(headers, passedOn),
    'x-forwarded-for': address.replace(/\/64$/, ''),
    'x-forwarded-proto': said('x-forwarded-proto') || (isSecure ? 'https' : 'http'),
    'x-forwarded-host': said('x-forwarded-host') || (headers.host ?? ''),
  };
}

function passBack(answer: IncomingMessage, reply: FastifyReply): void {
  const response = reply.raw;
  response.writeHead(answer.statusCode ?? 502, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    ...pick(answer.headers, passedBack),
  });
  response.flushHeaders();
  // If a hub breaks off in the middle of an answer, the phone must not take it for complete.
  answer.once('error', () => response.destroy());
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
  answer.pipe(response);
}

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

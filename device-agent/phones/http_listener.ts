// The listener that phones reach, as a rule through the gateway: bounds, the bases of the interface, and answers to what goes
// wrong. Nothing that goes wrong here makes a phone believe that it is not paired.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import { clientAddress, isTrustedPeer } from '../../runtime/listeners/client_address.ts';
import { LastAnswers } from '../../runtime/listeners/last_answers.ts';
import { closed } from '../../runtime/listeners/listening.ts';
import { Unauthenticated } from '../../runtime/listeners/unauthenticated.ts';
import type { Log } from '../../runtime/log.ts';
import { systemCode } from '../agent_error.ts';
import { EventStreams } from './event_streams.ts';
import type { Hub } from './hub.ts';
import { MobileApi, type MobileRequest } from './mobile_api.ts';
import { Refused } from './refused.ts';
import { RequestBodies } from './request_body.ts';

/** The second one is for people who type it. */
const bases = ['/mobile/v1', '/m'] as const;
/** Most connections that have not proved to be a phone's. */
const mostUnknown = 1_000;
const mostConnections = 12_000;
const maxHostChars = 255;
/** How long a stop waits for phones that are being answered; shorter than the process' watchdog. */
const stopGraceMs = 5_000;

const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
};

interface ListenerOptions {
  hub: Hub;
  clock: Clock;
  log: Log;
  /** The address that phones reach the hub at, as the operator says; else as they say themselves. */
  publicUrl: string | undefined;
  /** Those whose X-Forwarded headers are believed. */
  trustedProxies: BlockList | undefined;
}

/** A listener that the caller listens with, and closes. */
interface PhonesListener {
  server: Server;
  /** Answers what is asked within its last seconds, and ends everything that is open. */
  close(): Promise<void>;
}

/** Makes the listener. */
export function createPhonesListener(options: ListenerOptions): PhonesListener {
  const { hub, clock, log } = options;
  const streams = new EventStreams(clock);
  const server = createServer(bounds, (request, response) => void answer(request, response));
  const answers = new LastAnswers(server, clock);
  const unknown = new Unauthenticated(server, mostUnknown);
  const api = new MobileApi({
    ...{ hub, streams, clock, bodies: new RequestBodies() },
    onKnown: ({ socket }) => unknown.welcome(socket),
  });
  server.maxConnections = mostConnections;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      const asked = readRequest(request, response, options);
      const answered = await api.answer(asked);
      if (answered !== undefined) write(response, answered.status, answered.body);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      if (!(error instanceof Refused))
        log.error({ code: systemCode(error) }, 'a phone could not be answered');
      const refused = error instanceof Refused ? error : new Refused(503, 'it cannot be answered now', 5);
      if (refused.retryAfterSeconds !== undefined)
        response.setHeader('retry-after', String(refused.retryAfterSeconds));
      // The rest of a body is not read.
      if (!request.complete) response.setHeader('connection', 'close');
      write(response, refused.status, { message: refused.message });
    }
  }

  return {
    server,
    async close() {
      answers.begin();
      streams.stop();
      const cancelForce = clock.setTimeout(() => server.closeAllConnections(), stopGraceMs);
      await answers.end(() => closed(server));
      cancelForce();
    },
  };
}

function write(response: ServerResponse, status: number, body: unknown): void {
  if (body === undefined) return void response.writeHead(status).end();
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

function readRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { publicUrl, trustedProxies }: ListenerOptions,
): MobileRequest {
  const { headers, socket, method, url = '' } = request;
  const [rawPath = '', query = ''] = url.split('?', 2);
  // An address that was typed with a slash at its end gives two.
  const path = rawPath.replace(/\/{2,}/g, '/');
  const base = bases.find((each) => path.startsWith(`${each}/`));
  if (base === undefined) throw new Refused(404, 'there is nothing here');
  const isBelieved = isTrustedPeer(socket.remoteAddress, trustedProxies);
  const said = (name: string) =>
    (isBelieved
      ? String(headers[name] ?? '')
          .split(',')[0]
          ?.trim()
      : '') ?? '';
  const host = said('x-forwarded-host') || headers.host || '';
  if (!/^[A-Za-z0-9.:[\]_-]*$/.test(host) || host.length > maxHostChars)
    throw new Refused(400, 'the host is none');
  const protocol = said('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return {
    ...{ request, response },
    route: `${method} ${path.slice(base.length)}`,
    base: `${publicUrl ?? `${protocol}://${host}`}${base}`,
    query: new URLSearchParams(query),
    // Without the length of a network, which addresses do not have where they are passed on.
    address: clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies).replace(
      /\/64$/,
      '',
    ),
  };
}

// The listener that faces device agents: HTTP/1.1, cleartext or TLS, with the WebSocket link and the pairing call. The
// token is checked in the upgrade, before a socket costs anything.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { BlockList, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createContextKey, createContextValues, type HandlerContext } from '@connectrpc/connect';
import { WebSocketServer } from 'ws';
import { PairingService } from '../../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { AttemptLimiter } from '../../../runtime/attempt_limiter.ts';
import { clientAddress } from '../../../runtime/listeners/client_address.ts';
import { Unauthenticated } from '../../../runtime/listeners/unauthenticated.ts';
import { listenerOptions, type TlsTexts } from '../../../runtime/tls/tls_files.ts';
import type { Pairing } from '../../app/devices/pairing.ts';
import { createConnectHandler } from '../../connect/connect_handler.ts';
import { failureInterceptor } from '../../connect/failures.ts';
import { deviceTokenPrefix, hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { Refusal } from '../../errors.ts';
import { maxFrameBytes } from './frames.ts';
import { Link } from './link.ts';
import type { LinkBatchers } from './link_batchers.ts';
import type { LinkOptions } from './link_options.ts';
import { OpenLinks } from './open_links.ts';
import { IntakeShares } from './recording.ts';

const linkPath = '/device/v1/link';
/**
 * Most links, most of one device, most that are being closed for others, and most connections without a link: half of all agents may
 * come back at once. A device needs one link, and has more while it does not know yet that earlier ones are lost.
 */
export const linkBounds = { links: 20_000, ofDevice: 8, ending: 1_000, unauthenticated: 10_000 };
const remoteAddress = createContextKey('', { description: 'the peer that an attempt is counted for' });

interface LinkServerOptions extends Omit<LinkOptions<Link>, 'socket' | 'device' | 'shares'> {
  batchers: LinkBatchers;
  pairing: Pick<Pairing, 'accountOfCode' | 'pairDevice'>;
  /** Cleartext when absent. */
  tls?: TlsTexts | undefined;
  /** Hubs and proxies whose X-Forwarded-For is believed; none when absent. */
  trustedProxies?: BlockList | undefined;
  /** For tests; `linkBounds` when absent. */
  most?: typeof linkBounds;
}

/**
 * Most fragments of one message, for proxies that cut it, and most pieces in which it comes; an agent sends it whole.
 */
const mostFragments = 64;
const mostPieces = 4_096;

const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 5_000,
};
/** Requests of one connection, which may be sent without waiting for their answers; pairing takes one. */
const mostRequests = 20;

/** The core's own status for an unknown token. It makes an agent end for good, which a proxy's answer must not. */
const unknownDevice = 'Textrelay-Refusal: unknown-device';

/** Answers and closes the connection itself: Node sets no timeout on a connection that asked for an upgrade. */
function refuseUpgrade(socket: Duplex, status: string, ...headers: string[]): void {
  const lines = [`HTTP/1.1 ${status}`, 'Content-Length: 0', ...headers, 'Connection: close'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  (socket as Socket).destroySoon();
}

/** The bearer token of an upgrade; undefined unless there is exactly one well-formed header. */
function tokenOf(request: IncomingMessage): string | undefined {
  const headers = request.headersDistinct.authorization;
  const token = headers?.length === 1 ? /^Bearer +(\S{1,200})$/i.exec(headers[0] ?? '')?.[1] : undefined;
  return token !== undefined && isWellFormedSecret(deviceTokenPrefix, token) ? token : undefined;
}

/** Answers agents that pair, which they do over Connect. */
function createPairingHandler({ pairing, clock, log, trustedProxies }: LinkServerOptions) {
  const limiter = new AttemptLimiter(clock);
  /** Counts wrong codes of the caller's address, and refuses one that has shown too many. */
  const counted = async <T>({ values }: HandlerContext, trade: () => Promise<T>): Promise<T> => {
    const peer = values.get(remoteAddress);
    const waitSeconds = await limiter.begin(peer);
    if (waitSeconds > 0) {
      throw new Refusal('rate_limited', 'too many wrong codes; wait and try again', waitSeconds);
    }
    let isWrong = false;
    try {
      return await trade();
    } catch (error) {
      isWrong = error instanceof Refusal && error.code === 'not_found';
      throw error;
    } finally {
      limiter.end(peer, isWrong);
    }
  };
  return createConnectHandler({
    log,
    interceptors: [failureInterceptor(log)],
    grpc: false,
    grpcWeb: false,
    readMaxBytes: 64 * 1024,
    maxTimeoutMs: 30_000,
    // A phones hub pairs for phones elsewhere: the address that counts is theirs.
    contextValues: ({ socket, headers }) =>
      createContextValues().set(
        remoteAddress,
        clientAddress(socket.remoteAddress, headers['x-forwarded-for'], trustedProxies),
      ),
    routes: (router) =>
      router.service(PairingService, {
        pairDevice: ({ code, deviceName, attempt }, context) =>
          counted(context, () => pairing.pairDevice(code, deviceName, attempt)),
        getPairingCode: ({ code, attempt }, context) =>
          counted(context, async () => ({ accountId: await pairing.accountOfCode(code, attempt) })),
      }),
  });
}

/** Makes the server; the caller listens and closes. */
export function createLinkServer(options: LinkServerOptions): Server {
  const { batchers, most = linkBounds } = options;
  const shares = new IntakeShares();
  const open = new OpenLinks(most);
  const handler = createPairingHandler(options);
  const server = options.tls
    ? createTlsServer({ ...bounds, ...listenerOptions(options.tls) }, handler)
    : createServer(bounds, handler);
  server.maxRequestsPerSocket = mostRequests;
  const unauthenticated = new Unauthenticated(server, most.unauthenticated);

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    maxFragments: mostFragments,
    maxBufferedChunks: mostPieces,
    perMessageDeflate: false,
  });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== linkPath) return refuseUpgrade(socket, '404 Not Found');
    const token = tokenOf(request);
    if (token === undefined) return refuseUpgrade(socket, '401 Unauthorized', unknownDevice);
    const device = await batchers.findDevice(hashSecret(token));
    if (!device) return refuseUpgrade(socket, '401 Unauthorized', unknownDevice);
    // From here until the link is added nothing else runs.
    const refusal = open.refusalOf(device);
    if (refusal !== undefined)
      return refuseUpgrade(
        socket,
        '503 Service Unavailable',
        'Retry-After: 5',
        `Textrelay-Refusal: ${refusal}`,
      );
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      unauthenticated.welcome(request.socket);
      open.add(new Link({ ...options, shares, socket: webSocket, device }), webSocket);
    });
  };

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch(() =>
      refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 1'),
    );
  });
  return server;
}

// A TLS listener takes over a renewed certificate and logs failed handshakes, though never so many that they could fill
// a disk. A handshake that is under way does not hold up a stop.
import type { Server as AnyServer, Socket } from 'node:net';
import { Server, type TLSSocket } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { certificateEndMs, type LoadedTls, listenerOptions, validTo, watchTls } from './tls_files.ts';

const mostLines = 10;
const windowMs = 60_000;

/** Node's code of what went wrong: a closed set, without anything that the peer said. */
function reasonOf(error: NodeJS.ErrnoException, socket: TLSSocket): string {
  // A certificate that is refused ends as a mere reset; the socket knows the reason.
  const refused: unknown = socket.authorizationError;
  const reason = typeof refused === 'string' ? refused : error.code;
  return /^[A-Z0-9_/]{1,60}$/.test(reason ?? '') ? (reason as string) : 'UNKNOWN';
}

/** Logs each failed handshake, ten a minute at most. It costs its own connection and nothing else. */
function logErrors(server: Server, { clock, log }: { clock: Clock; log: Log }): void {
  let windowEndMs = 0;
  let lines = 0;
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    // Node leaves the socket to whoever listens.
    socket.destroy();
    const nowMs = clock.nowMs();
    if (nowMs >= windowEndMs) {
      windowEndMs = nowMs + windowMs;
      lines = 0;
    }
    if (lines++ < mostLines)
      log.warn({ reason: reasonOf(error, socket), peer: socket.remoteAddress }, 'a TLS handshake failed');
  });
}

/** Returns a function that ends the handshakes under way: no other way of closing a server knows of them. */
function holdHandshakes(server: Server): () => void {
  const underWay = new Map<string, Socket>();
  const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    underWay.set(name, socket);
    socket.once('close', () => {
      if (underWay.get(name) === socket) underWay.delete(name);
    });
  });
  server.on('secureConnection', (socket) => underWay.delete(nameOf(socket)));
  return () => {
    for (const socket of underWay.values()) socket.destroy();
  };
}

interface TlsTools {
  clock: Clock;
  log: Log;
  /** Gets the end of the certificate in use, in milliseconds since the Unix epoch: at once, and when it is renewed. */
  onCertificate?: (endMs: number) => void;
}

/** Sets up a listener if it speaks TLS; returns a function to call when it closes. */
export function keepTls(server: AnyServer, tls: LoadedTls | undefined, tools: TlsTools): () => void {
  if (!tls || !(server instanceof Server)) return () => {};
  logErrors(server, tools);
  const endHandshakes = holdHandshakes(server);
  tools.onCertificate?.(certificateEndMs(tls.texts));
  const endWatch = watchTls(tls, tools, (texts) => {
    server.setSecureContext(listenerOptions(texts));
    tools.onCertificate?.(certificateEndMs(texts));
  });
  tools.log.info({ certificate: tls.files.cert?.variable, validTo: validTo(tls.texts) }, 'TLS is on');
  return () => {
    endWatch();
    endHandshakes();
  };
}

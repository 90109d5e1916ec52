// A socket to a message centre, cleartext or TLS.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where to connect. */
export interface SocketSettings {
  host: string;
  port: number;
  /** Cleartext when absent; `ca` in PEM, the system's when absent; the host is the name when none is given. */
  tls?: { ca?: string; serverName?: string };
}

/** Begins to connect; `onOpen` is called when octets can be exchanged, after the handshake. */
export function openSocket({ host, port, tls }: SocketSettings, onOpen: () => void): Socket {
  const socket = tls
    ? connectTls(
        {
          host,
          port,
          minVersion: 'TLSv1.2',
          ...serverNameOf(tls.serverName ?? host),
          ...(tls.ca !== undefined && { ca: tls.ca }),
        },
        onOpen,
      )
    : connectTcp({ host, port }, onOpen);
  return socket.setNoDelay(true);
}

/** An address is no name (RFC 6066, 3): the certificate is checked against the host then. */
const serverNameOf = (name: string) => (isIP(name) === 0 ? { servername: name } : {});

// The options and events of a session, and its socket to the SMSC, cleartext or TLS.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../../../runtime/clock.ts';
import type { Delivered, Delivery } from './deliveries.ts';

/** The address to connect to. */
interface SocketSettings {
  host: string;
  port: number;
  /** Cleartext when absent; `ca` in PEM, the system's when absent; the host is the name when none is given. */
  tls?: { ca?: string; serverName?: string };
}

/** The address to bind at, and the system_id. */
export interface SessionSettings extends SocketSettings {
  systemId: string;
  password: string;
  systemType: string;
  /** Silence after which the link is tested. */
  enquireAfterMs: number;
  /** How long an answer may take; then a request is unknown and the connection is not trusted any more. */
  responseTimeoutMs: number;
}

/** How a session ended. */
export interface SessionEnd {
  detail: string;
  /** The command_status that a bind was refused with. */
  refusal?: number;
}

export interface SessionOptions {
  settings: SessionSettings;
  clock: Clock;
  /** The SMSC accepted the bind. */
  onBound(): void;
  /** It answers again after a request that it did not answer in time. */
  onTrusted(): void;
  /** It served: a submit or an enquire_link was answered. Called any number of times. */
  onServed(): void;
  /** A deliver_sm or data_sm. Resolves once what it brought is durable; a rejection asks for a repeat. */
  onDeliver(delivery: Delivery): Promise<Delivered>;
  /** A deliver_sm or data_sm without sense; it is refused. */
  onUnreadable(body: Uint8Array): void;
  /** A PDU without sense came. Called any number of times. */
  onSenseless(): void;
  /** Called exactly once. */
  onEnd(end: SessionEnd): void;
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

/** How long the last octets may take to leave. */
const lingerMs = 1_500;

/** Ends a connection in order, and cuts it where the other side does not end it as well. */
export function endSocket(socket: Socket, clock: Clock): void {
  socket.end();
  if (socket.destroyed) return;
  const cancel = clock.setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', cancel);
}

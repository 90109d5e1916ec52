// Chooses the server that a connection is made to. After a connection without an answer, because no server was there or
// it was no primary, the next one tries the next server.
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseUrl } from './database_url.ts';

/** The name of the service's sessions in the database. */
export const sessionName = 'textrelay';

/** How long a server may take to let a connection in, in seconds; less where another one can be asked. */
const connectBoundS = (hosts: number) => (hosts > 1 ? 2 : 5);

/** The modes in which a certificate is not judged (libpq manual, 34.19.1). */
const isUnjudged = (mode: string) => ['allow', 'prefer', 'require'].includes(mode);

function tlsOf({ ssl, sslRootCert }: DatabaseUrl): boolean | string | ConnectionOptions {
  if (ssl === false || isUnjudged(ssl) || sslRootCert === undefined || sslRootCert === 'system') return ssl;
  return { ca: readFileSync(sslRootCert, 'utf8') };
}

/** The driver's options for all connections of a URL. */
export const commonOptions = (url: DatabaseUrl) => ({
  // Only one host: with several the driver goes on connecting for statements that were given up.
  host: [url.hosts[0]?.host],
  port: [url.hosts[0]?.port],
  user: url.user,
  password: url.password,
  database: url.database,
  ssl: tlsOf(url),
  // Only a primary takes writes, and a standby's reads would be behind the acknowledged writes.
  target_session_attrs: 'primary' as const,
  connect_timeout: connectBoundS(url.hosts.length),
  keep_alive: 10,
});

/**
 * The server's handling of a lost client: it asks after 10 s of silence, gives up unread answers after as long, and
 * ends a transaction that does not go on.
 */
export const sessionParameters = ({ parameters }: DatabaseUrl): Record<string, string> => ({
  ...parameters,
  TimeZone: 'UTC',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
  idle_in_transaction_session_timeout: '10000',
});

/** Finds the server for one connection, again and again. */
export class ServerFinder {
  readonly #hosts: DatabaseUrl['hosts'];
  #index = 0;
  #isDoubted = false;
  #socket: Socket | undefined;

  constructor({ hosts }: DatabaseUrl) {
    this.#hosts = hosts;
  }

  /** Begins a connection to the server whose turn it is; faults come as the socket's events. */
  readonly connect = (): Socket => {
    // The last server was not confirmed: it was not there, or no primary.
    if (this.#isDoubted) this.#index = (this.#index + 1) % this.#hosts.length;
    this.#isDoubted = true;
    const { host, port } = this.#hosts[this.#index] as DatabaseUrl['hosts'][number];
    const socket = new Socket();
    this.#socket = socket;
    // The driver reads the name that the server's certificate has to bear from here.
    Object.assign(socket, { host, port });
    return host.startsWith('/')
      ? socket.connect(`${host.replace(/\/$/, '')}/.s.PGSQL.${port}`)
      : socket.connect(port, host);
  };

  /** Called when the connection has answered as a primary does: the next one goes there as well. */
  confirm(): void {
    this.#isDoubted = false;
  }

  /** Called when the server is no primary any more: the next connection goes elsewhere. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Returns a function that ends the newest connection at once, without a farewell. */
  cutter(): () => void {
    const socket = this.#socket;
    return () => socket?.destroy();
  }
}

/** A connection that fails like a closed one, for a caller that must not get another. */
export function deadEnd(): Socket {
  const socket = new Socket();
  setImmediate(() =>
    socket.destroy(Object.assign(new Error('the connection is closed'), { code: 'ECONNRESET' })),
  );
  return socket;
}

// Which of a database's servers a connection is made to. A connection that ends without an answer, because nobody was
// there or because it was no primary, makes the next one try the next server.
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseUrl } from './database_url.ts';

/** By this name sessions of the service are known in the database. */
export const sessionName = 'textrelay';

/** How long a server may take to let a connection in, in seconds; less where another one can be asked. */
const connectBoundS = (hosts: number) => (hosts > 1 ? 2 : 5);

/** The modes in which a certificate is not judged (libpq manual, 34.19.1). */
const isUnjudged = (mode: string) => ['allow', 'prefer', 'require'].includes(mode);

function tlsOf({ ssl, sslRootCert }: DatabaseUrl): boolean | string | ConnectionOptions {
  if (ssl === false || isUnjudged(ssl) || sslRootCert === undefined || sslRootCert === 'system') return ssl;
  return { ca: readFileSync(sslRootCert, 'utf8') };
}

/** What all connections of a URL have in common, as the driver's options. */
export const commonOptions = (url: DatabaseUrl) => ({
  // Only named here: with several the driver goes on connecting for statements that were given up.
  host: [url.hosts[0]?.host],
  port: [url.hosts[0]?.port],
  user: url.user,
  password: url.password,
  database: url.database,
  ssl: tlsOf(url),
  // Only a primary takes writes, and the reads of a standby would be behind what was just acknowledged.
  target_session_attrs: 'primary' as const,
  connect_timeout: connectBoundS(url.hosts.length),
  keep_alive: 10,
});

/**
 * What the server is to do about a client that is gone: it asks after 10 s of silence, gives up unread answers after
 * as long, and ends a transaction that nobody goes on with.
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
    // The one before was never confirmed: nobody was there, or no primary.
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

  /** To be called when the connection has answered as a primary does: the next one goes there as well. */
  confirm(): void {
    this.#isDoubted = false;
  }

  /** To be called when the server is no primary any more: the next connection goes elsewhere. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Returns what ends the newest connection at once, without a farewell that nobody might take. */
  cutter(): () => void {
    const socket = this.#socket;
    return () => socket?.destroy();
  }
}

/** A connection that fails as one does that was closed, for whoever must not be given another. */
export function deadEnd(): Socket {
  const socket = new Socket();
  setImmediate(() =>
    socket.destroy(Object.assign(new Error('the connection is closed'), { code: 'ECONNRESET' })),
  );
  return socket;
}

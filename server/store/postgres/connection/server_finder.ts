// Chooses the server that a connection is made to. After a connection without an answer, because no server was there or
// it was no primary, the next one tries the next server, or the one where another connection of this process has found the
// primary meanwhile.
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

/** How long a connection that failed so many times in a row waits for its next try, in seconds: each server is tried once a second. */
export const pauseS = (retries: number, hosts: number) => Math.min(0.1 * 1.5 ** retries, 1 / hosts);

/** What the connections of this process know together of one list of servers. */
interface Known {
  /** The server that was found to be the primary last, and how many times one was found. */
  primary: number;
  finds: number;
  /** Connections that no server has answered yet, each with its server. */
  readonly unanswered: Map<Socket, number>;
}

const knownServers = new Map<string, Known>();

function knownOf(hosts: DatabaseUrl['hosts']): Known {
  const name = JSON.stringify(hosts);
  const known = knownServers.get(name) ?? { primary: 0, finds: 0, unanswered: new Map() };
  knownServers.set(name, known);
  return known;
}

/** Finds the server for one connection, again and again. */
export class ServerFinder {
  readonly #hosts: DatabaseUrl['hosts'];
  readonly #known: Known;
  #index = 0;
  #isDoubted = false;
  /** How many finds there were at the last try. */
  #finds: number;
  #socket: Socket | undefined;

  constructor({ hosts }: DatabaseUrl) {
    this.#hosts = hosts;
    this.#known = knownOf(hosts);
    this.#finds = this.#known.finds;
    this.#index = this.#known.primary;
  }

  /** Begins a connection to the server whose turn it is; faults come as the socket's events. */
  readonly connect = (): Socket => {
    const { primary, finds, unanswered } = this.#known;
    // The last server was not confirmed: it was not there, or no primary.
    if (this.#isDoubted)
      this.#index = finds === this.#finds ? (this.#index + 1) % this.#hosts.length : primary;
    this.#isDoubted = true;
    this.#finds = finds;
    const { host, port } = this.#hosts[this.#index] as DatabaseUrl['hosts'][number];
    const socket = new Socket();
    this.#socket = socket;
    unanswered.set(socket, this.#index);
    socket.once('close', () => unanswered.delete(socket));
    // The driver reads the name that the server's certificate has to bear from here.
    Object.assign(socket, { host, port });
    return host.startsWith('/')
      ? socket.connect(`${host.replace(/\/$/, '')}/.s.PGSQL.${port}`)
      : socket.connect(port, host);
  };

  /** Called when the connection has answered as a primary does: the next one goes there as well. */
  confirm(): void {
    if (!this.#isDoubted) return;
    this.#isDoubted = false;
    const { unanswered } = this.#known;
    if (this.#socket) unanswered.delete(this.#socket);
    this.#known.primary = this.#index;
    this.#finds = ++this.#known.finds;
    // Those that wait at another server would wait there in vain, and for seconds where it is cut off.
    for (const [socket, index] of unanswered) if (index !== this.#index) socket.destroy();
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

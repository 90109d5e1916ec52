// What every connection to the database asks for.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseUrl } from './database_url.ts';

/** The name of the service's sessions in the database. */
export const sessionName = 'textrelay';
/** The name of those that ask who leads. */
export const pollName = `${sessionName} poll`;

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

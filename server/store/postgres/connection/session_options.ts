// What every connection to the database asks for.
import { driverTls } from './database_tls.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';

/** The name of the service's sessions in the database. */
export const sessionName = 'textrelay';
/** The name of those that ask who leads. */
export const pollName = `${sessionName} poll`;

/** How long a server may take to let a connection in, in seconds; less where another one can be asked. */
const connectBoundS = (hosts: number) => (hosts > 1 ? 2 : 5);

/** The driver's options for all connections of a URL to one of its hosts. Throws TlsFileRefused. */
export const commonOptions = (url: DatabaseUrl, { host, port }: DatabaseHost) => ({
  // Only one host: with several the driver goes on connecting for statements that were given up.
  host: [host],
  port: [port],
  user: url.user,
  password: url.password,
  database: url.database,
  ssl: driverTls(url.tls, host),
  // Only a primary takes writes, and a standby's reads would be behind the acknowledged writes.
  target_session_attrs: 'primary' as const,
  connect_timeout: connectBoundS(url.hosts.length),
  keep_alive: 10,
});

/**
 * The server's handling of a lost client: it asks after 10 s of silence, gives up unread answers after as long. A socket of this
 * machine has none of it.
 */
const keepalives = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

/**
 * What the meaning of a statement or of its answer depends on, and the timeouts, whatever the server, the database and the role
 * have as their own. Written as `pg_settings` shows it. `client_min_messages` shows the warning of a commit without its standby.
 */
const owned = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  array_nulls: 'on',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  client_min_messages: 'notice',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  idle_in_transaction_session_timeout: '10000',
  idle_session_timeout: '0',
  lock_timeout: '0',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  synchronous_commit: 'on',
};

/** Settings of a session that are read back once it is open. Timeouts are in milliseconds. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The settings of a session: the service's own, and `its` instead of some of them. */
export const sessionSettings = (its: SessionSettings = {}): SessionSettings => ({ ...owned, ...its });

/** What a session is opened with: the URL's parameters, and over them what is not for others to choose. */
export const sessionParameters = (url: DatabaseUrl, settings: SessionSettings): Record<string, string> => ({
  ...url.parameters,
  ...keepalives,
  ...settings,
});

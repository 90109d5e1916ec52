// Reads the URL of a database. It may name several servers, of which one is the primary.
import { type DatabaseTls, readDatabaseTls } from './database_tls.ts';

/** One place where the server may be: a host and its port, or the directory of a unix socket. */
export interface DatabaseHost {
  /** A name, an IP address, or an absolute directory. */
  host: string;
  port: number;
}

export interface DatabaseUrl {
  /** At least one, in the order in which they are tried. */
  hosts: readonly DatabaseHost[];
  user: string | undefined;
  password: string;
  database: string | undefined;
  tls: DatabaseTls;
  /** Run-time parameters for each connection. */
  parameters: Readonly<Record<string, string>>;
}

/**
 * Options that are meant for other clients of PostgreSQL, or that are fixed here. Poolers and managed services put some of them
 * into the URLs that they show.
 */
const ignored = [
  'application_name',
  'channel_binding',
  'client_encoding',
  'connect_timeout',
  'fallback_application_name',
  'gssencmode',
  'host',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'load_balance_hosts',
  'pgbouncer',
  'port',
  'target_session_attrs',
];

/** The targets that a core may ask for: it writes, so it needs the primary. */
const usableTargets = ['any', 'primary', 'read-write'];

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 5432;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error('has an invalid port');
  return port;
}

function readHost(text: string, port: string | undefined): DatabaseHost {
  const decoded = decodeURIComponent(text);
  if (decoded.startsWith('/')) return { host: decoded, port: readPort(port) };
  const match = /^(?:\[([^\]]+)\]|([^:[\]\s]+))(?::(.*))?$/.exec(decoded);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined) throw new Error('has an invalid host');
  return { host, port: readPort(match?.[3] ?? port) };
}

/**
 * Reads `postgres://user:password@host:port,host:port/database?option=value`. A percent-encoded absolute path in the
 * host's place is the directory of a unix socket. Options that are not the client's own become run-time parameters.
 * Throws an Error whose message goes on from the variable's name.
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres://');
  const match = /^[a-z]+:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (!match) throw new Error('must be like postgres://user:password@host:5432/database');
  const [, identity = '', authority = '', path = '', search = ''] = match;
  const query = new URLSearchParams(search);
  const target = query.get('target_session_attrs') ?? 'primary';
  if (!usableTargets.includes(target)) throw new Error('must ask for the primary, by target_session_attrs');
  if (query.get('gssencmode') === 'require')
    throw new Error('has gssencmode=require, which is not supported');
  try {
    const [user = '', ...password] = identity.split(':');
    const places = (authority === '' ? (query.get('host') ?? 'localhost') : authority).split(',');
    const ports = query.get('port')?.split(',') ?? [];
    const hosts = places
      .filter((place) => place !== '')
      .map((place, index) => readHost(place, ports[index] ?? ports[0]));
    if (hosts.length === 0) throw new Error('names no host');
    return {
      hosts,
      user: decodeURIComponent(user) || undefined,
      password: decodeURIComponent(password.join(':')),
      database: decodeURIComponent(path) || undefined,
      tls: readDatabaseTls(query),
      parameters: Object.fromEntries(
        [...query].filter(([name]) => !ignored.includes(name) && !name.startsWith('ssl')),
      ),
    };
  } catch (error) {
    if (error instanceof URIError) throw new Error('has a % that begins no code: write % itself as %25');
    throw error;
  }
}

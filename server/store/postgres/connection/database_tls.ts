// TLS to a server of the database as libpq has it (libpq manual, 34.19.1): what a URL asks for, and one check of the server's
// certificate for each mode.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** How a server is spoken to. */
export interface DatabaseTls {
  /** libpq's `sslmode`. `allow` means `prefer` here: TLS where the server offers it. */
  mode: (typeof modes)[number];
  /** Path of the certificates of authorities that a server's is checked against; undefined for those of Node.js. */
  rootCert: string | undefined;
  /** Paths of the client's own certificate and key. */
  client: { cert: string; key: string } | undefined;
}

/** The last two change nothing here. */
const tlsOptions = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslcompression', 'sslsni'];

/** node-postgres' `ssl` besides libpq's words. */
const otherWords: Readonly<Record<string, DatabaseTls['mode']>> = { true: 'verify-full', false: 'disable' };

function readMode(query: URLSearchParams, isSystem: boolean): DatabaseTls['mode'] {
  const word = query.get('sslmode') ?? query.get('ssl') ?? (isSystem ? 'verify-full' : 'prefer');
  const mode = otherWords[word] ?? modes.find((each) => each === word);
  if (!mode) throw new Error(`has an unknown sslmode: use one of ${modes.join(', ')}`);
  return mode;
}

/** Reads the options of a URL that are about TLS. Throws an Error whose message goes on from the variable's name. */
export function readDatabaseTls(query: URLSearchParams): DatabaseTls {
  const unknown = [...query.keys()].find((name) => name.startsWith('ssl') && !tlsOptions.includes(name));
  if (unknown) throw new Error(`has the option ${unknown}, which is not supported`);
  const [root, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => query.get(name) || undefined);
  const isSystem = root === 'system';
  const mode = readMode(query, isSystem);
  // As in libpq: a public authority signs for everybody, so that its signature alone proves nothing.
  if (isSystem && mode !== 'verify-full')
    throw new Error('has sslrootcert=system, which needs sslmode=verify-full');
  if (mode === 'verify-ca' && !root) throw new Error('has sslmode=verify-ca, which needs sslrootcert');
  if ((cert === undefined) !== (key === undefined)) throw new Error('needs sslcert and sslkey together');
  if (cert && !['require', 'verify-ca', 'verify-full'].includes(mode))
    throw new Error('has sslcert, which needs sslmode=require or a stricter one');
  return { mode, rootCert: isSystem ? undefined : root, client: cert && key ? { cert, key } : undefined };
}

/** A file that a URL names cannot be used. Its message goes on from the variable's name. */
class TlsFileRefused extends Error {
  override readonly name = 'TlsFileRefused';
}

function readPem(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new TlsFileRefused(`names by ${option} the file ${path}, which cannot be read (${code})`);
  }
}

function readCertificates(option: string, path: string): string {
  const pem = readPem(option, path);
  try {
    new X509Certificate(pem);
  } catch {
    throw new TlsFileRefused(`names by ${option} the file ${path}, which holds no certificate (PEM)`);
  }
  return pem;
}

/**
 * The driver's `ssl` for one host. Files are read anew, so that new certificates count for the next connection. Throws
 * TlsFileRefused.
 */
export function driverTls(tls: DatabaseTls, host: string): false | 'prefer' | ConnectionOptions {
  const { mode, rootCert, client } = tls;
  // A socket of this machine needs no TLS, and PostgreSQL speaks none there.
  if (mode === 'disable' || host.startsWith('/')) return false;
  if (mode === 'allow' || mode === 'prefer') return 'prefer';
  const own = client && {
    cert: readCertificates('sslcert', client.cert),
    key: readPem('sslkey', client.key),
  };
  if (mode === 'require' && !rootCert) return { ...own, rejectUnauthorized: false };
  const ca = rootCert && readCertificates('sslrootcert', rootCert);
  return {
    ...own,
    ...(ca ? { ca } : {}),
    // Node.js would check the name of an IP address as "localhost". A chain is all that is asked for below verify-full.
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  };
}

// TLS to the database by each sslmode, through a real PostgreSQL behind real certificates (libpq manual, 34.19.1).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority, writeTexts } from '../../../../test/support/certificates.ts';
import { createDatabase, withHost } from '../../../../test/support/database.ts';
import { serveTlsDatabase, type TlsDatabase } from '../../../../test/support/tls_database.ts';
import { describeStartError } from '../../../start_error.ts';
import { openMigrationConnection } from '../migrating/migration_connection.ts';
import { isAway } from '../server_errors.ts';
import { driverTls } from './database_tls.ts';
import { readDatabaseUrl } from './database_url.ts';

let url: string;
let files: Record<'right' | 'wrong' | 'nothing' | 'cert' | 'key', string>;
let servers: Record<'localhost' | 'address' | 'cleartext', TlsDatabase>;

beforeAll(async () => {
  url = await createDatabase();
  const [right, wrong] = [await createAuthority('Right'), await createAuthority('Wrong')];
  const client = await right.issue({ names: ['client'] });
  files = writeTexts({ right: right.cert, wrong: wrong.cert, nothing: 'no certificate\n', ...client });
  servers = {
    localhost: await serveTlsDatabase(url, await right.issue({ names: ['localhost'] })),
    address: await serveTlsDatabase(url, await right.issue({ names: ['127.0.0.1'] })),
    cleartext: await serveTlsDatabase(url),
  };
});
afterAll(() => {
  for (const server of Object.values(servers)) server.close();
});

/** Connects to a server by a host's name, and answers 'TLS', 'cleartext', or the line with which a start ends. */
async function connectBy(name: keyof typeof servers, host: string, query: string): Promise<string> {
  const server = servers[name];
  const through = withHost(url).through(server.port).replace('127.0.0.1', host);
  const connection = openMigrationConnection(`${through}?${query}`);
  try {
    await connection.ask('select 1');
    return server.encrypted.at(-1) ? 'TLS' : 'cleartext';
  } catch (error) {
    expect(isAway(error)).toBe(false);
    return describeStartError(error);
  } finally {
    await connection.close();
  }
}

const authority = (name: 'right' | 'wrong') => `sslrootcert=${files[name]}`;
const otherName = /^the certificate of the database server of DATABASE_URL is refused \(.*does not match/;
const otherAuthority =
  /^the certificate of the database server of DATABASE_URL is refused \((unable to|self-signed)/;

test('verify-full asks for a certificate of the very name or IP address that the URL names', async () => {
  const mode = `sslmode=verify-full&${authority('right')}`;
  expect(await connectBy('localhost', 'localhost', mode)).toBe('TLS');
  expect(await connectBy('address', '127.0.0.1', mode)).toBe('TLS');
  expect(await connectBy('localhost', '127.0.0.1', mode)).toMatch(otherName);
  expect(await connectBy('address', 'localhost', mode)).toMatch(otherName);
  expect(await connectBy('address', '127.0.0.1', `sslmode=verify-full&${authority('wrong')}`)).toMatch(
    otherAuthority,
  );
});

test('each of several hosts is held to its own name', () => {
  const read = readDatabaseUrl('postgres://h.example,192.0.2.7,[2001:db8::7]/d?sslmode=verify-full');
  const certificate = {
    subject: { CN: 'x' },
    subjectaltname: 'DNS:h.example, IP Address:192.0.2.7, IP Address:2001:DB8::7',
  };
  for (const { host } of read.hosts) {
    const tls = driverTls(read.tls, host);
    if (typeof tls !== 'object') throw new Error('no TLS');
    expect(tls.checkServerIdentity?.('localhost', certificate as never)).toBeUndefined();
    expect(
      tls.checkServerIdentity?.(host, { ...certificate, subjectaltname: 'DNS:localhost' } as never),
    ).toBeInstanceOf(Error);
  }
});

test('verify-ca, and require with a root certificate, ask for the chain and for no name', async () => {
  for (const mode of ['verify-ca', 'require']) {
    expect(await connectBy('localhost', '127.0.0.1', `sslmode=${mode}&${authority('right')}`)).toBe('TLS');
    expect(await connectBy('localhost', 'localhost', `sslmode=${mode}&${authority('wrong')}`)).toMatch(
      otherAuthority,
    );
  }
});

test('require without a root certificate takes any certificate, and no cleartext', async () => {
  expect(await connectBy('localhost', '127.0.0.1', 'sslmode=require')).toBe('TLS');
  expect(await connectBy('cleartext', '127.0.0.1', 'sslmode=require')).toBe(
    'the database server of DATABASE_URL offers no TLS, and the sslmode asks for it',
  );
});

test('without a mode, TLS is spoken where the server offers it; disable never speaks it', async () => {
  for (const mode of ['', 'sslmode=prefer', 'sslmode=allow']) {
    expect(await connectBy('localhost', '127.0.0.1', mode)).toBe('TLS');
    expect(await connectBy('cleartext', '127.0.0.1', mode)).toBe('cleartext');
  }
  expect(await connectBy('localhost', '127.0.0.1', 'sslmode=disable')).toBe('cleartext');
});

test('a certificate of the client is shown with its key', () => {
  const query = `sslmode=require&sslcert=${files.cert}&sslkey=${files.key}`;
  const { tls } = readDatabaseUrl(`postgres://h/d?${query}`);
  expect(driverTls(tls, 'h')).toMatchObject({
    cert: expect.stringContaining('BEGIN CERTIFICATE'),
    key: expect.stringContaining('PRIVATE KEY'),
    rejectUnauthorized: false,
  });
  expect(driverTls(tls, '/run/postgresql')).toBe(false);
});

test('a file that cannot be used is named', () => {
  const use = (query: string) => driverTls(readDatabaseUrl(`postgres://h/d?${query}`).tls, 'h');
  expect(() => use('sslmode=require&sslrootcert=/nowhere/ca.pem')).toThrow(
    'names by sslrootcert the file /nowhere/ca.pem, which cannot be read (ENOENT)',
  );
  expect(() => use(`sslmode=verify-full&sslrootcert=${files.nothing}`)).toThrow(
    'which holds no certificate (PEM)',
  );
  expect(() => use(`sslmode=require&sslcert=${files.cert}&sslkey=/nowhere/key`)).toThrow(
    'sslkey the file /nowhere/key',
  );
});

test.each([
  ['sslmode=verify-ca', 'needs sslrootcert'],
  ['sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
  ['sslmode=require&sslcert=/c', 'together'],
  ['sslcert=/c&sslkey=/k', 'needs sslmode=require'],
  ['sslmode=require&sslcrl=/c', 'sslcrl'],
])('%s is refused with a reason', (query, reason) => {
  expect(() => readDatabaseUrl(`postgres://h/d?${query}`)).toThrow(reason);
});

// A fresh database for each test file, cloned from a migrated template in the run's throw-away PostgreSQL.
import crypto from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { until } from '../../runtime/testing/until.ts';

/** Node's own: in a simulation the seed draws, and databases of several workers have one server. */
const { randomUUID } = crypto;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's PostgreSQL, as its superuser; the database in it is the template's. */
    templateUrl: string;
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]+(\?|$)/, `/${database}$1`);
}

/** Creates a database with the schema in it and answers its URL. */
export const createDatabase = (): Promise<string> => copyDatabase(inject('templateUrl'));

/** Creates a database with nothing in it and answers its URL. */
export const createEmptyDatabase = (): Promise<string> =>
  copyDatabase(withDatabase(inject('templateUrl'), 'template0'));

/** Copies a database that nobody is connected to, as a backup does, and answers the copy's URL. */
export async function copyDatabase(url: string): Promise<string> {
  const templateUrl = inject('templateUrl');
  const source = /\/([^/?]+)(\?|$)/.exec(url)?.[1];
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const sql = postgres(withDatabase(templateUrl, 'postgres'), { max: 1, onnotice: () => {} });
  // A server that is behind with its connections refuses one at once, and takes it a moment later.
  const isMade = async () => {
    try {
      return await sql.unsafe(`create database ${name} template ${source}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      return false;
    }
  };
  try {
    await until(`database ${name} is made`, isMade);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return withDatabase(templateUrl, name);
}

/** A plain client for looking into a test's database. */
export const openInspector = (url: string) =>
  postgres(url, { max: 2, onnotice: () => {}, types: { bigint: postgres.BigInt } });

/** Where a URL's server listens, and the URL of the same database through a TCP port of this machine. */
export function withHost(url: string): {
  target: { path: string } | { host: string; port: number };
  through: (port: number) => string;
} {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)\/([^?]*)(?:\?(.*))?$/.exec(url);
  const [, scheme = '', authority = '', database = '', query = ''] = match ?? [];
  const directory = new URLSearchParams(query).get('host') ?? decodeURIComponent(authority);
  const [host = '127.0.0.1', port = '5432'] = authority.split(':');
  return {
    target: directory.startsWith('/') ? { path: `${directory}/.s.PGSQL.5432` } : { host, port: Number(port) },
    through: (through) => `${scheme}127.0.0.1:${through}/${database}`,
  };
}

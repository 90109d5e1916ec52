// The files of the embedded database inside the service's data directory.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, EmbeddedRefused } from './refusal.ts';

export interface Layout {
  dataDir: string;
  /** PostgreSQL's data directory. */
  cluster: string;
  /** Exists while `cluster` is being made: what stands there then is half made. */
  unfinishedMarker: string;
  /** A data directory in which a backup becomes a database; it is there only while, or after a restore that was cut off. */
  restoring: string;
  /** The superuser's password; also what initdb reads it from. */
  passwordFile: string;
  /** The same again inside `cluster`, so that a copy of that directory alone can be started. */
  passwordCopy: string;
  /** Held by the process that runs the database. */
  lockFile: string;
  /** The private copy of the binaries, where one is needed. */
  binaries: string;
  /** Of the unix socket. */
  socketDir: string;
  logFile: string;
}

export const layoutOf = (dataDir: string): Layout => ({
  dataDir,
  cluster: join(dataDir, 'pg'),
  unfinishedMarker: join(dataDir, 'pg.unfinished'),
  restoring: join(dataDir, 'pg.restoring'),
  passwordFile: join(dataDir, 'pg.password'),
  passwordCopy: join(dataDir, 'pg', 'textrelay.password'),
  lockFile: join(dataDir, 'pg.lock'),
  binaries: join(dataDir, 'pgbin'),
  socketDir: join(dataDir, 'pgsock'),
  logFile: join(dataDir, 'logs', 'postgres.log'),
});

/**
 * Makes the data directory and its `logs`, closed to other users. As root it and what is made above it may be crossed (mode 0711),
 * because the database below it runs as another user; each file in it has a mode of its own. Throws EmbeddedRefused.
 */
export function prepareDataDir(dataDir: string): void {
  const isRoot = process.getuid?.() === 0;
  try {
    if (mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 }) !== undefined || isRoot) {
      const { mode } = statSync(dataDir);
      if (isRoot && (mode & 0o011) !== 0o011) chmodSync(dataDir, (mode & 0o777) | 0o011);
    }
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new EmbeddedRefused(`the data directory ${dataDir} cannot be used (${codeOf(error)})`);
  }
}

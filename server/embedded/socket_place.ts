// The unix socket's directory, and the URL that leads there. There is no TCP port: who may open the directory is who
// may talk to the database.
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Owner } from './host/owner.ts';
import { codeOf, EmbeddedRefused } from './refusal.ts';

/** The port is only a part of the socket's name. */
export const socketPort = 5432;

/** Superuser and database of the cluster. */
export const databaseName = 'textrelay';

const socketName = `.s.PGSQL.${socketPort}`;

/** sun_path holds 108 bytes, the last one a zero (unix(7)). */
const socketPathBoundBytes = 107;

/** The second name of a socket directory, see `urlOf`. */
const aliasOf = (socketDir: string) => `${socketDir},`;

const fits = (socketDir: string) =>
  Buffer.byteLength(join(aliasOf(socketDir), socketName)) <= socketPathBoundBytes;

function makePrivate(path: string, owner: Owner): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stats = lstatSync(path);
  // Below /tmp somebody else may have been there first.
  if (!stats.isDirectory() || (stats.uid !== owner.uid && stats.uid !== process.getuid?.())) {
    throw new EmbeddedRefused(`${path} belongs to somebody else: remove it, or use a shorter data directory`);
  }
  if (owner.isOther) chownSync(path, owner.uid, owner.gid);
  chmodSync(path, 0o700);
}

/** The socket's directory: `wanted`, or a short one below /tmp where the socket's path would be too long for the kernel. */
export function socketDirOf(wanted: string, { uid }: Pick<Owner, 'uid'>): string {
  if (fits(wanted)) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  return `/tmp/textrelay-${uid}-${hash}/s`;
}

/** Makes the socket's directory, mode 0700 and the owner's. Returns which it is. Throws EmbeddedRefused. */
export function prepareSocketDir(wanted: string, owner: Owner): string {
  const socketDir = socketDirOf(wanted, owner);
  try {
    if (socketDir !== wanted) makePrivate(dirname(socketDir), owner);
    makePrivate(socketDir, owner);
    rmSync(aliasOf(socketDir), { force: true });
    symlinkSync(socketDir, aliasOf(socketDir));
  } catch (error) {
    if (error instanceof EmbeddedRefused) throw error;
    throw new EmbeddedRefused(`the socket directory ${socketDir} cannot be made (${codeOf(error)})`);
  }
  return socketDir;
}

/** Removes what a killed postmaster left. Only while none runs: the directory is this cluster's alone. */
export function clearSocketDir(socketDir: string): void {
  rmSync(join(socketDir, socketName), { force: true });
  // Its lock file may name a pid that somebody else has by now, which would make PostgreSQL refuse for ever.
  rmSync(join(socketDir, `${socketName}.lock`), { force: true });
}

/**
 * The URL of `database`, for postgres.js and for libpq (`psql URL`). postgres.js 3.4.9 knows no unix socket in a URL:
 * `?host=/dir` is sent to the server as a setting (or, without a host, is an invalid URL), and `%2Fdir` as the host
 * is looked up in DNS, because `parseUrl` decodes a host only if it is a list with a comma. So that the host here is
 * `%2Fdir,`: postgres.js takes all of it, comma included, as the directory, which therefore has a second name with a
 * comma; libpq reads a list whose first host is `/dir`.
 */
export function urlOf(socketDir: string, password: string, database: string = databaseName): string {
  return `postgres://${databaseName}:${password}@${encodeURIComponent(socketDir)},/${database}`;
}

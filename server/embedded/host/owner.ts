// The user that PostgreSQL runs as. It refuses to run as root, so that root starts it as somebody else.
import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedRefused } from '../refusal.ts';
import { findProcessesOn } from './process_table.ts';

export interface Owner {
  uid: number;
  gid: number;
  /** For sentences. */
  name: string;
  /** True when this process has to change its user for it. */
  isOther: boolean;
}

/** The user that root makes for the database, so that no other service reads its files. */
const ownName = 'textrelay-db';
/** Where it cannot be made, as on a read-only system. Both are entries of a usual passwd file, without which initdb fails. */
const sharedNames = ['postgres', 'nobody'];

/** Makes a user without a home or a shell; useradd waits for others that change the list. */
function addOwnUser(): void {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const environment = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' };
  spawnSync(
    'useradd',
    [...flags, '--shell', '/usr/sbin/nologin', '--comment', 'Textrelay database', ownName],
    {
      stdio: 'ignore',
      env: environment,
    },
  );
}

interface PasswdEntry {
  name: string;
  uid: number;
  gid: number;
}

function readPasswd(path: string): PasswdEntry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null;
}

/**
 * Chooses the user: the caller, unless that is root; then the owner of the existing `cluster` directory, unless that is a shared user and
 * nothing runs there; else `textrelay-db`, which is made by `addUser`, else `postgres`, else `nobody`. Throws EmbeddedRefused when
 * root finds none of them.
 */
export function chooseOwner(cluster: string, passwdFile = '/etc/passwd', addUser = addOwnUser): Owner {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, name: `user ${uid}`, isOther: false };

  const existing = ownerOf(cluster);
  const before = readPasswd(passwdFile);
  const find = (passwd: PasswdEntry[], wanted: string) =>
    passwd.find(({ name, uid }) => name === wanted && uid !== 0);
  const name = before.find((entry) => entry.uid === existing?.uid)?.name ?? `user ${existing?.uid}`;
  const keepsOwner = !sharedNames.includes(name) || findProcessesOn(cluster).length > 0;
  if (existing && keepsOwner) return { ...existing, name, isOther: true };
  if (!find(before, ownName)) addUser();
  const passwd = readPasswd(passwdFile);
  for (const steward of [ownName, ...sharedNames]) {
    const entry = find(passwd, steward);
    if (entry) return { ...entry, isOther: true };
  }
  throw new EmbeddedRefused(
    `PostgreSQL does not run as root, and there is no user "${ownName}", "postgres" or "nobody" to run it`,
  );
}

/** Gives to `owner` what another user has of `paths` and all below them: the database of a shared user becomes its own user's. */
export function takeOver(paths: readonly string[], { uid, gid }: Owner): void {
  for (const path of paths) {
    const before = ownerOf(path);
    if (before === null || before.uid === uid) continue;
    const below = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
      : [];
    for (const each of [...below.map((name) => join(path, name)), path])
      if (lstatSync(each).uid === before.uid) lchownSync(each, uid, gid);
  }
}

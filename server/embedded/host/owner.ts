// The user that PostgreSQL runs as. It refuses to run as root, so that root starts it as somebody else.
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedRefused } from '../refusal.ts';

export interface Owner {
  uid: number;
  gid: number;
  /** For sentences. */
  name: string;
  /** True when this process has to change its user for it. */
  isOther: boolean;
}

/** The users that take over from root, in this order. Both are entries of a usual passwd file, without which initdb fails. */
const stewards = ['postgres', 'nobody'];

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
 * Chooses the user: the caller, unless that is root; then the owner of the existing `cluster` directory, else
 * `postgres`, else `nobody`. Throws EmbeddedRefused when root finds none of them.
 */
export function chooseOwner(cluster: string, passwdFile = '/etc/passwd'): Owner {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, name: `user ${uid}`, isOther: false };

  const existing = ownerOf(cluster);
  const passwd = readPasswd(passwdFile);
  if (existing) {
    const name = passwd.find((entry) => entry.uid === existing.uid)?.name ?? `user ${existing.uid}`;
    return { ...existing, name, isOther: true };
  }
  for (const steward of stewards) {
    const entry = passwd.find(({ name, uid }) => name === steward && uid !== 0);
    if (entry) return { ...entry, isOther: true };
  }
  throw new EmbeddedRefused(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it',
  );
}

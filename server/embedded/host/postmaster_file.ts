// Reads postmaster.pid and says whose it is. It is PostgreSQL's own lock: removed here only when it names a process
// that has nothing to do with this data directory.
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findProcess, findProcessesOn, type ProcessEntry } from './process_table.ts';

/** The lines of the file of a running postmaster (PostgreSQL's miscadmin.h, LOCK_FILE_LINE). */
interface PostmasterFile {
  pid: number;
  /** PostgreSQL's status while it starts and stops: starting, ready, stopping, standby; empty very early. */
  status: string;
}

const pathOf = (cluster: string) => join(cluster, 'postmaster.pid');

/** Reads the file; null when there is none, and a pid of 0 when it cannot be understood. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(pathOf(cluster), 'utf8').split('\n');
    return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, status: (lines[7] ?? '').trim() };
  } catch {
    return null;
  }
}

/** True for the postmaster of this data directory; its children have replaced their command line. */
const isPostmasterOf = (entry: ProcessEntry, cluster: string): boolean =>
  entry.cwd === realpathSync(cluster) &&
  basename(entry.args[0] ?? '') === 'postgres' &&
  entry.args.includes('-D');

/** A postmaster that runs on this data directory already, or null. */
export function findPostmaster(cluster: string): ProcessEntry | null {
  const pid = readPostmasterFile(cluster)?.pid ?? 0;
  const entry = pid > 0 ? findProcess(pid) : null;
  return entry && isPostmasterOf(entry, cluster) ? entry : null;
}

/**
 * With no postmaster running, clears the file out of the way where PostgreSQL would refuse because of it for ever:
 * when it is empty, or names a live process of somebody else. Returns false while backends of a killed postmaster
 * still run: without the file PostgreSQL could not know of them.
 */
export function clearForeignFile(cluster: string): boolean {
  const file = readPostmasterFile(cluster);
  if (file === null) return true;
  const isDead = file.pid > 0 && findProcess(file.pid) === null;
  if (isDead && !isZombie(file.pid)) return true;
  if (findProcessesOn(realpathSync(cluster)).length > 0) return false;
  rmSync(pathOf(cluster), { force: true });
  return true;
}

/** Dead, but not yet reaped: to PostgreSQL its pid looks alive. */
function isZombie(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// A lock on a data directory that lives exactly as long as the process that holds it: SQLite's lock of a file, which
// the kernel drops with the process. A file that is left behind means nothing, so nothing can be stale, and unlike
// an abstract socket it also holds between containers that share a volume.
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, EmbeddedRefused } from '../refusal.ts';

interface InstanceLock {
  /** Gives the lock back; safe twice. */
  release(): void;
}

/** SQLite's result code of a file that another connection has locked (sqlite.org/rescode.html#busy). */
const sqliteBusy = 5;

/**
 * Takes the lock at `path`, creating the file. Throws EmbeddedRefused when it is held, by this process or another,
 * and when the file cannot be written.
 */
export function takeInstanceLock(path: string, dataDir: string): InstanceLock {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // A reader's lock would keep us out as well. Never opened by other means: closing such a descriptor would drop
    // every lock that this process has on the file (fcntl_locking(2)).
    chmodSync(path, 0o600);
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const result = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (result === sqliteBusy) {
      throw new EmbeddedRefused(`another instance is running on the data directory ${dataDir}`);
    }
    throw new EmbeddedRefused(
      `the data directory ${dataDir} cannot be written (${error instanceof Error && result ? error.message : codeOf(error)})`,
    );
  }
  const open = database;
  return {
    release() {
      if (open.isOpen) open.close();
    },
  };
}

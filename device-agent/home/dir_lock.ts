// One agent at a time in a directory: two would each submit what the journal holds. The lock is an open SQLite
// transaction, because the system takes it back by itself when the process dies, however it dies.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AgentError, systemCode } from '../agent_error.ts';

const lockName = 'agent.lock';
/** SQLite's code for a database that another connection has locked. */
const busy = 5;

/** A held lock. */
export interface DirLock {
  /** Lets go; safe twice. */
  release(): void;
}

/**
 * Makes the agent's directory, mode 0700, and locks it. Undefined when another agent holds it. Throws an AgentError
 * when the directory cannot be made or written.
 */
export function lockDir(dir: string): DirLock | undefined {
  const path = join(dir, lockName);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new AgentError(`the agent's directory ${dir} cannot be written (${systemCode(error)})`);
  }
  // `status` takes the lock for a moment to see whether it is held; that must not stop an agent from starting.
  const db = new DatabaseSync(path, { timeout: 300 });
  try {
    db.exec('begin exclusive');
  } catch {
    db.close();
    return undefined;
  }
  return {
    release() {
      if (db.isOpen) db.close();
    },
  };
}

/** Whether an agent holds the lock. Looks only: it makes nothing, and what it takes is gone within a millisecond. */
export function isLocked(dir: string): boolean {
  const path = join(dir, lockName);
  if (!existsSync(path)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    db.exec('select count(*) from sqlite_schema');
    return false;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return true;
    throw new AgentError(`${path} cannot be read`);
  } finally {
    db?.close();
  }
}

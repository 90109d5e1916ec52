// Opens the journal's file: private to its owner, write-ahead logged, every commit fsynced. A journal that belongs
// to another pairing is set aside, because its message ids would be taken for ours.
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AgentError, systemCode } from '../agent_error.ts';
import { MetaRows } from './meta_rows.ts';
import { migrate } from './schema.ts';

const journalName = 'journal.db';
const previousName = 'journal.previous.db';

/**
 * Opens, or makes, the journal of the pairing with this fingerprint. At most one journal of an earlier pairing is
 * kept aside. Throws an AgentError when the file cannot be used.
 */
export function openDatabase(dir: string, pairedAs: string): DatabaseSync {
  const db = tryOpen(dir);
  const meta = new MetaRows(db);
  const owner = meta.get('paired_as');
  if (owner === undefined) {
    db.exec('begin immediate');
    meta.set('journal_id', randomBytes(8).toString('hex'));
    meta.set('paired_as', pairedAs);
    db.exec('commit');
    return db;
  }
  if (owner === pairedAs) return db;
  db.close();
  // While another process reads it, its log stays, and must not be taken for the new journal's.
  for (const suffix of ['-wal', '-shm']) {
    rmSync(join(dir, previousName + suffix), { force: true });
    if (existsSync(join(dir, journalName + suffix)))
      renameSync(join(dir, journalName + suffix), join(dir, previousName + suffix));
  }
  renameSync(join(dir, journalName), join(dir, previousName));
  return openDatabase(dir, pairedAs);
}

/** Opens the journal for reading only, beside a running agent. Undefined when there is none. */
export function openForReading(dir: string): DatabaseSync | undefined {
  const path = join(dir, journalName);
  return existsSync(path) ? new DatabaseSync(path, { readOnly: true, readBigInts: true }) : undefined;
}

function tryOpen(dir: string): DatabaseSync {
  const path = join(dir, journalName);
  let db: DatabaseSync | undefined;
  try {
    // Made by us with its mode before SQLite sees it; its -wal and -shm files take the same mode.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    db = new DatabaseSync(path, { readBigInts: true, timeout: 5_000 });
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = fast;');
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof AgentError) throw error;
    const reason = error instanceof Error ? error.message : systemCode(error);
    throw new AgentError(
      `the journal in ${dir} cannot be used (${reason}); without it, what it holds ends as outcome_unknown`,
    );
  }
}

// When the embedded database was last backed up, and where to: noted in the data directory, so that `doctor` need not be given the
// folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../host/private_file.ts';

/** A backup that was made. */
interface LastBackup {
  /** Its folder, absolute. */
  path: string;
  /** RFC 3339: all that was committed before is in it. */
  endedAt: string;
}

const noteIn = (dataDir: string) => join(dataDir, 'last_backup.json');

export const noteBackup = (dataDir: string, backup: LastBackup): void =>
  writePrivateFile(noteIn(dataDir), `${JSON.stringify(backup)}\n`);

/** The newest one that was noted; undefined where there is none, or the note cannot be read. */
export function readLastBackup(dataDir: string): LastBackup | undefined {
  try {
    const { path, endedAt } = JSON.parse(readFileSync(noteIn(dataDir), 'utf8'));
    return typeof path === 'string' && !Number.isNaN(Date.parse(endedAt)) ? { path, endedAt } : undefined;
  } catch {
    return undefined;
  }
}

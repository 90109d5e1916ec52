// What a backup consists of: each file with its size and its sum, so that a restore takes nothing that was damaged or is missing.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../host/private_file.ts';
import { codeOf, EmbeddedRefused } from '../refusal.ts';

/** A file of a backup. */
export interface BackupFile {
  /** Relative to the backup. */
  path: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

export interface Manifest {
  format: 1;
  /** Of Textrelay. */
  version: string;
  /** Of PostgreSQL, as 18: another one cannot start it. */
  postgres: string;
  /** RFC 3339. All that was committed before `endedAt` is in the backup. */
  beganAt: string;
  endedAt: string;
  files: BackupFile[];
}

/** The folder of PostgreSQL's files in a backup. */
export const clusterFolder = 'pg';

/** How the folders of backups are called: this, and when they were made; and the end of the name of one that is not done. */
export const backupPrefix = 'textrelay-';
export const draftSuffix = '.unfinished';

/** Where PostgreSQL's directory says that it is a backup, so that nobody starts it as it is. */
export const backupMark = 'textrelay.backup';

const manifestIn = (backup: string) => join(backup, 'manifest.json');

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the manifest, whose first line is the sum of all that follows. Without it a folder is no backup. */
export function writeManifest(backup: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest);
  writePrivateFile(manifestIn(backup), `{"sha256":"${sumOf(text)}","manifest":${text}}\n`);
}

/** Reads it. Throws EmbeddedRefused for a folder that is no whole backup, and for one of a later version. */
export function readManifest(backup: string): Manifest {
  let text: string;
  try {
    text = readFileSync(manifestIn(backup), 'utf8');
  } catch (error) {
    throw new EmbeddedRefused(`${backup} is no backup: its manifest.json cannot be read (${codeOf(error)})`);
  }
  const [, sum, body = ''] = /^\{"sha256":"([0-9a-f]{64})","manifest":(.*)\}\n$/s.exec(text) ?? [];
  if (sumOf(body) !== sum) throw new EmbeddedRefused(`${manifestIn(backup)} is damaged`);
  const manifest = JSON.parse(body) as Manifest;
  if (manifest.format !== 1)
    throw new EmbeddedRefused(`${backup} is of a newer version: restore it with that one`);
  return manifest;
}

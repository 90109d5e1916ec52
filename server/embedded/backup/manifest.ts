// What a backup consists of: each file with its size and its sum, so that a restore takes nothing that was damaged or is missing.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../host/private_file.ts';
import { codeOf, EmbeddedRefused } from '../refusal.ts';
import { checkFile, checkPaths } from './backup_entries.ts';

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

/** How the folders of backups are called: this, and when they were made; and the end of the name of one that is not done. */
export const backupPrefix = 'textrelay-';
export const draftSuffix = '.unfinished';

/** Where PostgreSQL's directory says that it is a backup, so that nobody starts it as it is. */
export const backupMark = 'textrelay.backup';

const manifestFile = 'manifest.json';
const manifestIn = (backup: string) => join(backup, manifestFile);

/** Far more than the manifest of any database that fits this way of backing up. */
const mostManifestBytes = 256 * 1024 * 1024;

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the manifest, whose first line is the sum of all that follows. Without it a folder is no backup. */
export function writeManifest(backup: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest);
  writePrivateFile(manifestIn(backup), `{"sha256":"${sumOf(text)}","manifest":${text}}\n`);
}

const isFile = (file: unknown): file is BackupFile => {
  const { path, bytes, sha256 } = Object(file) as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    /^[0-9a-f]{64}$/.test(String(sha256))
  );
};

/** What stands in a manifest whose sum is right; undefined for what no backup wrote. */
function parseManifest(body: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(body) as Manifest;
    const { version, postgres, beganAt, endedAt, files, format } = manifest;
    if (format !== 1) return manifest;
    const isWhole = [version, postgres, beganAt, endedAt].every((word) => typeof word === 'string');
    return isWhole && Array.isArray(files) && files.every(isFile) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads it. Throws EmbeddedRefused for a folder that is no whole backup, for one of a later version, and for one that names what no
 * backup has.
 */
export function readManifest(backup: string): Manifest {
  let text: string;
  try {
    if (statSync(manifestIn(backup)).size > mostManifestBytes)
      throw new EmbeddedRefused(`${manifestIn(backup)} is damaged`);
    checkFile(backup, manifestFile);
    text = readFileSync(manifestIn(backup), 'utf8');
  } catch (error) {
    if (error instanceof EmbeddedRefused) throw error;
    throw new EmbeddedRefused(`${backup} is no backup: its manifest.json cannot be read (${codeOf(error)})`);
  }
  const [, sum, body = ''] = /^\{"sha256":"([0-9a-f]{64})","manifest":(.*)\}\n$/s.exec(text) ?? [];
  const manifest = sumOf(body) === sum ? parseManifest(body) : undefined;
  if (!manifest) throw new EmbeddedRefused(`${manifestIn(backup)} is damaged`);
  if (manifest.format !== 1)
    throw new EmbeddedRefused(`${backup} is of a newer version: restore it with that one`);
  checkPaths(
    backup,
    manifest.files.map(({ path }) => path),
  );
  return manifest;
}

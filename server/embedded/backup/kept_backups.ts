// The backups of a folder: which there are, whether one is whole, and which are too many.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import { codeOf, EmbeddedRefused } from '../refusal.ts';
import { checkFile, listFolders } from './backup_entries.ts';
import { sumUp } from './copy_file.ts';
import { backupPrefix, draftSuffix, type Manifest, readManifest } from './manifest.ts';

/** After that long, a backup that is not done is one that was cut off. */
const draftBoundMs = 24 * 3_600_000;

/** Reads all of a backup, and returns its manifest. Throws EmbeddedRefused, which names the first file that is not as it was made. */
export async function verifyBackup(backup: string): Promise<Manifest> {
  const manifest = readManifest(backup);
  listFolders(backup);
  for (const { path, bytes, sha256 } of manifest.files) {
    checkFile(backup, path);
    const found = await sumUp(join(backup, path)).catch((error) => {
      throw new EmbeddedRefused(`${join(backup, path)} cannot be read (${codeOf(error)})`);
    });
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new EmbeddedRefused(`${join(backup, path)} is damaged: this backup cannot be restored`);
    }
  }
  return manifest;
}

/** Removes all backups of a folder but the newest `keep`, and what cut-off ones left a day ago. Returns their names. */
export function removeOldBackups(folder: string, keep: number, clock: Clock): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(backupPrefix));
  const isDraft = (name: string) => name.endsWith(draftSuffix);
  const isOld = (name: string) => statSync(join(folder, name)).mtimeMs < clock.nowMs() - draftBoundMs;
  const done = names.filter((name) => /^\d{8}T\d{6}Z$/.test(name.slice(backupPrefix.length))).sort();
  const removed = [
    ...done.slice(0, Math.max(0, done.length - keep)),
    ...names.filter((name) => isDraft(name) && isOld(name)),
  ];
  for (const name of removed) rmSync(join(folder, name), { recursive: true, force: true });
  return removed;
}

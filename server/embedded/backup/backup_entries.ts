// What a backup may hold. Whoever prepares a folder writes its manifest as well, and PostgreSQL follows some names by itself: so that a
// restore writes nowhere but in its data directory, and reads nothing but the backup, each name is known before anything is written.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { codeOf, EmbeddedRefused } from '../refusal.ts';

/** The folder of PostgreSQL's files in a backup. */
export const clusterFolder = 'pg';

/** Files of the data directory that belong to its database: how far a first start came, which would else be made again. */
export const besideFiles: readonly string[] = ['first_start.json'];

/** PostgreSQL makes links of the lines of the first, fetches log by the next two, and takes the last ones for a server that runs. */
const ledAway =
  /^pg\/(tablespace_map|recovery\.signal|standby\.signal|postmaster\.(pid|opts)|pg_tblspc\/.*)$/;

/** Settings by which PostgreSQL finds or writes files elsewhere. */
const awaySetting =
  /^\s*(data_directory|config_file|hba_file|ident_file|external_pid_file|include(_dir|_if_exists)?)(\s|=)/im;
const settingFiles = ['postgresql.conf', 'postgresql.auto.conf'];

const refuse = (backup: string, entry: string, why: string) =>
  new EmbeddedRefused(`${backup} cannot be restored: its entry ${JSON.stringify(entry)} ${why}`);

/** Why a manifest may not name such a file; undefined for one that it may. */
function faultOf(path: string): string | undefined {
  const isPlain = !/[\p{Cc}\\]|\/$/u.test(path) && posix.normalize(path) === path && !posix.isAbsolute(path);
  if (!isPlain || path === '.' || path.split('/').includes('..')) return 'leads out of the backup';
  if (ledAway.test(path)) return 'would lead PostgreSQL elsewhere';
  return path.startsWith(`${clusterFolder}/`) || besideFiles.includes(path)
    ? undefined
    : 'is no file of a backup';
}

/** Throws EmbeddedRefused, which names the first of a manifest's paths that a backup cannot have. */
export function checkPaths(backup: string, paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const fault = seen.has(path) ? 'is there twice' : faultOf(path);
    if (fault) throw refuse(backup, path, fault);
    seen.add(path);
  }
}

/** What stands at a path itself, whatever a link there leads to. Throws EmbeddedRefused where it cannot be read. */
function entryAt(path: string) {
  try {
    return lstatSync(path);
  } catch (error) {
    throw new EmbeddedRefused(`${path} cannot be read (${codeOf(error)})`);
  }
}

/** Throws EmbeddedRefused unless a file of a backup is one: no link, no device and no pipe. */
export function checkFile(backup: string, path: string): void {
  if (!entryAt(join(backup, path)).isFile()) throw refuse(backup, path, 'is no file of its own');
}

/**
 * The folders of the backup's cluster, each after the one that it is in. Throws EmbeddedRefused, which names the first entry that is
 * neither file nor folder, or that would lead PostgreSQL elsewhere. A file with several names is one as any other: it is read, and what
 * is written is new.
 */
export function listFolders(backup: string): string[] {
  const folders: string[] = [];
  const add = (folder: string) => {
    folders.push(folder);
    for (const entry of readdirSync(join(backup, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory() && !entry.isFile()) throw refuse(backup, path, 'is neither file nor folder');
      if (ledAway.test(path)) throw refuse(backup, path, 'would lead PostgreSQL elsewhere');
      if (entry.isDirectory()) add(path);
    }
  };
  if (!entryAt(join(backup, clusterFolder)).isDirectory())
    throw refuse(backup, clusterFolder, 'is no folder of its own');
  add(clusterFolder);
  return folders;
}

/** Throws EmbeddedRefused where the settings in a copied cluster name files elsewhere. */
export function checkSettings(backup: string, cluster: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (posix.dirname(path) !== clusterFolder || !settingFiles.includes(basename(path))) continue;
    const [, setting] = awaySetting.exec(readFileSync(join(cluster, basename(path)), 'utf8')) ?? [];
    if (setting !== undefined)
      throw refuse(backup, path, `sets ${setting}, which leads PostgreSQL elsewhere`);
  }
}

// A consistent copy of the embedded database while it runs, by PostgreSQL's own low-level backup functions (manual, 25.3.3). No
// program of PostgreSQL's is needed, and no statement waits for it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Clock } from '../../../runtime/clock.ts';
import { chooseOwner } from '../host/owner.ts';
import { findPostmaster } from '../host/postmaster_file.ts';
import { syncDirectory, writePrivateFile } from '../host/private_file.ts';
import { type Layout, layoutOf } from '../layout.ts';
import { codeOf, EmbeddedRefused } from '../refusal.ts';
import { socketDirOf, urlOf } from '../socket_place.ts';
import { clusterFolder } from './backup_entries.ts';
import { copyFile, sumUp } from './copy_file.ts';
import {
  type BackupFile,
  backupMark,
  backupPrefix,
  draftSuffix,
  type Manifest,
  writeManifest,
} from './manifest.ts';

interface BackupOptions {
  /** Of the service. */
  dataDir: string;
  /** The folder of backups; made if it is missing. */
  to: string;
  /** Names of further files of the data directory that belong to it, where they are there. */
  beside: readonly string[];
  /** Of Textrelay. */
  version: string;
  clock: Clock;
  /** Ends it after the file that is being copied; what was copied is removed. */
  signal?: AbortSignal;
  /** For tests: does not wait for the disk. */
  throwAway?: boolean;
}

export interface Backup {
  path: string;
  manifest: Manifest;
}

/** What a running server keeps for itself; and what it makes anew at its start, whose folders stay as empty ones. */
const left =
  /(^|\/)(postmaster\.pid|postmaster\.opts|pg_internal\.init.*|pgsql_tmp.*|textrelay\.backup|backup_label(\.old)?)$/;
const emptied = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
];
/** Says where recovery begins: copied when all else is. */
const control = 'global/pg_control';

/** The files and folders of a cluster. Both may change meanwhile. */
function listCluster(cluster: string): { folders: string[]; files: string[] } {
  const found: { folders: string[]; files: string[] } = { folders: [], files: [] };
  const look = (folder: string) => {
    for (const entry of readdirSync(join(cluster, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (left.test(path)) continue;
      if (entry.isDirectory()) {
        found.folders.push(path);
        if (!emptied.includes(path)) look(path);
      } else if (!entry.isFile()) {
        throw new EmbeddedRefused(`${join(cluster, path)} is no file of its own: a backup cannot hold it`);
      } else if (path !== control) found.files.push(path);
    }
  };
  look('');
  return found;
}

function checkSpace(cluster: string, files: readonly string[], to: string): void {
  const needed = files.reduce(
    (sum, path) => sum + (statSync(join(cluster, path), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { bavail, bsize } = statfsSync(to);
  if (needed * 1.1 > bavail * bsize) {
    const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
    throw new EmbeddedRefused(
      `${to} has too little space: the backup takes about ${mebibytes(needed * 1.1)} MiB, and ${mebibytes(bavail * bsize)} are free`,
    );
  }
}

interface CopyOptions {
  throwAway: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Copies files of the running cluster. One that is gone by now is no part of the backup: the log says so.
 */
async function copyAll(
  cluster: string,
  draft: string,
  paths: readonly string[],
  { throwAway, signal }: CopyOptions,
): Promise<BackupFile[]> {
  const copied: BackupFile[] = [];
  for (const name of paths) {
    if (signal?.aborted) throw new EmbeddedRefused('it was stopped, and left no backup');
    const path = join(clusterFolder, name);
    try {
      copied.push({ path, ...(await copyFile(join(cluster, name), join(draft, path), { throwAway })) });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      rmSync(join(draft, path), { force: true });
    }
  }
  return copied;
}

/** The log between the begin and the end of the copy, without which the copy is no database. */
async function copyLog(
  cluster: string,
  draft: string,
  { first, last }: { first: string; last: string },
  options: CopyOptions,
): Promise<BackupFile[]> {
  const names = readdirSync(join(cluster, 'pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .sort();
  const copied = await copyAll(
    cluster,
    draft,
    names.map((name) => join('pg_wal', name)),
    options,
  );
  if (copied.length < names.length || names[0] !== first || names.at(-1) !== last) {
    throw new EmbeddedRefused('PostgreSQL removed log that the backup needs: repeat it');
  }
  return copied;
}

async function write(draft: string, path: string, text: string): Promise<BackupFile> {
  writePrivateFile(join(draft, path), text);
  return { path, ...(await sumUp(join(draft, path))) };
}

/** The one session that a backup is tied to: PostgreSQL ends the backup with it. */
function openSession({ cluster, passwordFile, socketDir }: Layout): postgres.Sql {
  if (!findPostmaster(cluster)) {
    throw new EmbeddedRefused(
      `no database runs in ${cluster}: start the service first, or name its data directory in TEXTRELAY_DATA_DIR`,
    );
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  const url = urlOf(socketDirOf(socketDir, chooseOwner(cluster)), password);
  return postgres(url, { max: 1, max_lifetime: null, connect_timeout: 10, fetch_types: false });
}

/** Makes a backup in the empty folder `draft`. */
async function fill(draft: string, session: postgres.Sql, options: BackupOptions): Promise<Manifest> {
  const { dataDir, beside, version, clock, throwAway = false, signal } = options;
  const copying = { throwAway, signal };
  const { cluster } = layoutOf(dataDir);
  const nowText = () => new Date(clock.nowMs()).toISOString();
  const beganAt = nowText();
  // The slot keeps the log that the copy needs, and goes with the session.
  await session`select pg_create_physical_replication_slot('textrelay_backup_' || pg_backend_pid(), true, true)`;
  const [begun] = await session`select pg_backup_start('textrelay', fast => true)::text as lsn,
    current_setting('server_version_num')::int / 10000 as major`;
  const { folders, files: found } = listCluster(cluster);
  checkSpace(cluster, found, draft);
  for (const folder of ['', ...folders]) mkdirSync(join(draft, clusterFolder, folder), { mode: 0o700 });
  const files = await copyAll(cluster, draft, found, copying);
  files.push(...(await copyAll(cluster, draft, [control], copying)));
  const [ended] = await session`with s as materialized (select * from pg_backup_stop(false))
    select labelfile, pg_walfile_name(${begun?.lsn}::pg_lsn) as first, pg_walfile_name(lsn) as last from s`;
  files.push(...(await copyLog(cluster, draft, { first: ended?.first, last: ended?.last }, copying)));
  files.push(await write(draft, join(clusterFolder, 'backup_label'), ended?.labelfile));
  files.push(
    await write(draft, join(clusterFolder, backupMark), 'A backup: see "npm run admin -- restore".\n'),
  );
  for (const name of beside.filter((each) => existsSync(join(dataDir, each))))
    files.push({ path: name, ...(await copyFile(join(dataDir, name), join(draft, name), { throwAway })) });
  for (const folder of ['', ...folders]) syncDirectory(join(draft, clusterFolder, folder));
  return { format: 1, version, postgres: String(begun?.major), beganAt, endedAt: nowText(), files };
}

/**
 * Makes a backup in a new folder of `to`, named for its instant, and returns where. All that was committed before the call is in
 * it. A folder without a manifest, which a backup that was cut off leaves, is none. Throws EmbeddedRefused, and what the system
 * and PostgreSQL say.
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, to, clock } = options;
  const name = `${backupPrefix}${new Date(clock.nowMs()).toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const path = join(to, name);
  const draft = `${path}${draftSuffix}`;
  const session = openSession(layoutOf(dataDir));
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    if (existsSync(path)) throw new EmbeddedRefused(`${path} is there already`);
    mkdirSync(draft, { mode: 0o700 });
    try {
      const manifest = await fill(draft, session, options);
      writeManifest(draft, manifest);
      renameSync(draft, path);
      syncDirectory(to);
      return { path, manifest };
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await session.end({ timeout: 5 });
  }
}

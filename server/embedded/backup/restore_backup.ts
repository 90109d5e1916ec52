// Makes an embedded database of a backup. It is made beside its place, and put there by a rename when it is whole: a restore that
// was cut off leaves no database, and a start that would make an empty one in its place is refused.
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import { startEmbedded } from '../embedded.ts';
import { takeInstanceLock } from '../host/instance_lock.ts';
import { chooseOwner } from '../host/owner.ts';
import { syncDirectory, writePrivateFile } from '../host/private_file.ts';
import type { EmbeddedLog } from '../keep_running.ts';
import { layoutOf, prepareDataDir } from '../layout.ts';
import { EmbeddedRefused } from '../refusal.ts';
import { checkFile, checkSettings, clusterFolder, listFolders } from './backup_entries.ts';
import { copyFile } from './copy_file.ts';
import { backupMark, type Manifest, readManifest } from './manifest.ts';

interface RestoreOptions<Settled> {
  backup: string;
  dataDir: string;
  clock: Clock;
  log: EmbeddedLog;
  /** Makes the database fit to be served, before anything can start on it. */
  settle(url: string): Promise<Settled>;
  /** For tests: see EmbeddedOptions. */
  throwAway?: boolean;
}

function checkPlace(cluster: string, bytes: number, dataDir: string): void {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new EmbeddedRefused(
      `there is a database in ${cluster}: move it away first, with "mv ${cluster} ${cluster}.before"`,
    );
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bytes * 1.1 > bavail * bsize)
    throw new EmbeddedRefused(`${dataDir} has too little space for the backup`);
}

/** Copies the backup's files below `to`, and throws EmbeddedRefused for the first that is not as it was made. */
async function copyChecked(
  backup: string,
  to: string,
  { files, folders }: Pick<Manifest, 'files'> & { folders: readonly string[] },
  options: { owner: { uid: number; gid: number } | undefined; throwAway: boolean },
): Promise<void> {
  const { owner } = options;
  const own = (folder: string) => owner && chownSync(folder, owner.uid, owner.gid);
  const makeFolder = (folder: string) => {
    if (existsSync(folder)) return;
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
    own(folder);
  };
  for (const folder of folders) makeFolder(join(to, folder));
  for (const { path, bytes, sha256 } of files) {
    checkFile(backup, path);
    makeFolder(dirname(join(to, path)));
    const isAsLong = statSync(join(backup, path)).size === bytes;
    const copied = isAsLong && (await copyFile(join(backup, path), join(to, path), options));
    if (!copied || copied.bytes !== bytes || copied.sha256 !== sha256) {
      // It may be a copy of something that its owner is not to read.
      rmSync(join(to, path), { force: true });
      throw new EmbeddedRefused(`${join(backup, path)} is damaged: this backup cannot be restored`);
    }
  }
}

/**
 * Restores a backup into a data directory without a database, and returns what `settle` did to it; the service is to be started
 * afterwards. Throws EmbeddedRefused where a database is there, another instance runs, or the backup is not whole.
 */
export async function restoreBackup<Settled>(options: RestoreOptions<Settled>): Promise<Settled> {
  const { backup, dataDir, clock, log, throwAway = false } = options;
  const manifest = readManifest(backup);
  const folders = listFolders(backup);
  const layout = layoutOf(dataDir);
  prepareDataDir(dataDir);
  const lock = takeInstanceLock(layout.lockFile, dataDir);
  try {
    checkPlace(
      layout.cluster,
      manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      dataDir,
    );
    const draft = layout.restoring;
    rmSync(draft, { recursive: true, force: true });
    prepareDataDir(draft);
    const owner = chooseOwner(layout.cluster);
    const { files } = manifest;
    const whose = owner.isOther ? owner : undefined;
    await copyChecked(backup, draft, { files, folders }, { owner: whose, throwAway });
    checkSettings(
      backup,
      join(draft, clusterFolder),
      files.map(({ path }) => path),
    );
    rmSync(join(draft, clusterFolder, backupMark), { force: true });
    const embedded = await startEmbedded({ dataDir: draft, clock, log, throwAway });
    let settled: Settled;
    try {
      settled = await options.settle(embedded.url);
    } finally {
      await embedded.stop();
    }
    for (const { path } of files.filter((file) => dirname(file.path) === '.')) {
      if (!existsSync(join(dataDir, path))) renameSync(join(draft, path), join(dataDir, path));
    }
    const place = layoutOf(draft);
    writePrivateFile(layout.passwordFile, readFileSync(place.passwordFile, 'utf8'), whose);
    rmSync(layout.cluster, { recursive: true, force: true });
    renameSync(place.cluster, layout.cluster);
    syncDirectory(dataDir);
    rmSync(draft, { recursive: true, force: true });
    return settled;
  } finally {
    lock.release();
  }
}

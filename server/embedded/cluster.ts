// PostgreSQL's data directory: made once, by initdb, and never taken for made when that was cut short.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import { backupMark } from './backup/manifest.ts';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './host/launcher.ts';
import { type Owner, takeOver } from './host/owner.ts';
import { syncDirectory, writePrivateFile } from './host/private_file.ts';
import { findProcessesOn } from './host/process_table.ts';
import type { Layout } from './layout.ts';
import { codeOf, EmbeddedRefused } from './refusal.ts';
import { databaseName } from './socket_place.ts';

interface ClusterTools {
  layout: Layout;
  owner: Owner;
  /** Of initdb. */
  launcher: Launcher;
  binaries: Binaries;
  clock: Clock;
  /** Leaves out the wait for the disk. */
  throwAway: boolean;
}

/** How long an initdb that its supervisor left behind is waited for. */
const leftBehindBoundMs = 20_000;

const contentsOf = (directory: string): string[] => (existsSync(directory) ? readdirSync(directory) : []);

async function wipeUnfinished({ layout, clock }: ClusterTools): Promise<void> {
  // Without setpriv an initdb outlives a killed supervisor and would write into its successor's files.
  for (let waitedMs = 0; findProcessesOn(layout.cluster).length > 0; waitedMs += 150) {
    if (waitedMs >= leftBehindBoundMs) {
      throw new EmbeddedRefused(`another process still works in ${layout.cluster}`);
    }
    await pause(clock, 150);
  }
  rmSync(layout.cluster, { recursive: true, force: true });
}

async function runInitdb({ layout, owner, launcher, binaries, throwAway }: ClusterTools): Promise<void> {
  const initdbUser = owner.initdbUser ?? owner;
  writePrivateFile(
    layout.passwordFile,
    `${randomBytes(24).toString('hex')}\n`,
    owner.isOther ? initdbUser : undefined,
  );
  mkdirSync(layout.cluster, { recursive: true, mode: 0o700 });
  if (owner.isOther) chownSync(layout.cluster, initdbUser.uid, initdbUser.gid);
  const { succeeded, stderr } = await launcher.run(binaries.initdb, [
    `--pgdata=${layout.cluster}`,
    `--username=${databaseName}`,
    '--auth=scram-sha-256',
    `--pwfile=${layout.passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(throwAway ? ['--no-sync'] : []),
  ]);
  if (succeeded) return;
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /error|FATAL/i.test(line)) ?? lines[0] ?? 'it was ended';
  throw new EmbeddedRefused(`the database could not be made: ${reason.replace(/^initdb: (error: )?/, '')}`);
}

/** Makes the password's two files from whichever is there: a copy of the cluster's directory brings its own. */
function settlePassword({ passwordFile, passwordCopy }: Layout, owner: Owner | undefined): void {
  const [has, hasCopy] = [existsSync(passwordFile), existsSync(passwordCopy)];
  if (has && !hasCopy) writePrivateFile(passwordCopy, readFileSync(passwordFile, 'utf8'), owner);
  else if (hasCopy && !has) writePrivateFile(passwordFile, readFileSync(passwordCopy, 'utf8'), owner);
  else if (!has) throw new EmbeddedRefused(`the database's password is gone: ${passwordFile} is missing`);
}

/** A backup is settled before it is served: started as it is, new texts would be taken for old ones. */
function checkRestore({ cluster, restoring }: Layout, contents: readonly string[]): void {
  if (contents.includes(backupMark)) {
    throw new EmbeddedRefused(
      `${cluster} is a backup: move it away, and restore it with "npm run admin -- restore BACKUP"`,
    );
  }
  if (contents.length === 0 && existsSync(restoring)) {
    throw new EmbeddedRefused(
      `a restore was cut off: repeat "npm run admin -- restore BACKUP", or remove ${restoring} to begin with an empty database`,
    );
  }
}

/**
 * Makes sure that there is a data directory, and answers the superuser's password. A directory that an interrupted
 * initdb left is wiped and made anew; one that holds anything else is never touched. Throws EmbeddedRefused.
 */
export async function prepareCluster(tools: ClusterTools): Promise<string> {
  const { layout, owner } = tools;
  const newOwner = owner.isOther ? owner : undefined;
  try {
    if (existsSync(layout.unfinishedMarker)) await wipeUnfinished(tools);
    const contents = contentsOf(layout.cluster);
    checkRestore(layout, contents);
    const isMade = contents.includes('PG_VERSION');
    if (!isMade && contents.length > 0) {
      throw new EmbeddedRefused(`${layout.cluster} holds files that are not PostgreSQL data`);
    }
    if (!isMade) {
      writePrivateFile(layout.unfinishedMarker, '');
      await runInitdb(tools);
    }
    if (newOwner) takeOver([layout.cluster, layout.passwordFile, layout.socketDir], newOwner);
    settlePassword(layout, newOwner);
    if (!isMade) {
      rmSync(layout.unfinishedMarker);
      syncDirectory(layout.dataDir);
    }
    return readFileSync(layout.passwordFile, 'utf8').trim();
  } catch (error) {
    if (error instanceof EmbeddedRefused) throw error;
    throw new EmbeddedRefused(`the data directory ${layout.dataDir} cannot be used (${codeOf(error)})`);
  }
}

/** True while the data directory has not been taken away. */
export const clusterExists = (layout: Layout): boolean => existsSync(join(layout.cluster, 'PG_VERSION'));

// `backup` and `restore`: of the embedded database on this machine, and what any other needs after it was restored. They speak to the
// database and not to a core, so that they work while none runs.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { besideFiles } from '../../embedded/backup/backup_entries.ts';
import { removeOldBackups, verifyBackup } from '../../embedded/backup/kept_backups.ts';
import { noteBackup } from '../../embedded/backup/last_backup.ts';
import type { Manifest } from '../../embedded/backup/manifest.ts';
import { restoreBackup } from '../../embedded/backup/restore_backup.ts';
import { takeBackup } from '../../embedded/backup/take_backup.ts';
import { type SettledRestore, settleRestore } from '../../store/operations/settle_restore.ts';
import type { Answer } from '../answer.ts';
import { type CommandContext, parseUpTo } from '../command.ts';
import type { Databases } from '../core_client/config.ts';

/** The machine that these commands work on. */
export interface Machine {
  /** Throws ConfigError. */
  readDatabases(): Databases;
  clock: Clock;
  version: string;
  /** What ends a backup, and `--every`. */
  stopRequests(): AbortSignal;
  /** Gets a line about a backup that failed while `--every` goes on. */
  warn(line: string): void;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestPeriodMs = 30 * 86_400_000;

/** Reads a period, such as 6h. Throws InvalidArgumentError. */
function parsePeriod(word: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([smhd])$/.exec(word) ?? [];
  const ms = Number(number) * (units[unit] ?? 0);
  if (!(ms > 0 && ms <= longestPeriodMs)) {
    throw new InvalidArgumentError(
      'A period is a number of seconds, minutes, hours or days, as 90s, 30m, 6h or 1d, up to 30d.',
    );
  }
  return ms;
}

const sizeOf = ({ files }: Manifest) => files.reduce((sum, { bytes }) => sum + bytes, 0);

const answerOf = (
  backup: string,
  manifest: Manifest,
  more: { removed?: readonly string[] } = {},
): Answer => ({
  json: {
    backup,
    version: manifest.version,
    postgres: manifest.postgres,
    began_at: manifest.beganAt,
    ended_at: manifest.endedAt,
    files: manifest.files.length,
    bytes: sizeOf(manifest),
    ...more,
  },
  text: `${backup}: ${manifest.files.length} files, ${sizeOf(manifest)} bytes, of ${manifest.endedAt}\n`,
});

const settledAnswer = ({ accounts, open, held, ended, broadcasts }: SettledRestore): Answer => ({
  json: { accounts, open, held, ended, broadcasts_paused: broadcasts },
  text: [
    `restored: ${accounts} accounts; ids and seqs go on above all that were ever given`,
    `${ended} texts were on their way: they ended as outcome_unknown`,
    `${open} texts have no certain outcome yet: readers are shown them again as they are here`,
    `${broadcasts} broadcasts are paused: people resume them`,
    `${held} texts are held: once the service runs, see "held list", then "held release" or "held drop"`,
    'keys that were revoked since the backup work again: revoke them',
    '',
  ].join('\n'),
});

interface BackupOptions {
  every?: number;
  keep?: number;
}

function addBackup(program: Command, context: CommandContext, machine: Machine): void {
  const backup = program.command('backup').description('back up the embedded database while it runs');
  const take = async (folder: string, keep: number | undefined, signal: AbortSignal) => {
    const { dataDir } = machine.readDatabases();
    const { clock, version } = machine;
    const to = resolve(folder);
    const { path, manifest } = await takeBackup({ dataDir, to, beside: besideFiles, version, clock, signal });
    noteBackup(dataDir, { path, endedAt: manifest.endedAt });
    const removed = keep === undefined ? [] : removeOldBackups(to, keep, clock);
    context.answer(answerOf(path, manifest, { removed }));
  };
  backup
    .command('create', { isDefault: true })
    .description('make a backup in a new folder of <folder>; "create" may be left out')
    .argument('<folder>', 'where backups are; on another disk')
    .option('--every <period>', 'go on, and make one every so often: 30m, 6h, 1d', parsePeriod)
    .option('--keep <count>', 'remove all but so many of the newest', parseUpTo(1000, 'A count'))
    .action(async (folder: string, { every, keep }: BackupOptions) => {
      const signal = machine.stopRequests();
      if (every === undefined) return take(folder, keep, signal);
      const { clock, warn } = machine;
      for (let nextMs = clock.nowMs(); !signal.aborted; ) {
        await take(folder, keep, signal).catch((error) =>
          warn(`the backup failed: ${(error as Error).message}`),
        );
        nextMs = Math.max(nextMs + every, clock.nowMs());
        await pause(clock, nextMs - clock.nowMs(), signal);
      }
    });
  backup
    .command('verify')
    .description('read a backup and compare every file with its sum')
    .argument('<backup>', 'a folder that "backup" made')
    .action(async (path: string) =>
      context.answer(answerOf(resolve(path), await verifyBackup(resolve(path)))),
    );
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

function addRestore(program: Command, context: CommandContext, machine: Machine): void {
  program
    .command('restore')
    .description('make a database of a backup; all that waits in it is held until you release it')
    .argument('[backup]', 'a folder that "backup" made; the service is stopped, its database moved away')
    .option(
      '--database',
      'instead: DATABASE_URL is your own database, which you have restored; all cores are stopped',
    )
    .action(
      async (path: string | undefined, { database = false }: { database?: boolean }, command: Command) => {
        const { dataDir, url } = machine.readDatabases();
        if ((path === undefined) !== database)
          command.error('error: name a backup, or --database', { exitCode: 2 });
        if (path === undefined) {
          if (url === '') command.error('error: set DATABASE_URL to the restored database', { exitCode: 2 });
          return context.answer(settledAnswer(await settleRestore(url)));
        }
        const backup = resolve(path);
        const { clock } = machine;
        context.answer(
          settledAnswer(await restoreBackup({ backup, dataDir, clock, log: silent, settle: settleRestore })),
        );
      },
    );
}

/** Adds the group `backup` and the command `restore`. */
export function addBackupCommands(program: Command, context: CommandContext, machine: Machine): void {
  addBackup(program, context, machine);
  addRestore(program, context, machine);
}

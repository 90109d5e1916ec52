// Backups of an embedded database that is written to meanwhile, and restores of them.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { StandingClock } from '../../../runtime/testing/standing_clock.ts';
import type { Embedded } from '../embedded.ts';
import { ask, newPlace, startThrowAway } from '../testing/places.ts';
import { removeOldBackups, verifyBackup } from './kept_backups.ts';
import { restoreBackup } from './restore_backup.ts';
import { type Backup, takeBackup } from './take_backup.ts';

const place = newPlace();
const dataDir = join(place, 'data');
const to = join(place, 'backups');
const log = { info: () => {}, warn: () => {}, error: () => {} };
let running: Embedded;
let backup: Backup;
/** The newest row whose commit was answered before the backup began. */
let acknowledged: number;

beforeAll(async () => {
  running = await startThrowAway(dataDir);
  writeFileSync(join(dataDir, 'first_start.json'), '{}');
  await ask(running.url, 'create table kept (n int primary key, words text)');
  let written = 0;
  let isDone = false;
  const client = postgres(running.url, { max: 1, fetch_types: false });
  const write = async () => {
    while (!isDone) {
      await client`insert into kept select ${++written}, repeat('x', 3000)`;
      if (written % 20 === 0) await client.unsafe('create table passing (n int); drop table passing');
    }
    await client.end();
  };
  const writing = write();
  while (written < 30) await new Promise((resolve) => setImmediate(resolve));
  acknowledged = written - 1;
  const beside = ['first_start.json', 'absent'];
  backup = await takeBackup({ dataDir, to, beside, version: '1.2.3', clock: systemClock, throwAway: true });
  isDone = true;
  await writing;
});
afterAll(async () => {
  await running.stop();
  rmSync(place, { recursive: true, force: true });
});

const restore = (
  path: string,
  into: string,
  settle = async (url: string) => void (await ask(url, 'select 1')),
) => restoreBackup({ backup: path, dataDir: into, clock: systemClock, log, settle, throwAway: true });

/** A copy of the backup that shares its files, in which `change` puts others in the place of some. */
function damaged(name: string, change: (path: string) => void): string {
  const path = join(place, name);
  mkdirSync(path);
  for (const each of readdirSync(backup.path, { recursive: true, withFileTypes: true })) {
    const target = join(path, join(each.parentPath, each.name).slice(backup.path.length));
    if (each.isDirectory()) mkdirSync(target, { recursive: true });
    else {
      mkdirSync(join(target, '..'), { recursive: true });
      linkSync(join(each.parentPath, each.name), target);
    }
  }
  change(path);
  return path;
}

test('a restore that was cut off is no empty database at the next start, and is repeated into every row that was acknowledged before the backup, settled before it is served', async () => {
  expect(await verifyBackup(backup.path)).toEqual(backup.manifest);
  const into = mkdtempSync(join(place, 'restored-'));
  await expect(restore(backup.path, into, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  await expect(startThrowAway(into)).rejects.toThrow('a restore was cut off');
  await restore(backup.path, into, async (url) => void (await ask(url, 'create table settled (n int)')));
  const copy = await startThrowAway(into);
  try {
    const [rows] = await ask(copy.url, 'select count(*)::int as n, max(n) as last from kept');
    expect(rows?.n).toBe(rows?.last);
    expect(rows?.last).toBeGreaterThanOrEqual(acknowledged);
    expect(await ask(copy.url, 'select count(*)::int as n from settled')).toEqual([{ n: 0 }]);
    expect(existsSync(join(into, 'first_start.json'))).toBe(true);
    await expect(restore(backup.path, into)).rejects.toThrow('another instance is running');
  } finally {
    await copy.stop();
  }
  await expect(restore(backup.path, into)).rejects.toThrow('there is a database in');
}, 150_000);

test('a backup that is stopped leaves nothing behind', async () => {
  const earlier = readdirSync(to);
  const stopped = {
    dataDir,
    to,
    beside: [],
    version: '1.2.3',
    clock: systemClock,
    signal: AbortSignal.abort(),
  };
  await expect(takeBackup(stopped)).rejects.toThrow('it was stopped, and left no backup');
  expect(readdirSync(to)).toEqual(earlier);
});

test('a cluster with a part elsewhere is not backed up without it', async () => {
  const link = join(dataDir, 'pg', 'pg_tblspc', '16384');
  symlinkSync(place, link);
  const options = { dataDir, to, beside: [], version: '1.2.3', clock: systemClock };
  await expect(takeBackup(options)).rejects.toThrow(/pg_tblspc\/16384 is no file of its own/);
  rmSync(link);
});

test('a backup with one changed byte, a missing file or a changed manifest is refused, and leaves no database', async () => {
  const file =
    backup.manifest.files.find(({ path, bytes }) => path.startsWith('pg/base/') && bytes > 8192)?.path ?? '';
  const broken: [string, (path: string) => void, RegExp][] = [
    [
      'byte',
      (path) => {
        const bytes = readFileSync(join(path, file));
        bytes[4096] = (bytes[4096] ?? 0) ^ 1;
        rmSync(join(path, file));
        writeFileSync(join(path, file), bytes);
      },
      /is damaged/,
    ],
    ['missing', (path) => rmSync(join(path, file)), /cannot be read|ENOENT/],
    [
      'manifest',
      (path) => {
        const text = readFileSync(join(path, 'manifest.json'), 'utf8');
        rmSync(join(path, 'manifest.json'));
        writeFileSync(join(path, 'manifest.json'), text.replace('1.2.3', '1.2.4'));
      },
      /manifest.json is damaged/,
    ],
  ];
  for (const [name, change, reason] of broken) {
    const path = damaged(name, change);
    await expect(verifyBackup(path)).rejects.toThrow(reason);
    const into = join(place, `of-${name}`);
    await expect(restore(path, into)).rejects.toThrow(reason);
    expect(existsSync(join(into, 'pg'))).toBe(false);
  }
  await expect(verifyBackup(join(place, 'nothing'))).rejects.toThrow('is no backup');
});

test('a backup that is put in the place of a database as it is does not start', async () => {
  const into = join(place, 'as-it-is');
  mkdirSync(into, { mode: 0o755 });
  renameSync(
    join(
      damaged('whole', () => {}),
      'pg',
    ),
    join(into, 'pg'),
  );
  await expect(startThrowAway(into)).rejects.toThrow('is a backup');
});

test('of a folder’s backups the newest stay, and what cut-off ones left goes after a day', () => {
  const folder = join(place, 'many');
  const clock = new StandingClock('2026-11-27T12:00:00Z');
  const names = ['textrelay-20261125T120000Z', 'textrelay-20261126T120000Z', 'textrelay-20261127T120000Z'];
  for (const name of [
    ...names,
    'textrelay-20261124T120000Z.unfinished',
    'textrelay-20261127T110000Z.unfinished',
    'other',
  ])
    mkdirSync(join(folder, name), { recursive: true });
  const [old, young] = [new Date('2026-11-26T11:59:59Z'), new Date('2026-11-26T12:00:01Z')];
  utimesSync(join(folder, 'textrelay-20261124T120000Z.unfinished'), old, old);
  utimesSync(join(folder, 'textrelay-20261127T110000Z.unfinished'), young, young);
  expect(removeOldBackups(folder, 3, clock)).toEqual(['textrelay-20261124T120000Z.unfinished']);
  expect(removeOldBackups(folder, 2, clock)).toEqual([names[0]]);
  expect(readdirSync(folder).sort()).toEqual([
    'other',
    names[1],
    'textrelay-20261127T110000Z.unfinished',
    names[2],
  ]);
});

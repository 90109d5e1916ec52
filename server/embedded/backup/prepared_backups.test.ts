// Folders that somebody prepared to look like backups: a restore follows none of their names out of the data directory, reads nothing
// but the backup, and names the entry that it refuses.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { newPlace } from '../testing/places.ts';
import { verifyBackup } from './kept_backups.ts';
import { type BackupFile, type Manifest, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore_backup.ts';

const place = newPlace();
const log = { info: () => {}, warn: () => {}, error: () => {} };
const secret = 'what only root may read\n';
/** Beside the backup and the data directory. */
let home: string;
let backup: string;
let outside: string;
let dataDir: string;

beforeEach(() => {
  home = mkdtempSync(join(place, 'story-'));
  [backup, outside, dataDir] = ['backup', 'outside', 'data'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of ['base/1', 'global', 'pg_tblspc', 'pg_wal'])
    mkdirSync(join(backup, 'pg', folder), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), secret);
  put('pg/PG_VERSION', '18\n');
  put('pg/base/1/1', 'a table');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const put = (path: string, text: string) => writeFileSync(join(backup, path), text);
const fileOf = (path: string, text: string): BackupFile => ({
  path,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

const good = () => [fileOf('pg/PG_VERSION', '18\n'), fileOf('pg/base/1/1', 'a table')];

function write(files: unknown, more: object = {}): void {
  const [beganAt, endedAt] = ['2026-11-27T12:00:00Z', '2026-11-27T12:00:01Z'];
  const manifest = { format: 1, version: '1.2.3', postgres: '18', beganAt, endedAt, files, ...more };
  writeManifest(backup, manifest as Manifest);
}

const settle = () => Promise.reject(new Error('it was started'));
const restore = () => restoreBackup({ backup, dataDir, clock: systemClock, log, settle, throwAway: true });

/** What is beside the data directory and what is in it, but for what a restore keeps there for itself. */
const standing = () =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^data(\/(logs|pg\.lock|pg\.restoring.*))?$/.test(path))
    .sort();

/** Refused by a restore and by `verify`, which both name it, and nothing is written or changed. */
async function expectRefused(reason: RegExp): Promise<void> {
  const earlier = standing();
  await expect(restore()).rejects.toThrow(reason);
  expect(standing()).toEqual(earlier);
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(secret);
  await expect(verifyBackup(backup)).rejects.toThrow(reason);
}

describe('a manifest that names', () => {
  test.each([
    '/tmp/tr-absolute',
    '../outside/new',
    'pg/../../outside/new',
    'pg/base/../../../outside/new',
    'pg/./base/1/1',
    'pg//base/1/1',
    'pg/base/1/',
    'pg/..\\..\\outside',
    'pg/base/1/1\u0000',
    '..',
    '.',
    '',
    'pg',
    // What the data directory holds beside its database, or a start would run.
    'pg.password',
    'pgbin/postgres',
    'logs/postgres.log',
    'other.json',
    'pg/tablespace_map',
    'pg/recovery.signal',
    'pg/standby.signal',
    'pg/postmaster.pid',
    'pg/pg_tblspc/16384/PG_18/1/1',
  ])('%j is refused', async (path) => {
    write([...good(), fileOf(path, 'written')]);
    await expectRefused(/cannot be restored: its entry ".*" (leads out|is no file of a backup|would lead)/);
    expect(existsSync('/tmp/tr-absolute')).toBe(false);
  });

  test('a file twice is refused', async () => {
    write([...good(), ...good()]);
    await expectRefused(/"pg\/PG_VERSION" is there twice/);
  });

  test.each([
    null,
    {},
    [null],
    [{ path: 1 }],
    [{ ...fileOf('pg/PG_VERSION', '18\n'), bytes: -1 }],
    [{ ...fileOf('pg/PG_VERSION', '18\n'), sha256: 'x' }],
  ])('%j as its files is damaged', async (files) => {
    write(files);
    await expectRefused(/manifest.json is damaged/);
  });
});

describe('a folder with', () => {
  const makers: [string, RegExp, () => void][] = [
    [
      'a link in the place of a file',
      /"pg\/base\/1\/1" is neither file nor folder/,
      () => {
        rmSync(join(backup, 'pg/base/1/1'));
        symlinkSync(join(outside, 'secret'), join(backup, 'pg/base/1/1'));
        write([fileOf('pg/PG_VERSION', '18\n'), fileOf('pg/base/1/1', secret)]);
      },
    ],
    [
      'a link in the place of a folder',
      /"pg\/base\/2" is neither file nor folder/,
      () => {
        symlinkSync(outside, join(backup, 'pg/base/2'));
        write([...good(), fileOf('pg/base/2/secret', secret)]);
      },
    ],
    [
      'a link in the place of its cluster',
      /"pg" is no folder of its own/,
      () => {
        rmSync(join(backup, 'pg'), { recursive: true });
        symlinkSync(outside, join(backup, 'pg'));
        write([fileOf('pg/secret', secret)]);
      },
    ],
    [
      'a link in the place of its manifest',
      /"manifest.json" is no file of its own/,
      () => symlinkSync('/dev/zero', join(backup, 'manifest.json')),
    ],
    [
      'a link in the place of the file beside its cluster',
      /"first_start.json" is no file of its own/,
      () => {
        symlinkSync(join(outside, 'secret'), join(backup, 'first_start.json'));
        write([...good(), fileOf('first_start.json', secret)]);
      },
    ],
    [
      'a pipe',
      /"pg\/base\/1\/pipe" is neither file nor folder/,
      () => {
        execFileSync('mkfifo', [join(backup, 'pg/base/1/pipe')]);
        write([...good(), fileOf('pg/base/1/pipe', '')]);
      },
    ],
    [
      'a tablespace',
      /"pg\/pg_tblspc\/16384" is neither file nor folder/,
      () => {
        symlinkSync(outside, join(backup, 'pg/pg_tblspc/16384'));
        write(good());
      },
    ],
    [
      'a tablespace in its place',
      /"pg\/pg_tblspc\/16384" would lead PostgreSQL elsewhere/,
      () => {
        mkdirSync(join(backup, 'pg/pg_tblspc/16384'));
        write(good());
      },
    ],
  ];
  test.each(makers)('%s is refused', async (_name, reason, make) => {
    make();
    await expectRefused(reason);
  });

  test.each(['data_directory', 'external_pid_file', 'hba_file', 'include_dir'])(
    'a setting %s is refused before PostgreSQL reads it',
    async (setting) => {
      const text = `# ${setting} in a comment\n ${setting.toUpperCase()} = '${outside}/x'\n`;
      put('pg/postgresql.auto.conf', text);
      write([...good(), fileOf('pg/postgresql.auto.conf', text)]);
      const earlier = standing();
      await expect(restore()).rejects.toThrow(/"pg\/postgresql.auto.conf" sets /);
      expect(standing()).toEqual(earlier);
    },
  );

  test('a file that has another name outside: it is read, and that name keeps what it had', async () => {
    rmSync(join(backup, 'pg/PG_VERSION'));
    linkSync(join(outside, 'secret'), join(backup, 'pg/PG_VERSION'));
    write([fileOf('pg/PG_VERSION', secret), fileOf('pg/base/1/1', 'a table')]);
    // What was copied is no database that PostgreSQL starts.
    await expect(restore()).rejects.toThrow();
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(secret);
  }, 60_000);

  test('a file that is not as the manifest says leaves no copy of it', async () => {
    rmSync(join(backup, 'pg/base/1/1'));
    linkSync(join(outside, 'secret'), join(backup, 'pg/base/1/1'));
    write([fileOf('pg/PG_VERSION', '18\n'), fileOf('pg/base/1/1', 'x'.repeat(secret.length))]);
    await expect(restore()).rejects.toThrow(/pg\/base\/1\/1 is damaged/);
    expect(existsSync(join(dataDir, 'pg.restoring/pg/base/1/1'))).toBe(false);
  });
});

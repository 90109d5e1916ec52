// What doctor says of Node, the directory and the disk.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '../drivers/driver.ts';
import { diagnoseDirectory, diagnoseDisk, diagnoseNode, judgeDisk } from './diagnose_machine.ts';

let dir: string;
let findings: Finding[];
const show = (finding: Finding) => findings.push(finding);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'machine-'));
  findings = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

test('Node is named, and one that is too old is a fault', () => {
  diagnoseNode('24.21.0', show);
  diagnoseNode('22.15.0', show);
  expect(findings).toEqual([
    { level: 'ok', what: 'Node', detail: '24.21.0' },
    {
      level: 'fault',
      what: 'Node',
      detail: '22.15.0 is too old: its journal needs a newer node:sqlite',
      advice: 'Install Node 24, or at least the newest Node 22.',
    },
  ]);
});

test('a directory that is there and private is well, and nothing is written into it', () => {
  chmodSync(dir, 0o700);
  expect(diagnoseDirectory(dir, show)).toBe(true);
  expect(findings).toEqual([
    { level: 'ok', what: 'directory', detail: `${dir} is there, writable and private` },
  ]);
  expect(readdirSync(dir)).toEqual([]);
});

test('a directory that others may look into is a warning', () => {
  chmodSync(dir, 0o750);
  expect(diagnoseDirectory(dir, show)).toBe(true);
  expect(findings).toEqual([
    {
      level: 'warning',
      what: 'directory',
      detail: `${dir} is open to other users of this machine`,
      advice: `chmod 700 ${dir}`,
    },
  ]);
});

test('a directory that is missing, a file, beyond a file, or of another user is a fault', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const own = join(dir, 'own');
  mkdirSync(own);
  if (process.getuid?.() === 0) chownSync(own, 4242, 4242);
  const { uid } = statSync(own);
  expect(diagnoseDirectory(join(dir, 'none'), show)).toBe(false);
  expect(diagnoseDirectory(file, show)).toBe(false);
  expect(diagnoseDirectory(join(file, 'x'), show)).toBe(false);
  expect(diagnoseDirectory(own, show, uid + 1)).toBe(false);
  expect(findings.map(({ level, detail, advice }) => [level, detail.replace(dir, 'D'), advice])).toEqual([
    [
      'fault',
      'D/none is not there',
      'Pair the device, which makes it; or set TEXTRELAY_AGENT_DIR, or --dir.',
    ],
    ['fault', 'D/file is not a directory', 'Set TEXTRELAY_AGENT_DIR to another one.'],
    ['fault', 'D/file/x cannot be used (ENOTDIR)', 'Run this as the user that runs the agent.'],
    ['fault', 'D/own belongs to another user', `Run this as its owner, with sudo -u '#${uid}' in front.`],
  ]);
});

test('a file system that cannot be written is a fault', () => {
  // The one that is read-only on every Linux.
  expect(diagnoseDirectory('/proc', show, statSync('/proc').uid)).toBe(process.getuid?.() === 0);
});

test('free space is reported in its unit, also for a directory that is not there yet', () => {
  diagnoseDisk(join(dir, 'none', 'deeper'), show);
  expect(findings).toMatchObject([{ what: 'disk', detail: expect.stringMatching(/\d+ (MiB|GiB) free$/) }]);
});

test('little free space is a warning, next to none a fault, and a network disk a warning', () => {
  const mebibyte = 1024 * 1024;
  judgeDisk(dir, { freeBytes: 200 * mebibyte, isNetwork: false }, show);
  judgeDisk(dir, { freeBytes: 200 * mebibyte - 1, isNetwork: false }, show);
  judgeDisk(dir, { freeBytes: 20 * mebibyte - 1, isNetwork: true }, show);
  judgeDisk(dir, { freeBytes: 11_000 * mebibyte, isNetwork: true }, show);
  judgeDisk(dir, { freeBytes: 11_000 * mebibyte, isNetwork: false }, show);
  judgeDisk(dir, undefined, show);
  expect(findings.map(({ level, detail }) => [level, detail])).toEqual([
    ['ok', '200 MiB free'],
    ['warning', 'only 199 MiB free'],
    ['fault', 'only 19 MiB free'],
    ['warning', 'it is a network file system, on which a journal can break'],
    ['ok', '10 GiB free'],
    ['warning', 'how much is free cannot be seen'],
  ]);
  expect(findings.map(({ advice }) => advice)).toEqual([
    undefined,
    'Free some: without space no text is taken, and received texts stay in the device.',
    'Free some: without space no text is taken, and received texts stay in the device.',
    'Set TEXTRELAY_AGENT_DIR to a disk of this machine.',
    undefined,
    `Look with: df ${dir}`,
  ]);
});

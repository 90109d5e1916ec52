import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPackage, makeLinks, prepareBinaries } from './binaries.ts';
import { createLauncher } from './host/launcher.ts';
import { chooseOwner } from './host/owner.ts';
import { newPlace } from './testing/places.ts';

const place = newPlace();
const owner = chooseOwner(join(place, 'pg'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The package as it is installed without its install script, in a directory that only we may enter. */
function installWithoutLinks() {
  const { native, version } = findPackage();
  const bare = join(place, 'private', 'native');
  mkdirSync(join(place, 'private'), { mode: 0o700 });
  cpSync(native, bare, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  return { native: bare, version };
}

test('where the package cannot be run, a copy with all its links is made, once', async () => {
  const launcher = await createLauncher(owner, true);
  const copy = join(place, 'pgbin');
  const bare = installWithoutLinks();

  const first = await prepareBinaries(launcher, copy, bare);
  expect(first.postgres).toBe(join(copy, 'bin', 'postgres'));
  expect((await launcher.run(first.initdb, ['--version'])).succeeded).toBe(true);
  expect(readdirSync(join(copy, 'lib'))).toContain('libpq.so.5');
  const made = statSync(first.postgres).ino;

  await prepareBinaries(launcher, copy, bare);
  expect(statSync(first.postgres).ino).toBe(made);
  await prepareBinaries(launcher, copy, { ...bare, version: 'newer' });
  expect(statSync(first.postgres).ino).not.toBe(made);
});

test('links that are missing are made where the package is, and those that are there stay', () => {
  const linked = join(place, 'linked');
  const { native } = findPackage();
  cpSync(native, linked, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  makeLinks(linked, linked);
  const made = lstatSync(join(linked, 'lib', 'libpq.so.5'));
  makeLinks(linked, linked);
  expect(made.isSymbolicLink()).toBe(true);
  expect(lstatSync(join(linked, 'lib', 'libpq.so.5')).ino).toBe(made.ino);
});

test('the package is run where it is, if it can be', async () => {
  const launcher = await createLauncher(owner, false);
  const usable = (await launcher.run(join(findPackage().native, 'bin', 'postgres'), ['--version'])).succeeded;
  const { postgres } = await prepareBinaries(launcher, join(place, 'other'));
  expect(postgres.startsWith(usable ? findPackage().native : place)).toBe(true);
});

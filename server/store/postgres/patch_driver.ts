// Applies postgres-3.4.9.patch to the installed driver, and says whether it is applied. As shipped, that driver
// crashes, hangs or gives a result to the wrong query when its database dies under load. Runs at install (the
// `postinstall` script); refuses any other version, and any file that is neither as shipped nor patched.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';

/** The only version that the patch was made for and tested with. */
const DRIVER_VERSION = '3.4.9';

/** The driver cannot be patched; the message is one line for the person at the installation. */
export class PatchRefused extends Error {
  constructor(message: string) {
    super(`postgres driver not patched: ${message}`);
    this.name = 'PatchRefused';
  }
}

/** One file of the driver, as it is and as it should be. */
interface DriverFile {
  path: string;
  /** `foreign` is neither as shipped nor patched. */
  state: 'shipped' | 'patched' | 'foreign';
  /** The patched text; empty for a foreign file. */
  text: string;
}

/** The file of the driver that the store imports. */
function installedDriver(): string {
  const manifest = findPackageJSON('postgres', import.meta.url);
  if (manifest === undefined) throw new PatchRefused('the package "postgres" is not installed');
  return dirname(manifest);
}

function versionOf(directory: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}

function readDriverFile(directory: string, patch: StructuredPatch): DriverFile {
  const path = join(directory, (patch.newFileName ?? '').replace(/^b\//, ''));
  const text = readFileSync(path, 'utf8');
  // A file from which the patch can be removed has it. This is checked first, so that nothing is patched twice.
  if (applyPatch(text, reversePatch(patch)) !== false) return { path, state: 'patched', text };
  const patched = applyPatch(text, patch);
  return patched === false ? { path, state: 'foreign', text: '' } : { path, state: 'shipped', text: patched };
}

function readDriver(directory: string): DriverFile[] {
  const patch = readFileSync(new URL(`./postgres-${DRIVER_VERSION}.patch`, import.meta.url), 'utf8');
  return parsePatch(patch).map((part) => readDriverFile(directory, part));
}

/** Replaces a file whole, so that no crash leaves half of it. The old file may be shared with other installs
 * by hard links, which is why it is never written to. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: statSync(path).mode });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Says whether the driver in `directory` (by default the one that the store imports) has the right version and
 * the whole patch. Reads four small files, about 5 ms; false also when they cannot be read.
 */
export function driverIsPatched(directory?: string): boolean {
  try {
    const found = directory ?? installedDriver();
    return versionOf(found) === DRIVER_VERSION && readDriver(found).every((file) => file.state === 'patched');
  } catch {
    return false;
  }
}

/**
 * Patches the driver in `directory`, by default the one that the store imports; the next run completes one that was cut
 * short. Returns whether anything was changed. Throws PatchRefused, with nothing changed, for another version or for a
 * file that a hunk does not fit.
 */
export function patchDriver(directory = installedDriver()): boolean {
  const version = versionOf(directory);
  if (version !== DRIVER_VERSION)
    throw new PatchRefused(`it is version ${version}, the patch is for ${DRIVER_VERSION}`);
  const files = readDriver(directory);
  const foreign = files.find((file) => file.state === 'foreign');
  if (foreign)
    throw new PatchRefused(`${foreign.path} is not as ${DRIVER_VERSION} ships it; reinstall the package`);
  const shipped = files.filter((file) => file.state === 'shipped');
  for (const file of shipped) replaceFile(file.path, file.text);
  return shipped.length > 0;
}

if (import.meta.main) {
  try {
    if (patchDriver()) process.stdout.write(`postgres driver ${DRIVER_VERSION} patched\n`);
  } catch (error) {
    process.stderr.write(
      `${error instanceof PatchRefused ? error.message : `postgres driver not patched: ${error}`}\n`,
    );
    process.exitCode = 1;
  }
}

// Whether the bundles are what the sources say. Plain JavaScript, because TypeScript would have to be stripped of its
// types at every start; and what a start hardly ever needs is loaded when it is needed.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bundles are, from the project's folder. */
export const bundleFolder = '.bundle';

/** What the bundles were made of: a mark for each path. Written after the bundles. */
export const inputsFile = join(bundleFolder, 'inputs.json');

/**
 * What a file was: its size in bytes, the time it was changed, and a digest of its content. All null when it could
 * not be read.
 * @typedef {readonly [size: number | null, mtimeMs: number | null, digest: string | null]} Mark
 */

/** @param {string} path */
function digestOf(path) {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(readFileSync(path)).digest('base64');
}

/**
 * Looks at a file as it is now.
 * @param {string} path
 * @returns {Mark}
 */
export function markOf(path) {
  try {
    // The time first: what changes in between is seen as changed.
    const { size, mtimeMs } = statSync(path);
    return [size, mtimeMs, digestOf(path)];
  } catch {
    return [null, null, null];
  }
}

/**
 * True when the file is what the mark says. A copied project has new times and the same contents.
 * @param {string} path
 * @param {Mark} mark
 */
function isUnchanged(path, [size, mtimeMs, digest]) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return size === null;
  return stats.size === size && (stats.mtimeMs === mtimeMs || digestOf(path) === digest);
}

/**
 * Returns true when there are bundles and nothing that they were made of has changed since. Takes about 10 ms.
 * @param {string} root the project's folder
 */
export function areBundlesFresh(root) {
  try {
    const marks = Object.entries(JSON.parse(readFileSync(join(root, inputsFile), 'utf8')));
    return marks.every(([path, mark]) => isUnchanged(join(root, path), mark));
  } catch {
    return false;
  }
}

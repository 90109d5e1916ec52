// Whether the bundles are what the sources say. Plain JavaScript, because TypeScript would have to be stripped of its
// types at every start.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bundles are, from the project's folder. */
export const bundleFolder = '.bundle';

/** What the bundles were made of: a digest for each path. Written after the bundles. */
export const inputsFile = join(bundleFolder, 'inputs.json');

/**
 * Returns a digest of a file's content; not of its time, because a copied project has new ones. Empty for a file that
 * cannot be read.
 * @param {string} path
 */
export function digestOf(path) {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64');
  } catch {
    return '';
  }
}

/**
 * Returns true when there are bundles and nothing that they were made of has changed since. Takes about 20 ms.
 * @param {string} root the project's folder
 */
export function areBundlesFresh(root) {
  try {
    const inputs = Object.entries(JSON.parse(readFileSync(join(root, inputsFile), 'utf8')));
    return inputs.length > 0 && inputs.every(([path, digest]) => digestOf(join(root, path)) === digest);
  } catch {
    return false;
  }
}

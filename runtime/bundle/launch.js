// `node runtime/bundle/launch.js server/standalone.ts`: starts a program of this project from its bundle, which is
// made anew when a source has changed since. Plain JavaScript that also an old Node can read, to be told that it is old.
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleFolder, areBundlesFresh } from './freshness.js';

const oldestMajor = 24;
const root = fileURLToPath(new URL('../../', import.meta.url));
const [, , program = '', ...words] = process.argv;

/** Makes the bundles in a process of its own, so that this one does not hold what only that takes. */
function makeBundles() {
  process.stderr.write('Bundling the programs, because their sources have changed ...\n');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'runtime', 'bundle', 'make.ts')], {
    encoding: 'utf8',
  });
  if (status === 0) return true;
  const [reason = 'no reason given'] = (stderr ?? '').split('\n');
  process.stderr.write(`${reason}; starting from the sources, which takes more time and memory\n`);
  return false;
}

if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
  process.stderr.write(
    `Textrelay needs Node ${oldestMajor} or newer, and this is ${process.versions.node}: "npm ci" installs one beside it, which "npm start" uses\n`,
  );
  process.exitCode = 1;
} else {
  const isBundled = areBundlesFresh(root) || makeBundles();
  const file = isBundled ? join(root, bundleFolder, program.replace(/\.ts$/, '.js')) : join(root, program);
  if (isBundled) {
    // Processes that this one starts inherit it.
    process.env.NODE_COMPILE_CACHE ??= join(root, bundleFolder, 'cache');
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  }
  process.argv = [process.execPath, file, ...words];
  await import(pathToFileURL(file).href);
}

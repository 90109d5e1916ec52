// `node runtime/bundle/launch.js server/standalone.ts`: starts a program of the project from its bundle, which is made
// anew when a source has changed. Plain JavaScript that an old Node can read, too, so that it can say what is wrong.
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { areBundlesFresh, bundleFolder } from './freshness.js';

const oldestMajor = 24;
const root = fileURLToPath(new URL('../../', import.meta.url));
const [, , program = '', ...words] = process.argv;

/** Makes the bundles in a process of its own, so that this one does not keep what only that takes. */
function makeBundles() {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  process.stderr.write('Bundling the programs, because a source has changed ...\n');
  const maker = join(root, 'runtime', 'bundle', 'make.ts');
  const { status, stderr } = spawnSync(process.execPath, [maker], { encoding: 'utf8' });
  if (status === 0) return true;
  const [reason] = (stderr || 'the programs could not be bundled').split('\n');
  process.stderr.write(`${reason}; starting from the sources, which takes more time and memory\n`);
  return false;
}

async function launch() {
  const isBundled = areBundlesFresh(root) || makeBundles();
  const file = isBundled ? join(root, bundleFolder, program.replace(/\.ts$/, '.js')) : join(root, program);
  if (isBundled) {
    // Processes that are started from here inherit it.
    process.env.NODE_COMPILE_CACHE ??= join(root, bundleFolder, 'cache');
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  }
  process.argv = [process.execPath, file, ...words];
  await import(pathToFileURL(file).href);
}

if (Number.parseInt(process.versions.node, 10) >= oldestMajor) await launch();
else {
  process.stderr.write(
    `Textrelay needs Node ${oldestMajor}, which "npm ci" puts beside it and "npm start" uses; this is Node ${process.versions.node}\n`,
  );
  process.exitCode = 1;
}

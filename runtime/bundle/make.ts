// Bundles each program of the project into one file, which starts several times faster than its sources and holds a
// third of the memory. Runs at install and, through launch.js, before a start when a source has changed.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleFolder, digestOf, inputsFile } from './freshness.js';
import { bundleOptions } from './options.ts';

const programs = [
  'server/main.ts',
  'server/standalone.ts',
  'server/admin.ts',
  'gateway/main.ts',
  'device-agent/main.ts',
];

/** Stands for what is in the packages; npm writes it whenever it changes them. */
const packageList = 'node_modules/.package-lock.json';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Notes what is read, when it is read: a source may change while the others are bundled. */
const notedInputs = (digests: Map<string, string>): Plugin => ({
  name: 'noted inputs',
  setup: ({ onLoad }) =>
    // The driver is listed file by file, because its patch is applied after it was installed.
    onLoad({ filter: /\.ts$|\/node_modules\/postgres\// }, ({ path }) => {
      digests.set(relative(root, path), digestOf(path));
      return undefined;
    }),
});

/** Replaces a file whole: another start may be reading it. */
function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

async function makeBundles(): Promise<void> {
  const digests = new Map([[packageList, digestOf(join(root, packageList))]]);
  const options = bundleOptions(root, '../..');
  const { outputFiles } = await build({
    ...options,
    entryPoints: programs,
    outdir: bundleFolder,
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    plugins: [notedInputs(digests), ...options.plugins],
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  replaceFile(join(root, inputsFile), JSON.stringify(Object.fromEntries(digests)));
}

try {
  await makeBundles();
} catch (error) {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(`the programs could not be bundled: ${reason}\n`);
  process.exitCode = 1;
}

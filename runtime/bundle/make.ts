// Bundles each program of the project into one file, which starts several times faster than its sources and holds a
// third of the memory, and the console into files for browsers. Runs at install and, through launch.js, before a start
// when a source has changed.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { systemClock } from '../clock.ts';
import { buildPrograms } from './build_programs.ts';
import { buildConsole, consoleFolder, consolePage } from './console.ts';
import { bundleFolder, inputsFile, type Mark, markOf } from './freshness.js';

/** Stands for what is in the packages; npm writes it whenever it changes them. */
const packageList = 'node_modules/.package-lock.json';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Notes what is read, when it is read: a source may change while the others are bundled. */
const notedInputs = (marks: Map<string, Mark>): Plugin => ({
  name: 'noted inputs',
  setup: ({ onLoad }) =>
    // The driver is listed file by file, because its patch is applied after it was installed.
    onLoad({ filter: /\.tsx?$|\/console\/.*\.(css|svg)$|\/node_modules\/postgres\// }, ({ path }) => {
      marks.set(relative(root, path), markOf(path));
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

/** Parts of earlier bundles go only after a day: a process that runs, or an open console, may still load them. */
const keptMs = 24 * 3_600_000;

function removeOldParts(folder: string, current: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!current.has(path) && statSync(path).mtimeMs < systemClock.nowMs() - keptMs) rmSync(path);
  }
}

async function makeBundles(): Promise<void> {
  const marks = new Map([packageList, consolePage].map((path) => [path, markOf(join(root, path))]));
  const [bundled, built] = await Promise.all([
    buildPrograms(root, [notedInputs(marks)], true),
    buildConsole(root, [notedInputs(marks)]),
  ]);
  const files = bundled.files.map(({ path, contents }) => {
    return { path: join(root, bundleFolder, path), contents };
  });
  for (const { path, contents } of files) replaceFile(path, contents);
  const consoleFiles = built.files.map(({ path, contents }) => {
    return { path: join(root, consoleFolder, path), contents };
  });
  for (const { path, contents } of consoleFiles) replaceFile(path, contents);
  replaceFile(join(root, inputsFile), JSON.stringify(Object.fromEntries(marks)));
  removeOldParts(join(root, bundleFolder, 'parts'), new Set(files.map(({ path }) => path)));
  removeOldParts(join(root, consoleFolder, 'assets'), new Set(consoleFiles.map(({ path }) => path)));
}

try {
  await makeBundles();
} catch (error) {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(`the programs could not be bundled: ${reason}\n`);
  process.exitCode = 1;
}

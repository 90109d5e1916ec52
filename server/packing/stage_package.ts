// The installed service as a folder: the programs and the console as the checkout bundles them, what they read while they
// run, and the command that starts them. The package and the image are made of it.
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildPrograms } from '../../runtime/bundle/build_programs.ts';
import { buildConsole, consoleFolder } from '../../runtime/bundle/console.ts';
import { bundleFolder } from '../../runtime/bundle/freshness.js';
import { collectLicenses } from '../../runtime/bundle/licenses.ts';
import { readVersion } from '../../runtime/version.ts';
import { driverIsPatched, PatchRefused } from '../store/postgres/patch_driver.ts';
import { type Component, describeComponents, npmComponent } from './bill_of_materials.ts';

/** The command, from the package's folder. */
export const command = 'textrelay.js';

/** What the service consists of, in the form of CycloneDX, from the package's folder. */
const billOfMaterials = 'sbom.cdx.json';

/** What programs read while they run, in the same places as in the checkout. */
const readAtRunTime = [
  'LICENSE',
  'CHANGELOG.md',
  'server/store/migrations',
  'gateway/docs/guides',
  'gateway/docs/pictures',
  'gateway/docs/browser',
  'gateway/console/icon.svg',
];

/** What goes along for who installs it, by its place in the package. */
const papers = { 'README.md': 'server/packing/README.md', units: 'server/packing/units' };

/**
 * The driver is looked at here, while it is bundled: the package holds the bundle alone, in which there is nothing to look
 * at any more.
 */
const judgedDriver: Plugin = {
  name: 'judged driver',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/server\/store\/postgres\/patch_driver\.ts$/ }, () => {
      if (!driverIsPatched()) throw new PatchRefused('install the checkout with its scripts');
      return { contents: 'export const driverIsPatched = () => true;', loader: 'ts' };
    }),
};

/** The packages that are in bundles, from the paths of what these were made of. */
function packagesIn(sources: readonly string[]): string[] {
  const names = sources.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/**
 * Writes the checkout at `root` into the empty folder `stage` as it is installed, but for package.json. What is in it is in its
 * bill of materials, together with what is `beside` it. Throws what the bundler throws, and what reading and writing do.
 */
export async function stagePackage(
  root: string,
  stage: string,
  beside: readonly Component[] = [],
): Promise<void> {
  const usedByConsole = new Set<string>();
  const noted: Plugin = {
    name: 'used by the console',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/node_modules\// }, ({ path }) => {
        usedByConsole.add(path);
        return undefined;
      }),
  };
  const [programs, pages] = await Promise.all([
    buildPrograms(root, [judgedDriver], false),
    buildConsole(root, [noted]),
  ]);
  const write = (path: string, contents: Uint8Array | string) => {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), contents);
  };
  for (const { path, contents } of programs.files) write(join(bundleFolder, path), contents);
  for (const { path, contents } of pages.files) write(join(consoleFolder, path), contents);
  const included = packagesIn([...programs.sources, ...usedByConsole]);
  write('LICENSES-OF-PACKAGES.txt', collectLicenses(root, included));
  const components = [...included.map((name) => npmComponent(root, name)), ...beside];
  write(billOfMaterials, describeComponents(readVersion(), components));
  const migrations = (path: string) => !path.includes('/migrations/meta/') || path.endsWith('_journal.json');
  for (const path of readAtRunTime)
    cpSync(join(root, path), join(stage, path), { recursive: true, filter: migrations });
  for (const [path, source] of Object.entries(papers))
    cpSync(join(root, source), join(stage, path), { recursive: true });
  cpSync(join(root, 'server', 'packing', command), join(stage, command));
  chmodSync(join(stage, command), 0o755);
}

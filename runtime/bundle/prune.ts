// Runs at install, beside the bundling: removes files that nothing here ever reads from the installed packages. Node's
// headers always go, because no package is compiled against them. What only compilers, debuggers and readers look at
// goes where the packages for development were left out. `npm ci` brings everything back.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Types, sources before they were compiled, maps to them, texts, and archives to link with. */
const unreadFile = /\.([cm]?ts|tsx|map|md|markdown|flow|a)$/;
/** Folders at the top of a package. */
const unreadFolder = /^(test|tests|__tests__|benchmarks?|bench|docs|examples?)$/;
const isLicense = (name: string) => /licen[cs]e|notice|copying/i.test(name);

/** Whether the packages for development were left out: the compiler is one of them. */
const isForProduction = (packages: string) => !existsSync(join(packages, 'typescript'));

/** The folders of all packages in a folder of packages, nested ones included. */
function homesIn(packages: string): string[] {
  if (!existsSync(packages)) return [];
  const names = readdirSync(packages).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => {
    const home = join(packages, name);
    return name.startsWith('@') ? homesIn(home) : [home, ...homesIn(join(home, 'node_modules'))];
  });
}

function unreadIn(home: string): string[] {
  const folders = readdirSync(home, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && unreadFolder.test(entry.name),
  );
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && unreadFile.test(entry.name) && !isLicense(entry.name),
  );
  return [...folders, ...files].map(({ parentPath, name }) => join(parentPath, name));
}

/** Removes it from the folder of packages. */
export function prunePackages(packages: string): void {
  const homes = homesIn(packages);
  const nodes = homes.filter((home) => /\/node-linux-[^/]+$/.test(home));
  const unread = nodes.flatMap((home) => [join(home, 'include'), join(home, 'share')]);
  if (isForProduction(packages)) unread.push(...homes.flatMap(unreadIn));
  for (const path of unread) rmSync(path, { recursive: true, force: true });
}

if (import.meta.main) prunePackages(fileURLToPath(new URL('../../node_modules', import.meta.url)));

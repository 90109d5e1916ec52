// Packages that stay outside of bundles because they are native: copied as they are installed, with what they need.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Component, npmComponent } from '../bill_of_materials.ts';

/** Ready-made binaries for other machines stay behind. */
const isForeign = (path: string) =>
  /\/prebuilds\/[^/]+/.test(path) && !path.includes(`/prebuilds/linux-${process.arch}`);

/** Copies a package of the checkout at `root`, and those that it needs, into the folder `app`. Returns what was copied. */
export function copyPackage(root: string, name: string, app: string): Component[] {
  const [from, to] = [join(root, 'node_modules', name), join(app, 'node_modules', name)];
  // One that is nested in another is copied with it.
  if (existsSync(to) || !existsSync(from)) return [];
  cpSync(from, to, { recursive: true, filter: (path) => !isForeign(path) });
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const needed = Object.keys(dependencies).flatMap((each) => copyPackage(root, each, app));
  return [npmComponent(root, name), ...needed];
}

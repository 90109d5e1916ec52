// The licences of the packages that we bundle into a package of ours. Each of them asks to be passed on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text with name, version and licence of each package, from where the checkout has them installed. */
export function collectLicenses(root: string, packages: readonly string[]): string {
  const parts = packages.map((name) => {
    const home = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const file = readdirSync(home).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? readFileSync(join(home, file), 'utf8').trim() : `Licence: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  return parts.join(`\n${'-'.repeat(72)}\n\n`);
}

// The version of the product, as it stands in the package's description.
import { readFileSync } from 'node:fs';

/** For example 1.4.0. Throws when the description is not where it belongs. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(version).slice(0, 64);
}

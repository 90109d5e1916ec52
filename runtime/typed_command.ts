// How people type this installation's commands, for lines that they can paste.
import { readFileSync } from 'node:fs';

/** `npm run admin --` in a checkout, and `textrelay admin` where the package or the image is installed. */
export function typedCommand(part: 'admin' | 'agent'): string {
  const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return bin === undefined ? `npm run ${part} --` : `textrelay ${part}`;
}

// `npm run release -- VERSION`: checks the tree, moves what is unreleased in CHANGELOG.md to the version, commits and tags.
// Pushes nothing.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Refused } from './changelog.ts';
import { makeRelease } from './release.ts';

const folder = join(import.meta.dirname, '..', '..');
const [version = ''] = process.argv.slice(2);

function check(): void {
  const { status } = spawnSync(process.execPath, [join('test', 'check.ts')], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Refused('npm run check fails');
}

try {
  const push = makeRelease({ folder, version, today: new Date().toISOString().slice(0, 10), check });
  console.log(`${version} is committed and tagged, and not pushed. To publish it:\n  ${push}`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`no release: ${error.message}`);
  process.exitCode = 1;
}

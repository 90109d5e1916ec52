// `npm run generate`: writes the migration that the schema lacks, and keeps the newest snapshot alone: the generator reads no
// other, and each has some 5,000 lines.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'server', 'store', 'migrations', 'meta');

/** The snapshots of a folder that are not its newest. */
export const olderSnapshots = (meta: string): string[] =>
  readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .slice(0, -1);

if (import.meta.main) {
  execFileSync(join(root, 'node_modules', '.bin', 'drizzle-kit'), ['generate'], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const name of olderSnapshots(folder)) rmSync(join(folder, name));
}

// An older version of the product as it was committed: its sources in a folder of their own, with this checkout's packages.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The newest one that may be upgraded from. */
export const versionBefore = '86ab4748179c2d53b98b606eab6455fb4936fa7e';

/** Whether this checkout has the commit: a shallow one, and a copy without history, has none. */
export const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0;

export interface OlderVersion {
  /** Where its sources are; ends with a slash. */
  folder: string;
  remove(): void;
}

/** Brings the version out of the repository, and makes its bundles, from which its programs start. */
export function bringVersion(commit: string): OlderVersion {
  const folder = mkdtempSync(join(tmpdir(), 'textrelay-older-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'runtime/bundle/make.ts')]);
  return { folder: `${folder}/`, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

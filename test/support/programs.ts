// Which foreign programs this machine has. Tests that need one say so in their title when it is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'vitest';
import { pythonEnvironment } from './judges.ts';

/** Whether a program of that name can be run: looked for along PATH, and where daemons live. */
export const hasProgram = (name: string): boolean =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].some((folder) =>
    isRunnable(join(folder, name)),
  );

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether Python is there and can load a module of that name. */
export const hasPythonModule = (name: string): boolean =>
  spawnSync('python3', ['-c', `import ${name}`], { env: pythonEnvironment, stdio: 'ignore', timeout: 20_000 })
    .status === 0;

/** Whether Perl is there and can load a module of that name. */
export const hasPerlModule = (name: string): boolean =>
  spawnSync('perl', [`-M${name}`, '-e', '1'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** A test that needs something of the machine; its title says so where it is missing. */
export const testNeeding = (
  isThere: boolean,
  needs: string,
  title: string,
  run: () => unknown,
  timeoutMs?: number,
): void => test.skipIf(!isThere)(isThere ? title : `${title} [skipped: no ${needs}]`, run, timeoutMs);

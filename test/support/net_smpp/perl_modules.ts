// Which modules the machine's Perl has. Tests that need one say so in their title when it is missing.
import { spawnSync } from 'node:child_process';

/** Whether Perl is there and can load a module of that name. */
export const hasPerlModule = (name: string): boolean =>
  spawnSync('perl', [`-M${name}`, '-e', '1'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

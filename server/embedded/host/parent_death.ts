// How a program is started so that the kernel signals it when its parent dies, even by kill -9.
import { type ChildProcess, spawn } from 'node:child_process';

/**
 * The words to put before a command: util-linux' setpriv, with its `flags` (a change of user, say) and the signal
 * that the program gets when this process is gone. Empty where setpriv is missing, too old or not allowed to.
 * `environment` is the one that the program will be started with, this process' own if absent.
 */
export async function parentDeathWords(
  signal: 'INT' | 'TERM',
  flags: readonly string[] = [],
  environment?: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const words = ['setpriv', ...flags, `--pdeathsig=${signal}`, '--'];
  const options = { stdio: 'ignore' as const, ...(environment && { env: environment }) };
  return (await succeeds(() => spawn('setpriv', [...words.slice(1), 'true'], options))) ? words : [];
}

function succeeds(start: () => ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    start()
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0));
  });
}

// Starts PostgreSQL's programs: as their owner, away from this process' directory and environment, and so that they
// end when this process does, however it ends. It does not know what they are for.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Owner } from './owner.ts';

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

/** How a short-lived program ended. */
interface Outcome {
  succeeded: boolean;
  /** Its stderr, the first 8 KiB. */
  stderr: string;
}

export interface Launcher {
  /** Starts a program; its own process group, so that Ctrl-C at a terminal reaches only this process. */
  start(program: string, args: readonly string[], stdio: StdioOptions): ChildProcess;
  /** Runs a program to its end. Never throws: a program that cannot be started has not succeeded. */
  run(program: string, args: readonly string[]): Promise<Outcome>;
}

/** UTC spares initdb a search through the time zones; C keeps messages in English, for we read them. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const stderrBoundBytes = 8192;

function runToEnd(start: () => ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = start();
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < stderrBoundBytes) stderr += text;
    });
    child.on('error', (error) => resolve({ succeeded: false, stderr: error.message }));
    child.on('close', (code) => resolve({ succeeded: code === 0, stderr }));
  });
}

/**
 * A launcher for programs of `owner`. With setpriv they get SIGINT when this process dies, which
 * PostgreSQL takes as a clean, fast shutdown; without it (or with `parentDeathSignal` false) they outlive it.
 */
export async function createLauncher(owner: Owner, parentDeathSignal: boolean): Promise<Launcher> {
  const identity = owner.isOther ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const words = parentDeathSignal ? await parentDeathWords('INT', identity, environment) : [];
  const options = { cwd: '/', env: environment, detached: true };
  const plain = owner.isOther ? { ...options, uid: owner.uid, gid: owner.gid } : options;

  const [setpriv, ...its] = words;
  const start: Launcher['start'] = setpriv
    ? (program, args, stdio) => spawn(setpriv, [...its, program, ...args], { ...options, stdio })
    : (program, args, stdio) => spawn(program, args, { ...plain, stdio });
  return {
    start,
    run: (program, args) => runToEnd(() => start(program, args, ['ignore', 'ignore', 'pipe'])),
  };
}

// One running PostgreSQL: started here, or found running after an earlier supervisor died. It can be ended, gently;
// it is never killed, because its shared memory and its files are its own to put in order.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import type { Launcher } from './host/launcher.ts';
import { type ProcessEntry, stillRuns } from './host/process_table.ts';

export interface Postmaster {
  readonly pid: number;
  /** True for one that this process did not start. */
  readonly isAdopted: boolean;
  readonly isRunning: boolean;
  /** Resolves when it has ended, whatever the reason. */
  readonly ended: Promise<void>;
  /** Why one that was started here has ended: the last fatal line of its log. */
  reason(): string;
  signal(name: 'SIGINT' | 'SIGQUIT'): void;
}

/** The log is begun anew at a start that finds it larger than this. */
const logBoundBytes = 4 * 1024 * 1024;

const reasonBoundBytes = 64 * 1024;

function openLog(path: string): { descriptor: number; startBytes: number } {
  const descriptor = openSync(path, 'a', 0o600);
  if (fstatSync(descriptor).size > logBoundBytes) ftruncateSync(descriptor);
  return { descriptor, startBytes: fstatSync(descriptor).size };
}

function readReason(path: string, startBytes: number): string {
  const buffer = Buffer.alloc(reasonBoundBytes);
  const descriptor = openSync(path, 'r');
  const length = readSync(descriptor, buffer, 0, reasonBoundBytes, startBytes);
  closeSync(descriptor);
  const lines = buffer.toString('utf8', 0, length).split('\n');
  const last =
    lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line.trim() !== '');
  return (last ?? 'it said nothing').replace(/^.*?(FATAL|PANIC|LOG): +/, '');
}

/** Starts `postgres`. Its log goes to `logFile` directly, so that it is kept when this process dies. */
export function startPostmaster(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  logFile: string,
): Postmaster {
  const { descriptor, startBytes } = openLog(logFile);
  const child = launcher.start(program, args, ['ignore', descriptor, descriptor]);
  closeSync(descriptor);
  let isRunning = true;
  let failure: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isRunning = false;
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      failure = error.message;
      end();
    });
  });
  return {
    pid: child.pid ?? 0,
    isAdopted: false,
    get isRunning() {
      return isRunning;
    },
    ended,
    reason: () => failure ?? readReason(logFile, startBytes),
    signal: (name) => child.kill(name),
  };
}

/** Takes charge of a postmaster that runs already. Its end is seen within 100 ms. */
export function adoptPostmaster(entry: ProcessEntry, clock: Clock): Postmaster {
  const ended = new Promise<void>((resolve) => {
    const stopWatching = clock.setInterval(() => {
      if (stillRuns(entry)) return;
      stopWatching();
      resolve();
    }, 100);
  });
  return {
    pid: entry.pid,
    isAdopted: true,
    get isRunning() {
      return stillRuns(entry);
    },
    ended,
    reason: () => 'it was started by somebody else',
    signal: (name) => {
      if (stillRuns(entry)) process.kill(entry.pid, name);
    },
  };
}

/** How long each signal is given. */
const patienceMs = 10_000;

/**
 * Ends a postmaster: SIGINT (disconnect everybody, checkpoint, end), and SIGQUIT after 10 s (end at once; the next
 * start recovers). `atOnce` begins with the latter. Returns false when it still runs 10 s later.
 */
export async function endPostmaster(postmaster: Postmaster, clock: Clock, atOnce: boolean): Promise<boolean> {
  for (const name of atOnce ? (['SIGQUIT'] as const) : (['SIGINT', 'SIGQUIT'] as const)) {
    if (!postmaster.isRunning) return true;
    postmaster.signal(name);
    const patience = new AbortController();
    await Promise.race([postmaster.ended, pause(clock, patienceMs, patience.signal)]);
    patience.abort();
  }
  return !postmaster.isRunning;
}

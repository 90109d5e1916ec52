// Gives the daemon a file that can be read once. gammu-smsd sends a file again and again until the modem takes it, and
// once more when it was killed in between; a text must not go out twice. So its outbox gets a pipe: reading its words
// takes them away. Before the words go in, a hollow file replaces the pipe; the daemon then finds this file, notes the
// modem's reference in it, and moves it aside. Until the words are in the pipe, the text certainly did not leave; from
// then on the hollow file says what became of it.
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { chown, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';

/** How often the outbox is looked at for a reader. */
const lookMs = 50;
/** Between two attempts to write into a pipe. */
const writeAgainMs = 5;
/** A reader that takes this long over some lines has been stopped. */
const maxReadMs = 20_000;
/** More than a pipe holds (64 KiB): once all of it is in, somebody is reading, and not just opening it. */
const filler = Buffer.from(`;${'.'.repeat(62)}\n`.repeat(1_536));

/** What a hand-over needs. */
interface HandOver {
  /** A folder of ours on the outbox's file system, hidden from the daemon. */
  spool: string;
  outbox: string;
  /** The file's name in the outbox. */
  name: string;
  /** At most 4,096 bytes, so that it goes into a pipe whole or not at all. */
  content: Buffer;
  /** Puts the hollow file in the pipe's place, for good: the text may be gone from now on. */
  replace(): Promise<void>;
  /** How long the daemon may take to begin with it. */
  waitMs: number;
  clock: Clock;
  signal: AbortSignal;
}

/** `read`: the daemon has it. `unread`: it certainly has not, and nothing of it is left in the outbox. */
export async function handOver(options: HandOver): Promise<'read' | 'unread'> {
  const { spool, outbox, name, clock, signal } = options;
  const path = join(outbox, name);
  const aside = join(spool, `${name}.pipe`);
  await rm(aside, { force: true });
  await promisify(execFile)('mkfifo', ['-m', '660', aside], { timeout: 10_000 });
  await shareWith(outbox, aside);
  await rename(aside, path);
  const endMs = clock.nowMs() + options.waitMs;
  let pipe: number | undefined;
  let replaced = false;
  let written = false;
  try {
    while (pipe === undefined && clock.nowMs() < endMs && !signal.aborted) {
      pipe = openForReader(path);
      if (pipe === undefined) await pause(clock, lookMs, signal);
    }
    if (pipe === undefined || !(await push(pipe, filler, options))) return 'unread';
    replaced = true;
    await options.replace();
    written = await push(pipe, options.content, options);
    return written ? 'read' : 'unread';
  } finally {
    if (!replaced) await release(path, aside);
    else if (!written) await rm(path, { force: true });
    // The daemon goes on only now: it waits for the end of the file.
    if (pipe !== undefined) closeSync(pipe);
  }
}

/** Whether the program that makes pipes is there. */
export const canMakePipes = (): Promise<boolean> =>
  promisify(execFile)('mkfifo', ['--version'], { timeout: 10_000 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );

/** Takes a pipe out of the outbox and releases a daemon that waits at it; nothing of it is sent. */
export async function release(path: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const pipe = openForReader(aside);
  if (pipe !== undefined) closeSync(pipe);
  await rm(aside, { force: true });
}

/** Lets a daemon that runs under another user read a file, by the outbox's group. */
export async function shareWith(outbox: string, path: string): Promise<void> {
  const { gid } = await stat(outbox);
  const own = await stat(path);
  // Not permitted when this user is not in that group; then the daemon is this user or root, or doctor says so.
  if (own.gid !== gid) await chown(path, own.uid, gid).catch(() => undefined);
}

/** Undefined while nobody reads. */
function openForReader(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return undefined;
    throw error;
  }
}

/** Whether all of it went in. gammu opens a file twice, so for a moment nobody may be there. */
async function push(pipe: number, bytes: Buffer, { clock, signal }: HandOver): Promise<boolean> {
  const endMs = clock.nowMs() + maxReadMs;
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(pipe, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN' && code !== 'EPIPE') throw error;
      if (clock.nowMs() >= endMs || signal.aborted) return false;
      await pause(clock, writeAgainMs, signal);
    }
  }
  return true;
}

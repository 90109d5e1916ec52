// Directories, processes and questions for the tests of the embedded database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { systemClock } from '../../../runtime/clock.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../embedded.ts';
import { findProcess } from '../host/process_table.ts';

export const isRoot = process.getuid?.() === 0;

/** A new directory that everyone may cross, whose path is short enough for a socket. */
export function newPlace(): string {
  const place = mkdtempSync('/tmp/tr-');
  chmodSync(place, 0o755);
  return place;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts an embedded database that never waits for the disk. */
export const startThrowAway = (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> =>
  startEmbedded({ dataDir, clock: systemClock, log: silent, throwAway: true, ...options });

/** Runs statements on a connection of their own, each after the other; rows of the last. */
export async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = [...(await client.unsafe(statement))];
    return rows;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Asks again until there is an answer; vitest's own deadline ends it. */
export async function askUntilAnswered(url: string, statement: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    try {
      return await ask(url, statement);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

export async function untilGone(pid: number): Promise<void> {
  while (findProcess(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A supervisor in a process of its own. */
export interface OtherSupervisor {
  child: ChildProcess;
  url: string;
  /** Of its postmaster. */
  pid: number;
  /** Why it did not start. */
  refused?: string;
}

/** Starts one; `words` go before the command, to change its user. */
export async function startOtherSupervisor(
  dataDir: string,
  options: { leave?: boolean; words?: readonly string[] } = {},
): Promise<OtherSupervisor> {
  const script = join(import.meta.dirname, 'run_embedded.ts');
  const [program = '', ...args] = [...(options.words ?? []), process.execPath, script, dataDir];
  const child = spawn(program, options.leave ? [...args, 'leave'] : args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  return { child, ...(message as { url: string; pid: number }) };
}

/** Waits for the end of a child that was killed, or whose channel is closed first. */
export async function endOf(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

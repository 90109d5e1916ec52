// From "something may be running" to a postmaster that answers: adopts one that runs, waits for one that is ending
// and for the backends of one that was killed, and else starts one.

import postgres from 'postgres';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import type { Launcher } from './host/launcher.ts';
import { clearForeignFile, findPostmaster, readPostmasterFile } from './host/postmaster_file.ts';
import type { Layout } from './layout.ts';
import { adoptPostmaster, endPostmaster, type Postmaster, startPostmaster } from './postmaster.ts';
import { EmbeddedRefused } from './refusal.ts';
import { clearSocketDir, databaseName, socketPort, urlOf } from './socket_place.ts';

async function ask(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** SQLSTATE of an error, or the system's code. */
const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Connects to the service's database and creates it if there is none. Throws what the driver throws. */
async function checkDatabase(socketDir: string, password: string): Promise<void> {
  try {
    await ask(urlOf(socketDir, password), 'select 1');
  } catch (error) {
    if (stateOf(error) !== '3D000') throw error;
    await ask(urlOf(socketDir, password, 'postgres'), `create database ${databaseName}`);
  }
}

interface BringUpTools {
  layout: Layout;
  launcher: Launcher;
  /** Path of the program. */
  postgres: string;
  settings: readonly string[];
  socketDir: string;
  password: string;
  clock: Clock;
  signal: AbortSignal;
}

/** Between two tries while backends of a killed postmaster still hold its shared memory. */
const retryMs = 150;

/** Between two looks at a postmaster that starts. */
const lookMs = 15;

/** A recovery of all the log that the settings allow takes seconds; past this, something else is wrong. */
const startBoundMs = 120_000;

/** A postmaster that calls itself ready and does not answer this long is not reached through our socket. */
const silentBoundMs = 5_000;

/** Waits for the end of something else on the data directory, which then is no reason to give up. */
const isPassing = (reason: string) =>
  /pre-existing shared memory block|lock file ".*" already exists/.test(reason);

/** The password does not fit: no waiting helps. */
const refusedStates = ['28P01', '28000'];

/** Returns true when the postmaster answers, and false when it has ended or has been silent too long. */
async function untilReady(postmaster: Postmaster, tools: BringUpTools, untilMs: number): Promise<boolean> {
  const { layout, clock, signal } = tools;
  let readySinceMs: number | null = null;
  while (postmaster.isRunning && !signal.aborted && clock.nowMs() < untilMs) {
    const file = readPostmasterFile(layout.cluster);
    if (file?.pid === postmaster.pid && file.status === 'ready') {
      readySinceMs ??= clock.nowMs();
      try {
        await checkDatabase(tools.socketDir, tools.password);
        return true;
      } catch (error) {
        if (refusedStates.includes(stateOf(error))) {
          throw new EmbeddedRefused(`the database refuses the password in ${layout.passwordFile}`);
        }
      }
      if (clock.nowMs() - readySinceMs > silentBoundMs) return false;
    }
    await Promise.race([postmaster.ended, pause(clock, lookMs, signal)]);
  }
  return false;
}

function start({ layout, launcher, postgres, settings, socketDir }: BringUpTools): Postmaster {
  clearSocketDir(socketDir);
  const place = [
    '-D',
    layout.cluster,
    '-c',
    `unix_socket_directories=${socketDir}`,
    '-c',
    `port=${socketPort}`,
  ];
  return startPostmaster(launcher, postgres, [...place, ...settings], layout.logFile);
}

/**
 * Returns a postmaster that is ready. Throws EmbeddedRefused with PostgreSQL's own reason when it cannot be, and when
 * `signal` aborts; then nothing that was started here runs any more.
 */
export async function bringUp(tools: BringUpTools): Promise<Postmaster> {
  const { layout, clock, signal } = tools;
  const untilMs = clock.nowMs() + startBoundMs;
  while (!signal.aborted && clock.nowMs() < untilMs) {
    const running = findPostmaster(layout.cluster);
    if (!running && !clearForeignFile(layout.cluster)) {
      await pause(clock, retryMs, signal);
      continue;
    }
    const postmaster = running ? adoptPostmaster(running, clock) : start(tools);
    try {
      if (await untilReady(postmaster, tools, untilMs)) return postmaster;
    } catch (error) {
      if (!postmaster.isAdopted) await endPostmaster(postmaster, clock, false);
      throw error;
    }
    const endedByItself = !postmaster.isRunning;
    await endPostmaster(postmaster, clock, false);
    if (postmaster.isAdopted || signal.aborted) continue;
    const reason = endedByItself ? postmaster.reason() : 'it does not answer';
    if (!isPassing(reason)) throw new EmbeddedRefused(`PostgreSQL did not start: ${reason}`);
    await pause(clock, retryMs, signal);
  }
  throw new EmbeddedRefused(
    signal.aborted
      ? 'the start of PostgreSQL was stopped'
      : `PostgreSQL was not ready within ${startBoundMs / 1000} s, see ${layout.logFile}`,
  );
}

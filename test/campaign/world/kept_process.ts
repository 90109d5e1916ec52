// A process of the product as an operator's supervisor keeps it: started again when it ends by itself. A campaign kills,
// freezes and starts it; how it ends by itself is written down.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launched } from '../../support/processes.ts';
import { pause, type Timeline } from '../timeline.ts';
import { metered, mostTurnMs, readTurns } from '../turns/turn_log.ts';

/** This version's sources. */
export const ownFolder = fileURLToPath(new URL('../../../', import.meta.url));
/** So that nothing outlives a campaign that is itself killed. */
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
/** A supervisor's pause before it starts a process again, in milliseconds. */
const restartMs = 1_000;
/** Turns of its event loop are measured once a process is so old, in milliseconds. */
const warmMs = 20_000;

/** What one process is. */
export interface ProcessForm {
  name: string;
  kind: 'core' | 'gateway' | 'agent';
  /** From the version's folder. */
  script: string;
  args?: readonly string[];
  environment: Record<string, string>;
  logFile: string;
  /** Where the version that it starts as has its sources; ends with a slash. */
  folder: string;
}

/** A process that ended by itself. */
export interface Crash {
  name: string;
  kind: string;
  atMs: number;
  code: number | null;
  signal: string | null;
  /** Whether it had said that it is ready. */
  wasReady: boolean;
  logFile: string;
  /** The log's last lines. */
  tail: string;
}

/** How long one start took. */
export interface Start {
  name: string;
  kind: string;
  atMs: number;
  /** Until it was ready; null if it never was. */
  readyMs: number | null;
}

export class KeptProcess {
  readonly name: string;
  readonly kind: ProcessForm['kind'];
  readonly crashes: Crash[] = [];
  readonly starts: Start[] = [];
  /** Resident memory in megabytes, a sample now and then, of every life of it. */
  readonly memory: { atMs: number; megabytes: number }[] = [];
  readonly #form: ProcessForm;
  readonly #timeline: Timeline;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isWanted = false;
  #folder: string;

  constructor(form: ProcessForm, timeline: Timeline) {
    this.name = form.name;
    this.kind = form.kind;
    this.#form = form;
    this.#folder = form.folder;
    this.#timeline = timeline;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get isReady(): boolean {
    return this.isRunning && this.#isReady;
  }

  get logFile(): string {
    return this.#form.logFile;
  }

  /** Its turns that held it for too long, in milliseconds of processor time, of every life of it. */
  longTurns(): number[] {
    const turns = readTurns(this.#turnsFile).map(({ tookMs }) => tookMs);
    return turns.filter((tookMs) => tookMs > mostTurnMs);
  }

  get #turnsFile(): string {
    return `${this.#form.logFile}.turns`;
  }

  /** Starts it, unless it runs; from now on it is kept running. */
  start(): void {
    this.#isWanted = true;
    if (!this.isRunning) this.#spawn();
  }

  /** Resolves when it is ready. */
  async ready(): Promise<void> {
    while (!this.isReady) await pause(20);
  }

  /** Kills it at once, and leaves it dead until it is started. */
  async kill(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Asks it to stop, and starts another version in its place. Resolves to its exit code when the other one is ready. */
  async replace(folder: string): Promise<number | null> {
    this.#isWanted = false;
    const child = this.#child as ChildProcess;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await gone;
    this.#folder = folder;
    this.start();
    await this.ready();
    return code;
  }

  /** Stops it where it stands. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Lets it go on. */
  thaw(): void {
    if (this.isRunning) this.#child?.kill('SIGCONT');
  }

  /** Notes how much memory it takes now. */
  weigh(): void {
    if (!this.isReady) return;
    try {
      const pages = Number(readFileSync(`/proc/${this.#child?.pid}/statm`, 'utf8').split(' ')[1]);
      this.memory.push({ atMs: this.#timeline.nowMs(), megabytes: Math.round((pages * 4096) / 2 ** 20) });
    } catch {
      // It has just ended, or there is no /proc.
    }
  }

  #spawn(): void {
    const { script, args = [], environment, logFile, name, kind } = this.#form;
    const command = [process.execPath, ...launched(script, this.#folder), ...args];
    const [program = '', ...words] = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', ...command] : command;
    const log = openSync(logFile, 'a');
    const child = spawn(program, words, {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        LOG_LEVEL: 'info',
        ...metered(this.#turnsFile, warmMs),
        ...environment,
      },
      stdio: ['ignore', log, log, 'ipc'],
      // A signal from the terminal to the campaign is not for its processes.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#isReady = false;
    const start: Start = { name, kind, atMs: this.#timeline.nowMs(), readyMs: null };
    this.starts.push(start);
    child.on('error', () => undefined);
    child.on('message', (message: { type?: string }) => {
      if (message.type !== 'ready') return;
      this.#isReady = true;
      start.readyMs = this.#timeline.nowMs() - start.atMs;
    });
    child.on('exit', (code, signal) => void this.#ended(child, code, signal));
  }

  async #ended(child: ChildProcess, code: number | null, signal: string | null): Promise<void> {
    if (!this.#isWanted || child !== this.#child) return;
    const { name, kind, logFile } = this.#form;
    const crash: Crash = {
      name,
      kind,
      atMs: this.#timeline.nowMs(),
      code,
      signal,
      wasReady: this.#isReady,
      logFile,
      tail: endOf(logFile),
    };
    this.crashes.push(crash);
    this.#timeline.note(
      `${name} ended by itself (${signal ?? `code ${code}`}${crash.wasReady ? '' : ', while it started'})`,
    );
    await pause(restartMs);
    if (this.#isWanted && !this.isRunning) this.#spawn();
  }
}

/** The last lines of a file that may be long. */
function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, 3_000));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8').split('\n').slice(-12).join('\n');
  } finally {
    closeSync(file);
  }
}

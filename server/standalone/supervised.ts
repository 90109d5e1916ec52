// One process of the service: started, waited for until it is ready, started again whenever it ends unasked, and
// stopped. What the process is for, it does not know.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import type { Output } from './log_file.ts';
import { StartRefused } from './start_refused.ts';

/** The end of a process. */
interface Ending {
  name: string;
  code: number | null;
  signal: string | null;
  /** The end of its stderr. */
  stderr: string;
  /** The file of its log; absent when it went to the terminal. */
  logFile: string | undefined;
}

const maxLines = 10;

const how = ({ code, signal }: Ending) =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code}`;

/** Why a process ended before it was ready: its own lines if they are meant for a person, else where to look. */
function describeFailedStart(ending: Ending): string {
  const lines = ending.stderr.split('\n').filter((line) => line.trim() !== '');
  const isStack = lines.some((line) => /^\s+at /.test(line));
  if (lines.length > 0 && !isStack) return lines.slice(-maxLines).join('\n');
  const error = lines.find((line) => /Error\b.*:/.test(line));
  const where = ending.logFile ? `; see ${ending.logFile}` : '';
  return `the ${ending.name} ${how(ending)} before it was ready${error ? `: ${error.trim()}` : ''}${where}`;
}

/** One line about a process that ended unasked and is started again. */
const describeLoss = (ending: Ending): string => `the ${ending.name} ${how(ending)} and is started again`;

/** A process to run with this Node. */
export interface ProcessSpec {
  /** For sentences: "the core". */
  name: string;
  script: string;
  /** Node's own options for it. */
  nodeOptions?: readonly string[];
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** An exit code that says: do not start me again. */
  finalCode?: number;
}

interface SupervisedOptions {
  clock: Clock;
  /** Gets the process' stdout and stderr. */
  output: Output;
  /** Where that goes, for sentences. */
  logFile: string | undefined;
  /** Put before the command; see `parentDeathWords`. */
  deathWords: readonly string[];
  /** Gets a line when the process is lost, back, or ended for good. */
  show(line: string): void;
}

export interface Supervised {
  /** Resolves when it is first ready; rejects with StartRefused when it ends before, or says nothing for 60 s. */
  ready: Promise<void>;
  /** Asks it to end, by force after 12 s, and resolves when it has. Safe twice. */
  stop(): Promise<void>;
}

const readyBoundMs = 60_000;
/** Longer than a process' own watchdog. */
const stopBoundMs = 12_000;
const firstBackoffMs = 200;
const longestBackoffMs = 5_000;
/** Up this long, a process has proved itself: its next loss is a new matter. */
const provenMs = 30_000;
const stderrBoundChars = 8_192;

interface Running {
  child: ChildProcess;
  ended: Promise<Ending>;
  ready: Promise<boolean>;
}

/** A message of a process to its supervisor. */
type ChildMessage = { type: 'ready' } | { type: 'waiting'; what: string };

/** Starts a spec's process with a channel to it, in a process group of its own: Ctrl-C is for the supervisor. */
function startChild(
  { script, nodeOptions = [], args, environment }: ProcessSpec,
  deathWords: readonly string[],
  stdout: number | 'inherit' | 'ignore',
): ChildProcess {
  const [program = '', ...rest] = [...deathWords, process.execPath, ...nodeOptions, script, ...args];
  const stdio: StdioOptions = ['ignore', stdout, 'pipe', 'ipc'];
  return spawn(program, rest, { env: environment, detached: true, stdio });
}

function run(spec: ProcessSpec, options: SupervisedOptions, onWaiting: (what: string) => void): Running {
  const child = startChild(spec, options.deathWords, options.output.stdout);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    options.output.write(text);
    stderr = (stderr + text).slice(-stderrBoundChars);
  });
  const describe = (code: number | null, signal: string | null): Ending => {
    return { name: spec.name, code, signal, stderr, logFile: options.logFile };
  };
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve(describe(code, signal)));
    child.once('error', (error) => {
      stderr += error.message;
      // A process that cannot be started has no end to wait for; one that cannot be signalled has.
      if (child.pid === undefined) resolve(describe(null, null));
    });
  });
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (message: ChildMessage | null) => {
      if (message?.type === 'ready') resolve(true);
      else if (message?.type === 'waiting') onWaiting(message.what);
    });
    void ended.then(() => resolve(false));
  });
  return { child, ended, ready };
}

/** Starts the process and keeps it up until `stop`. */
export function supervise(spec: ProcessSpec, options: SupervisedOptions): Supervised {
  const { clock, show } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = Promise.withResolvers<void>();
  // A failed start rejects `ready`; a caller that stops before looking at it must not crash.
  first.promise.catch(() => {});

  const end = async ({ child, ended }: Running) => {
    child.kill('SIGTERM');
    const cancel = clock.setTimeout(() => child.kill('SIGKILL'), stopBoundMs);
    await ended;
    cancel();
  };

  let wasReady = false;
  const refuse = (line: string) => first.reject(new StartRefused(line));
  const welcome = () => {
    if (wasReady) show(`the ${spec.name} is back`);
    wasReady = true;
    first.resolve();
  };

  /** One life of the process: how it ended, and for how long it had been ready, if ever. */
  const live = async (): Promise<{ ending: Ending; upMs: number | null }> => {
    let shown = '';
    const running = run(spec, options, (what) => {
      // A process that says what it waits for may take as long as that takes.
      cancel();
      cancel = limit();
      if (shown !== what) show(`the ${spec.name} waits: ${what}`);
      shown = what;
    });
    const onAbort = () => void end(running);
    signal.addEventListener('abort', onAbort, { once: true });
    const limit = () =>
      clock.setTimeout(() => {
        refuse(`the ${spec.name} was not ready within ${readyBoundMs / 1000} s`);
        running.child.kill('SIGKILL');
      }, readyBoundMs);
    let cancel = limit();
    const readySinceMs = (await running.ready) ? clock.nowMs() : null;
    cancel();
    if (readySinceMs !== null && !signal.aborted) welcome();
    const ending = await running.ended;
    signal.removeEventListener('abort', onAbort);
    return { ending, upMs: readySinceMs === null ? null : clock.nowMs() - readySinceMs };
  };

  const keep = async () => {
    let backoffMs = firstBackoffMs;
    while (!signal.aborted) {
      const { ending, upMs } = await live();
      if (signal.aborted) break;
      if (spec.finalCode !== undefined && ending.code === spec.finalCode) {
        show(`the ${spec.name} has ended for good: ${describeFailedStart(ending)}`);
        return first.resolve();
      }
      if (!wasReady) return refuse(describeFailedStart(ending));
      if (upMs !== null) show(describeLoss(ending));
      if (upMs !== null && upMs >= provenMs) backoffMs = firstBackoffMs;
      await pause(clock, backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
    }
    refuse(`the ${spec.name} was stopped before it was ready`);
  };
  const kept = keep();

  return {
    ready: first.promise,
    stop() {
      stopping.abort();
      return kept;
    },
  };
}

const boundMs = 30_000;

/**
 * Runs it; its output is dropped, for it may hold what no log should. Throws StartRefused with its own message when it
 * fails, and when it takes longer than 30 s. Ends it when `signal` aborts.
 */
export async function runOnce(
  spec: ProcessSpec,
  deathWords: readonly string[],
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const child = startChild(spec, deathWords, 'ignore');
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrBoundChars);
  });
  const stop = () => child.kill('SIGTERM');
  const cancel = clock.setTimeout(() => child.kill('SIGKILL'), boundMs);
  signal.addEventListener('abort', stop, { once: true });
  const ending = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', (error) => {
      stderr += error.message;
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    child.once('close', (code, byWhat) => resolve({ code, signal: byWhat }));
  });
  signal.removeEventListener('abort', stop);
  cancel();
  if (ending.code === 0) return;
  throw new StartRefused(describeFailedStart({ name: spec.name, ...ending, stderr, logFile: undefined }));
}

// Runs a process of the service to its end: for the steps of a first start that are commands.
import type { Clock } from '../../runtime/clock.ts';
import { describeFailedStart } from './child_messages.ts';
import { StartRefused } from './start_refused.ts';
import { type ProcessSpec, startChild } from './supervised.ts';

const boundMs = 30_000;
const stderrBoundChars = 8_192;

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

// Runs a command in namespaces of its own: processes, network and mounts. Whatever it starts, mounts or cuts off there is gone
// when it ends, however it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

/** The first process there: it takes in what others leave behind, and lets the command end by itself when asked. */
const first = `
"$@" &
pid=$!
trap : INT TERM HUP
wait $pid; code=$?
while kill -0 $pid 2>/dev/null; do wait $pid; code=$?; done
exit $code`;

/** Runs it, passes signals on, and returns its exit code. */
export async function runConfined(command: readonly string[]): Promise<number> {
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  const unshared = ['unshare', ...namespaces, 'sh', '-c', first, 'sh', ...command];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...unshared], {
    stdio: 'inherit',
    // So that a signal reaches the command itself and not only who waits for it.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.kill(-(child.pid as number), signal));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

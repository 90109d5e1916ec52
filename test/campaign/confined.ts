// Runs a command in namespaces of its own: processes, network and mounts. Whatever it starts, mounts or cuts off there is gone
// when it ends, however it ends.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const unshare = ['unshare', '--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];

/** Whether this machine lets somebody run a command so who then mounts disks and lays a network there. */
export const mayConfine = (): boolean => {
  const trial =
    'mount -t tmpfs tmpfs /mnt && ip link add one type veth peer two && ip link add switch type bridge';
  const [program = '', ...words] = [...unshare, 'sh', '-c', trial];
  return spawnSync(program, words, { stdio: 'ignore', timeout: 20_000 }).status === 0;
};

/** The first process there: it takes in what others leave behind, and lets the command end by itself when asked. */
const first = `
"$@" &
pid=$!
trap : INT TERM HUP
wait $pid; code=$?
while kill -0 $pid 2>/dev/null; do wait $pid; code=$?; done
exit $code`;

/** How long it may take to end by itself when it is asked to, in milliseconds. */
const graceMs = 10_000;

/** Runs it, passes signals on, and returns its exit code. What it puts among temporary files is in `directory`. */
export async function runConfined(command: readonly string[], directory: string): Promise<number> {
  const unshared = [...unshare, 'sh', '-c', first, 'sh', ...command];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...unshared], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: directory },
    // So that a signal reaches the command itself and not only who waits for it.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      process.kill(-(child.pid as number), signal);
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
    });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

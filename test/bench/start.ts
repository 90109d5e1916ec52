// From `npm start` on an empty directory to the first accepted text, and what the processes hold when they idle: from
// the bundles, as the service is started, beside the sources, in alternating runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../runtime/testing/free_port.ts';
import { median } from './median.ts';

/** What `npm start` runs, without its "exec node". */
const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));

const kinds = {
  bundles: scripts.start.split(' ').slice(2),
  sources: ['server/standalone.ts'],
} as const;
const rounds = 3;
/** Long enough for what a start leaves to be collected. */
const idleMs = 10_000;
const checkout = join(import.meta.dirname, '..', '..');

const parts = ['supervisor', 'core', 'gateway', 'agent', 'database'] as const;
type Part = (typeof parts)[number];

/** What one start took and left. */
interface Start {
  /** Until the first text was accepted, on an empty data directory and on the one that the first start left. */
  firstMs: number;
  againMs: number;
  /** Memory of the processes, idle after the second start; what several share is divided among them. */
  pssBytes: Record<Part, number>;
}

const wordsOf = async (pid: string) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');

/** Memory of a process in bytes; what it shares with others is divided among them. */
export async function pssOf(pid: string | number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024;
}

async function childrenOf(pid: string | number): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter((child) => child.trim() !== '');
}

/** The supervisor's children by the folders of their programs, which are those of the parts; the hub is the agent's. */
const partOf: Record<string, Part> = { server: 'core', gateway: 'gateway', 'device-agent': 'agent' };

async function weigh(supervisor: number): Promise<Record<Part, number>> {
  const found = { supervisor: await pssOf(supervisor), core: 0, gateway: 0, agent: 0, database: 0 };
  for (const pid of await childrenOf(supervisor)) {
    const program = (await wordsOf(pid)).find((word) => /\/main\.[jt]s$/.test(word)) ?? '';
    const part = partOf[basename(dirname(program))] ?? 'database';
    for (const each of [pid, ...(await childrenOf(pid))]) found[part] += await pssOf(each);
  }
  return found;
}

async function isAccepted(url: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ address: '+15005550006', body: 'Hello' });
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts the service of a checkout and sends a text as soon as it takes one. */
async function startOnce(root: string, words: readonly string[], directory: string, knownKey?: string) {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort));
  const [core, coreOps, device, hub, gateway, gatewayOps] = ports.map((port) => `127.0.0.1:${port}`);
  const startedMs = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      TEXTRELAY_DATA_DIR: join(directory, 'data'),
      TEXTRELAY_CORE_LISTEN: core,
      TEXTRELAY_CORE_OPS_LISTEN: coreOps,
      TEXTRELAY_DEVICE_LISTEN: device,
      TEXTRELAY_HUB_LISTEN: hub,
      TEXTRELAY_GATEWAY_LISTEN: gateway,
      TEXTRELAY_GATEWAY_OPS_LISTEN: gatewayOps,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const exited = once(child, 'exit');
  const waitFor = async <T>(look: () => T | Promise<T>): Promise<NonNullable<T>> => {
    for (;;) {
      const found = await look();
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`the service ended: ${out}`);
      await pause(10);
    }
  };
  try {
    const key = await waitFor(() => knownKey ?? /KEY=(svc_live_\w+)/.exec(out)?.[1]);
    await waitFor(() => isAccepted(`http://${gateway}/api/v1/messages`, key));
    const ms = performance.now() - startedMs;
    await waitFor(() => out.includes('Ctrl-C stops everything'));
    if (!knownKey) return { ms, key, pssBytes: {} as Record<Part, number> };
    await pause(idleMs);
    return { ms, key, pssBytes: await weigh(child.pid as number) };
  } finally {
    child.kill('SIGINT');
    await exited;
  }
}

/** Starts twice: on an empty data directory, and on what that left. */
export async function measureStart(root: string, words: readonly string[]): Promise<Start> {
  const directory = await mkdtemp(join(tmpdir(), 'start-'));
  try {
    // Root's PostgreSQL runs as another user, who has to reach the data.
    await chmod(directory, 0o755);
    const first = await startOnce(root, words, directory);
    const again = await startOnce(root, words, directory, first.key);
    return { firstMs: first.ms, againMs: again.ms, pssBytes: again.pssBytes };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const sumOf = ({ pssBytes }: Start) => parts.reduce((sum, part) => sum + pssBytes[part], 0);

/** Prints the times and the memory of both kinds, and their ratios. */
export async function benchStart(say: (line: string) => void): Promise<void> {
  const [bundles, sources]: Start[][] = [[], []];
  await measureStart(checkout, kinds.bundles);
  for (let round = 0; round < rounds; round++) {
    bundles?.push(await measureStart(checkout, kinds.bundles));
    sources?.push(await measureStart(checkout, kinds.sources));
  }
  const row = (name: string, unit: number, pick: (start: Start) => number) => {
    const [ours, theirs] = [bundles, sources].map((starts = []) => median(starts.map(pick)) / unit);
    const cells = [ours, theirs, (ours ?? 0) / (theirs ?? 0)].map((value) => value?.toFixed(2).padStart(10));
    say(`  ${name.padEnd(38)}${cells.join('')}`);
  };
  say('\n`npm start`: from the bundles beside the sources');
  say(`  ${''.padEnd(38)}   bundles   sources     ratio`);
  row('first accepted text, first start, s', 1_000, ({ firstMs }) => firstMs);
  row('first accepted text, next start, s', 1_000, ({ againMs }) => againMs);
  for (const part of parts) row(`memory, ${part}, MiB`, 2 ** 20, ({ pssBytes }) => pssBytes[part]);
  row('memory, together, MiB', 2 ** 20, sumOf);
}

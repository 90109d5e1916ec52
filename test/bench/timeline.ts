// Where a text's time goes on its way from the gateway to the disk and back: how long a batch is on each stretch, by trace
// points in both processes, and what processor time each process spends on a text, beside the bare spine's.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../runtime/clock.ts';
import type { TracePoint } from '../../runtime/trace.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import type { RunningProcess } from '../support/processes.ts';
import { jsonPost, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf } from './processor_time.ts';
import { startProduct } from './product.ts';
import { startSpine } from './spine.ts';
import type { Dated, Recorded } from './trace_recorder.ts';

const levels = [1, 64, 256];
const durationMs = 5_000;
const warmUpMs = 6_000;

/** From one point to the next one of the same batch. */
const stretches: readonly [name: string, from: TracePoint, to: TracePoint][] = [
  ['gateway writes, core reads', 'gateway: asks', 'core: reads the call'],
  ['core parses', 'core: reads the call', 'core: has read it'],
  ['waits for the statement before', 'core: has read it', 'core: asks'],
  ['statement and commit', 'core: asks', 'core: has the rows'],
  ['core makes the answer', 'core: has the rows', 'core: answers'],
  ['core writes, gateway reads', 'core: answers', 'gateway: has the answer'],
];

/** The median time of a stretch: from each arrival at `to` back to the last departure from `from`. */
function stretchMs(traces: readonly Dated[], from: TracePoint, to: TracePoint): number {
  let leftMs = Number.NaN;
  const times: number[] = [];
  for (const { point, atMs } of traces) {
    if (point === from) leftMs = atMs;
    else if (point === to && !Number.isNaN(leftMs)) times.push(atMs - leftMs);
  }
  return median(times);
}

/** Prints the section. */
export async function benchTimeline(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'textrelay-traces-'));
  const recorder = fileURLToPath(new URL('trace_recorder.ts', import.meta.url));
  const environment = { NODE_OPTIONS: `--import ${recorder}`, TEXTRELAY_BENCH_TRACES: folder };
  const product = await startProduct(databaseUrl, environment);
  const spine = await startSpine(databaseUrl, environment);
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  let count = 0;
  const nextRequest = () => {
    const number = ++count;
    return jsonPost('/api/v1/messages', product.keys[number % product.keys.length] as string, {
      address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
      body: `Your code is ${number}.`,
    });
  };

  const measure = async (port: number, connections: number, processes: readonly RunningProcess[]) => {
    const toggle = () => {
      for (const { child } of processes) child.kill('SIGUSR2');
    };
    const databaseBefore = await databaseMsOf(pool);
    toggle();
    const { ok, perSecond } = await runLoad({ port, connections, durationMs, nextRequest });
    const databaseMs = (await databaseMsOf(pool)) - databaseBefore;
    toggle();
    // Nothing says when a signal was handled; the file is small.
    await pause(1_000);
    const [gateway, core] = (await Promise.all(
      processes.map(async ({ child }) =>
        JSON.parse(await readFile(join(folder, `${child.pid}.json`), 'utf8')),
      ),
    )) as [Recorded, Recorded];
    const each = (ms: number) => `${((ms * 1000) / ok).toFixed(0)} us`;
    const of = ({ processorMs, gcMs, utilization }: Recorded) =>
      `${each(processorMs)} (${each(gcMs)} of it garbage collection, busy ${(utilization * 100).toFixed(0)} %)`;
    const costs = `gateway ${of(gateway)}, core ${of(core)}, database ${each(databaseMs)}`;
    return { perSecond, costs, traces: [...gateway.seen, ...core.seen].sort((a, b) => a.atMs - b.atMs) };
  };

  try {
    for (const port of [product.gateway.port, spine.port])
      await runLoad({ port, connections: 64, durationMs: warmUpMs, nextRequest });
    say('\nA text: processor time, and the stretches of its batch');
    for (const connections of levels) {
      const bare = await measure(spine.port, connections, spine.processes);
      const ours = await measure(product.gateway.port, connections, [product.gateway, product.core]);
      const texts = ours.traces.filter(({ point }) => point === 'core: asks').map((trace) => trace.texts);
      say(
        `  ${connections} connections: ${ours.perSecond.toFixed(0)}/s, spine ${bare.perSecond.toFixed(0)}/s`,
      );
      say(`    product: ${ours.costs}`);
      say(`    spine: ${bare.costs}`);
      const times = stretches.map(
        ([name, from, to]) => `${name} ${stretchMs(ours.traces, from, to).toFixed(2)} ms`,
      );
      say(`    a batch of ${median(texts)}: ${times.join(', ')}`);
    }
  } finally {
    await pool.close();
    await spine.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

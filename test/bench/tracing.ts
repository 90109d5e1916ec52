// What OpenTelemetry costs a send: processes without an SDK beside others that were started with one, in alternating runs on
// one database. The SDK's exporter drops what it gets, so that the service's share is measured and no collector's.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { jsonPost, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';
import { type Product, startProduct } from './product.ts';

const connections = 64;
const pairs = 6;
const durationMs = 2_000;
const warmUpMs = 6_000;

/** By what is said of them: the share of requests that is sampled. */
const shares = { 'samples none': 0, 'samples one in ten': 0.1, 'samples all': 1 };

/** The module that an operator would load. */
const sdkOf = (share: number) => `
import { context, trace } from '${import.meta.resolve('@opentelemetry/api')}';
import { AsyncLocalStorageContextManager } from '${import.meta.resolve('@opentelemetry/context-async-hooks')}';
import { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '${import.meta.resolve('@opentelemetry/sdk-trace-base')}';
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const exporter = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };
trace.setGlobalTracerProvider(new BasicTracerProvider({
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(${share}) }),
  spanProcessors: [new BatchSpanProcessor(exporter, { maxQueueSize: 50_000 })],
}));
`;

interface Run {
  perSecond: number;
  /** Processor time of gateway, core and PostgreSQL for a text, in microseconds. */
  us: number;
}

/** Prints the section. */
export async function benchTracing(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'textrelay-tracing-'));
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  let count = 0;
  const measure = async ({ gateway, core, keys }: Product, forMs: number): Promise<Run> => {
    const nextRequest = () => {
      const number = ++count;
      const address = `+1500555${String(number % 10_000).padStart(4, '0')}`;
      const key = keys[number % keys.length] as string;
      return jsonPost('/api/v1/messages', key, { address, body: `Your code is ${number}.` });
    };
    const usedMs = async () =>
      (await processorMsOf(gateway.child.pid)) +
      (await processorMsOf(core.child.pid)) +
      (await databaseMsOf(pool));
    const beforeMs = await usedMs();
    const { perSecond, ok, others } = await runLoad({
      ...{ port: gateway.port, connections, durationMs: forMs, nextRequest },
    });
    for (const [status, times] of others) say(`    not 200: ${times} answers with ${status}`);
    return { perSecond, us: (((await usedMs()) - beforeMs) * 1_000) / ok };
  };

  const without = await startProduct(databaseUrl);
  try {
    await measure(without, warmUpMs);
    say(
      `\nSends with an OpenTelemetry SDK beside sends without one, ${connections} at once, ${pairs} pairs of runs`,
    );
    say('  the SDK                 processor time a text, least and most      sends a second');
    for (const [name, share] of Object.entries(shares)) {
      const sdk = join(folder, `sdk-${share}.mjs`);
      await writeFile(sdk, sdkOf(share));
      const traced = await startProduct(databaseUrl, { NODE_OPTIONS: `--import ${sdk}` });
      try {
        await measure(traced, warmUpMs);
        const runs: Record<'without' | 'with', Run>[] = [];
        for (let pair = 0; pair < pairs; pair++) {
          // Each comes first as often as the other: the later one has more texts to look through.
          const isFirst = pair % 2 === 0;
          const first = await measure(isFirst ? without : traced, durationMs);
          const second = await measure(isFirst ? traced : without, durationMs);
          runs.push(isFirst ? { without: first, with: second } : { without: second, with: first });
        }
        const times = runs.map((run) => run.with.us / run.without.us);
        const rate = median(runs.map((run) => run.with.perSecond / run.without.perSecond));
        const spread = `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`;
        say(`  ${name.padEnd(24)}${median(times).toFixed(2)}, ${spread.padEnd(34)}${rate.toFixed(2)}`);
      } finally {
        await traced.stop();
      }
    }
  } finally {
    await without.stop();
    await pool.close();
    await rm(folder, { recursive: true });
  }
}

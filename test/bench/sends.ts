// Durable sends over REST with every rule on, beside a bare spine of the same shape, in alternating runs.
import { jsonPost, type LoadResult, percentile, runLoad } from './http_load.ts';
import { median } from './median.ts';
import type { Product } from './product.ts';
import { startSpine } from './spine.ts';

const levels = [1, 16, 64, 256];
const rounds = 2;
const durationMs = 4_000;
/** Long enough that both run compiled code. */
const warmUpMs = 6_000;

const cell = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width);

/** Prints a line for each number of connections. */
export async function benchSends(
  product: Product,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const spine = await startSpine(databaseUrl);

  let count = 0;
  const request = () => {
    const number = ++count;
    const body = {
      address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
      body: `Your code is ${number}.`,
    };
    return jsonPost('/api/v1/messages', product.keys[number % product.keys.length] as string, body);
  };
  const measure = (port: number, connections: number, forMs: number) =>
    runLoad({ port, connections, durationMs: forMs, nextRequest: request });

  try {
    await measure(product.gateway.port, 64, warmUpMs);
    await measure(spine.port, 64, warmUpMs);
    say(
      '\nDurable sends over REST: product beside a bare spine (HTTP -> gRPC batch -> one statement, no rules)',
    );
    say('  connections   product/s   p50 ms   p99 ms     spine/s   p50 ms   p99 ms   ratio');
    for (const connections of levels) {
      const runs: { product: LoadResult; spine: LoadResult }[] = [];
      for (let round = 0; round < rounds; round++) {
        const ours = await measure(product.gateway.port, connections, durationMs);
        runs.push({ product: ours, spine: await measure(spine.port, connections, durationMs) });
      }
      const stats = (pick: (run: (typeof runs)[number]) => LoadResult) => ({
        perSecond: median(runs.map((run) => pick(run).perSecond)),
        p50: median(runs.map((run) => percentile(pick(run).latenciesMs, 0.5))),
        p99: median(runs.map((run) => percentile(pick(run).latenciesMs, 0.99))),
      });
      const ours = stats((run) => run.product);
      const bare = stats((run) => run.spine);
      const ratio = median(runs.map((run) => run.product.perSecond / run.spine.perSecond));
      say(
        `  ${String(connections).padStart(11)}  ${cell(ours.perSecond, 0, 10)} ${cell(ours.p50, 2, 8)} ${cell(ours.p99, 2, 8)}  ${cell(bare.perSecond, 0, 10)} ${cell(bare.p50, 2, 8)} ${cell(bare.p99, 2, 8)}   ${cell(ratio, 2, 5)}`,
      );
      for (const { product: run } of runs) {
        for (const [status, times] of run.others) say(`    not 200: ${times} answers with ${status}`);
      }
    }
  } finally {
    await spine.stop();
  }
}

// Long-polls: how soon a waiting reader is answered after a send was, and what a waiting reader costs the gateway.
import { setTimeout as pause } from 'node:timers/promises';
import { startGatewayProcess } from '../support/processes.ts';
import { Connection, httpGet, jsonOf } from './http_connection.ts';
import { jsonPost, percentile } from './http_load.ts';
import type { Product } from './product.ts';

const waiters = 2_000;
const wakes = 300;

async function metric(opsPort: number, name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0);
}

/** Waits until the gateway holds that many readers. */
async function settled(opsPort: number, count: number): Promise<void> {
  while ((await metric(opsPort, 'textrelay_gateway_waiting')) < count) await pause(20);
}

/** Prints the wake latency and the memory a waiter takes. */
export async function benchLongPolls(product: Product, say: (line: string) => void): Promise<void> {
  const { port } = product.gateway;
  // Keys of the last row are unused so far.
  const spare = product.keys.slice(-100);
  const sender = await Connection.open(port);
  const reader = await Connection.open(port);
  const latencies: number[] = [];
  for (let index = 0; index < wakes; index++) {
    const key = spare[index % spare.length] as string;
    const { message } = jsonOf(
      await sender.ask(jsonPost('/api/v1/messages', key, { address: '+15005550006', body: 'first' })),
    );
    const answered = reader
      .ask(httpGet(`/api/v1/messages?since=${message.seq}&wait=25`, key))
      .then(() => performance.now());
    // The reader waits once the gateway has read the feed for it; the send's own round trips take longer than that.
    await sender.ask(httpGet('/api/v1', key));
    const sent = sender
      .ask(jsonPost('/api/v1/messages', key, { address: '+15005550006', body: 'second' }))
      .then(() => performance.now());
    latencies.push((await answered) - (await sent));
  }
  const sorted = Float64Array.from(latencies).sort();
  say('\nLong-polls');
  say(
    `  wake after the send's own answer: p50 ${percentile(sorted, 0.5).toFixed(2)} ms, p99 ${percentile(sorted, 0.99).toFixed(2)} ms (negative: the reader was reported first)`,
  );

  // A gateway of its own: one that was under load would hide the waiters in memory that it has already.
  const fresh = await startGatewayProcess([product.core], { LOG_LEVEL: 'warn' });
  const held: Connection[] = [];
  const newest = 9_007_199_254_740_991n;
  const hold = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const connection = await Connection.open(fresh.port);
      const key = spare[index % spare.length] as string;
      void connection.ask(httpGet(`/api/v1/messages?since=${newest}&wait=25`, key));
      held.push(connection);
    }
    await settled(fresh.opsPort, held.length);
  };
  // The first ones also pay for code that is loaded once.
  await hold(200);
  const before = await metric(fresh.opsPort, 'process_resident_memory_bytes');
  await hold(waiters);
  const after = await metric(fresh.opsPort, 'process_resident_memory_bytes');
  say(
    `  memory of ${waiters} waiting readers: ${((after - before) / waiters / 1024).toFixed(1)} KiB each, sockets included`,
  );
  for (const connection of [...held, sender, reader]) connection.close();
  await fresh.stop();
}

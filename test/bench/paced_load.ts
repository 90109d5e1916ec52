// Sends at a given rate, whatever the answers take: a latency counts from when its request was due, so that a service that
// falls behind cannot hide it.
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, statusOf } from './http_connection.ts';
import type { LoadOptions, LoadResult } from './http_load.ts';

/** Runs the load against 127.0.0.1; more than one connection's worth of requests waits for a free one. */
export async function runPacedLoad({
  port,
  connections,
  durationMs,
  nextRequest,
  perSecond,
}: LoadOptions & { perSecond: number }): Promise<LoadResult> {
  const latencies: number[] = [];
  const others = new Map<number, number>();
  let ok = 0;
  let slot = 0;
  const slots = Math.floor((durationMs / 1000) * perSecond);
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const startMs = performance.now();
  const drive = async (connection: Connection) => {
    while (slot < slots) {
      const dueMs = startMs + (slot++ * 1000) / perSecond;
      const aheadMs = dueMs - performance.now();
      if (aheadMs > 0) await pause(aheadMs);
      const status = statusOf(await connection.ask(nextRequest()));
      latencies.push(performance.now() - dueMs);
      if (status === 200) ok++;
      else others.set(status, (others.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  await Promise.all(opened.map(drive));
  const seconds = (performance.now() - startMs) / 1000;
  return {
    perSecond: latencies.length / seconds,
    ok,
    others,
    latenciesMs: Float64Array.from(latencies).sort(),
  };
}

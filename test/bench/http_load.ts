// A closed-loop HTTP/1.1 load generator on bare sockets, so that it costs little of the two cores that it shares
// with what it measures. Each connection sends its next request when the answer to the last one is there.
import { connect, type Socket } from 'node:net';

/** What a run saw. */
export interface LoadResult {
  /** Returns a second. */
  perSecond: number;
  /** Answers with status 200. */
  ok: number;
  /** Answers with another status, by status. */
  others: Map<number, number>;
  /** Latencies in milliseconds, sorted. */
  latenciesMs: Float64Array;
}

export interface LoadOptions {
  port: number;
  connections: number;
  durationMs: number;
  /** The bytes of the next request. */
  nextRequest: () => string;
}

/** The latency that a share of the answers did not exceed. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Runs the load against 127.0.0.1 until the time is over and every answer is in. */
export async function runLoad({
  port,
  connections,
  durationMs,
  nextRequest,
}: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const others = new Map<number, number>();
  let ok = 0;
  const startMs = performance.now();
  const endMs = startMs + durationMs;

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentMs = 0;
      let received = '';
      const next = () => {
        sentMs = performance.now();
        if (sentMs >= endMs) {
          socket.destroy();
          resolve();
        } else socket.write(nextRequest());
      };
      socket.on('data', (data) => {
        received += data.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        const status = Number(received.slice(9, 12));
        received = '';
        latencies.push(performance.now() - sentMs);
        if (status === 200) ok++;
        else others.set(status, (others.get(status) ?? 0) + 1);
        next();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      next();
    });

  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.setNoDelay(true);
      socket.once('error', reject);
    });
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  await Promise.all(sockets.map(drive));
  const seconds = (performance.now() - startMs) / 1000;
  return {
    perSecond: latencies.length / seconds,
    ok,
    others,
    latenciesMs: Float64Array.from(latencies).sort(),
  };
}

/** The bytes of a JSON POST. */
export function jsonPost(path: string, key: string, body: object): string {
  const json = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

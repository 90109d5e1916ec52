// A look into a process of the product through Node's own inspector: memory after a garbage collection, processor
// time. The process runs the same code as ever.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** What a process uses. Bytes and milliseconds. */
export interface Usage {
  rss: number;
  /** JavaScript heap and what it holds outside, such as buffers. */
  heap: number;
  /** Processor time since the process started. */
  cpuMs: number;
}

export interface Inspected {
  /** Collects garbage first, so that only what is held counts. */
  settledUsage(): Promise<Usage>;
  usage(): Promise<Usage>;
  /** Calls a method of the inspector's protocol. */
  call(method: string, params?: object): Promise<Record<string, unknown>>;
  close(): void;
}

const expression = 'JSON.stringify({ ...process.memoryUsage(), ...process.cpuUsage() })';

/** The environment of a process that can be looked into. */
export const inspectable = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** Looks into the process that was started with `inspectable(port)`. */
export async function inspect(port: number): Promise<Inspected> {
  const answer = await fetch(`http://127.0.0.1:${port}/json`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false });
  await once(socket, 'open');
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let calls = 0;
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  socket.on('error', () => {});

  const call: Inspected['call'] = (method, params = {}) =>
    new Promise((resolve) => {
      const id = ++calls;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const usage = async (): Promise<Usage> => {
    const { result } = (await call('Runtime.evaluate', { expression })) as { result: { value: string } };
    const { rss, heapUsed, external, user, system } = JSON.parse(result.value);
    return { rss, heap: heapUsed + external, cpuMs: (user + system) / 1000 };
  };
  return {
    call,
    usage,
    async settledUsage() {
      for (let round = 0; round < 3; round++) {
        await call('HeapProfiler.collectGarbage');
        // What finalizers and closed handles hold is freed in a later turn.
        await pause(100);
      }
      return usage();
    },
    close: () => socket.terminate(),
  };
}

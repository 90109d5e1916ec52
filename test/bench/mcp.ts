// Calls of tools at /mcp beside what they ask of REST, and how much memory the gateway takes while a thousand of them wait at once.
import { readFile } from 'node:fs/promises';
import { jsonPost, percentile, runLoad } from './http_load.ts';
import { processorMsOf } from './processor_time.ts';
import type { Product } from './product.ts';

const connections = 64;
const durationMs = 4_000;
const warmUpMs = 4_000;
const atOnce = 1_000;

/** The bytes of a call. */
function toolCall(key: string, name: string, given: object): string {
  const json = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  });
  return (
    `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
    `accept: application/json, text/event-stream\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
  );
}

const get = (key: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;

const textOf = (number: number) => ({
  address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
  body: `Your code is ${number}.`,
});
const refOf = (number: number) => ({ client_ref: `bench-${number}` });

/** Each tool, and the request to REST that answers the same. */
const pairs: Record<string, Record<'mcp' | 'rest', (key: string, number: number) => string>> = {
  'send_text, client_ref given': {
    mcp: (key, number) => toolCall(key, 'send_text', { ...textOf(number), ...refOf(number) }),
    rest: (key, number) => jsonPost('/api/v1/messages', key, { ...textOf(number), ...refOf(number) }),
  },
  send_text: {
    mcp: (key, number) => toolCall(key, 'send_text', textOf(number)),
    rest: (key, number) => jsonPost('/api/v1/messages', key, { ...textOf(number), ...refOf(number) }),
  },
  get_text: {
    mcp: (key) => toolCall(key, 'get_text', { id: 1 }),
    rest: (key) => get(key, '/api/v1/messages/1/events?with=message'),
  },
  get_usage: {
    mcp: (key) => toolCall(key, 'get_usage', {}),
    rest: (key) => get(key, '/api/v1/usage'),
  },
  list_threads: {
    mcp: (key) => toolCall(key, 'list_threads', {}),
    rest: (key) => get(key, '/api/v1/threads?limit=20'),
  },
};

async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Opens calls that all wait, reads the gateway's memory while they do, and sees them all answered. */
async function holdWaits({
  gateway,
  keys,
}: Product): Promise<{ beforeMb: number; memoryMb: number; answered: number }> {
  const beforeMb = await memoryMbOf(gateway.child.pid ?? 0);
  const opened = Array.from({ length: atOnce }, async (_, index) => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys[index]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: index, method: 'tools/call' },
        params: { name: 'wait_for_changes', arguments: { wait: 10 } },
      }),
    });
    return answer.ok && (await answer.text()).includes('next_since');
  });
  let memoryMb = 0;
  const reading = setInterval(async () => {
    memoryMb = Math.max(memoryMb, await memoryMbOf(gateway.child.pid ?? 0));
  }, 250);
  const answers = await Promise.all(opened);
  clearInterval(reading);
  return { beforeMb, memoryMb, answered: answers.filter((isAnswered) => isAnswered).length };
}

/** Prints a line for each tool, and one for the calls that wait. */
export async function benchMcp(product: Product, say: (line: string) => void): Promise<void> {
  const { gateway, keys } = product;
  let count = 0;
  const load = async (requestOf: (key: string, number: number) => string, durationMs: number) => {
    const nextRequest = () => requestOf(keys[++count % keys.length] as string, count);
    const beforeMs = await processorMsOf(gateway.child.pid);
    const run = await runLoad({ port: gateway.port, connections, durationMs, nextRequest });
    const usedMs = (await processorMsOf(gateway.child.pid)) - beforeMs;
    return { ...run, eachUs: (usedMs * 1_000) / run.latenciesMs.length };
  };
  const inColumns = (values: number[], digits: number) =>
    values.map((value) => value.toFixed(digits).padStart(9)).join('');
  say(`\nCalls of tools over MCP, ${connections} at once, and of REST; the gateway’s processor time for one`);
  say('  tool                          calls/s   p50 ms   p99 ms   REST/s       µs  REST µs    ratio');
  for (const [name, { mcp, rest }] of Object.entries(pairs)) {
    for (const requestOf of [mcp, rest]) await load(requestOf, warmUpMs);
    const byRest = await load(rest, durationMs);
    const run = await load(mcp, durationMs);
    const [p50, p99] = [percentile(run.latenciesMs, 0.5), percentile(run.latenciesMs, 0.99)];
    const rates = inColumns([run.perSecond, p50, p99, byRest.perSecond], 0);
    const times = inColumns([run.eachUs, byRest.eachUs], 0) + inColumns([run.eachUs / byRest.eachUs], 2);
    say(`  ${name.padEnd(27)} ${rates}${times}`);
    for (const [status, times] of run.others) say(`    not 200: ${times} answers with ${status}`);
  }
  const { beforeMb, memoryMb, answered } = await holdWaits(product);
  say(
    `  ${atOnce} waits at once: ${answered} answered, the gateway takes ${memoryMb.toFixed(0)} MB at most, ${beforeMb.toFixed(0)} MB before`,
  );
}

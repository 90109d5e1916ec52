// Calls of tools at /mcp, and how much memory the gateway takes while a thousand of them wait at once.
import { readFile } from 'node:fs/promises';
import { percentile, runLoad } from './http_load.ts';
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

async function memoryMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Opens calls that all wait, reads the gateway's memory while they do, and sees them all answered. */
async function holdWaits({ gateway, keys }: Product): Promise<{ memoryMb: number; answered: number }> {
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
  return { memoryMb, answered: answers.filter((isAnswered) => isAnswered).length };
}

/** Prints a line for each tool, and one for the calls that wait. */
export async function benchMcp(product: Product, say: (line: string) => void): Promise<void> {
  const { gateway, keys } = product;
  let count = 0;
  const next = (name: string, given: (number: number) => object) => () => {
    const number = ++count;
    return toolCall(keys[number % keys.length] as string, name, given(number));
  };
  const text = (number: number) => ({
    address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
    body: `Your code is ${number}.`,
  });
  const tools = {
    'send_text, client_ref given': next('send_text', (n) => ({ ...text(n), client_ref: `bench-${n}` })),
    send_text: next('send_text', text),
    get_text: next('get_text', () => ({ id: 1 })),
    get_usage: next('get_usage', () => ({})),
    list_threads: next('list_threads', () => ({})),
  };
  say(`\nCalls of tools over MCP, ${connections} at once`);
  say('  tool                          calls/s   p50 ms   p99 ms');
  for (const [name, nextRequest] of Object.entries(tools)) {
    await runLoad({ port: gateway.port, connections, durationMs: warmUpMs, nextRequest });
    const run = await runLoad({ port: gateway.port, connections, durationMs, nextRequest });
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(run.latenciesMs, share).toFixed(1));
    say(
      `  ${name.padEnd(28)} ${run.perSecond.toFixed(0).padStart(8)} ${p50?.padStart(8)} ${p99?.padStart(8)}`,
    );
    for (const [status, times] of run.others) say(`    not 200: ${times} answers with ${status}`);
  }
  const { memoryMb, answered } = await holdWaits(product);
  say(`  ${atOnce} waits at once: ${answered} answered, the gateway takes ${memoryMb.toFixed(0)} MB at most`);
}

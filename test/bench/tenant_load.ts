// A tenant as a process of its own, so that what it sends does not delay the measurement of others: so many connections ask again and
// again, until the process is asked to stop. On bare sockets, with bodies that are made once, it costs little of the processors.
import { connect, type Socket } from 'node:net';
import type { Ask } from '../support/http_client.ts';

/** What the process is given. */
export interface TenantOrder {
  port: number;
  connections: number;
  /** Asked in turn. One that has no key is asked with the next of `keys`. */
  asks: readonly (Omit<Ask, 'body' | 'headers'> & { headers?: Record<string, string>; body?: string })[];
  keys: readonly string[];
}

let isOver = false;
const statuses: Record<number, number> = {};

/** How an answer ends, by its head. */
function bodyEnd(head: string): { bytes: number } | 'last chunk' {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined && /\r\ntransfer-encoding: chunked/i.test(head)
    ? 'last chunk'
    : { bytes: Number(length ?? 0) };
}

/** Resolves with the status when the answer has come, or 0 when the connection has ended. */
function readAnswer(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let head = '';
    let end: ReturnType<typeof bodyEnd> | undefined;
    let bytes = 0;
    let tail = '';
    const finish = (status: number) => {
      socket.off('data', onData).off('close', onClose);
      resolve(status);
    };
    const onClose = () => finish(0);
    const onData = (data: Buffer) => {
      let body = data;
      if (end === undefined) {
        head += data.toString('latin1');
        const at = head.indexOf('\r\n\r\n');
        if (at < 0) return;
        body = Buffer.from(head.slice(at + 4), 'latin1');
        head = head.slice(0, at);
        end = bodyEnd(head);
      }
      bytes += body.length;
      tail = (tail + body.subarray(-7).toString('latin1')).slice(-7);
      const isWhole =
        end === 'last chunk' ? tail.endsWith('\r\n0\r\n\r\n') || tail === '0\r\n\r\n' : bytes >= end.bytes;
      if (isWhole) finish(Number(head.slice(9, 12)));
    };
    socket.on('data', onData).on('close', onClose);
  });
}

async function run({ port, connections, asks, keys }: TenantOrder): Promise<void> {
  const bodies = asks.map(({ body = '' }) => Buffer.from(body));
  let count = 0;
  const open = () => connect(port, '127.0.0.1').on('error', () => {});
  const drive = async () => {
    let socket = open();
    while (!isOver) {
      const number = count++;
      const at = number % asks.length;
      const {
        method = 'GET',
        path,
        key = keys[number % keys.length],
        headers = {},
      } = asks[at] as TenantOrder['asks'][number];
      const body = bodies[at] as Buffer;
      const lines = Object.entries({
        host: '127.0.0.1',
        authorization: `Bearer ${key}`,
        ...(body.length > 0 && { 'content-type': 'application/json', 'content-length': body.length }),
        ...headers,
      });
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      );
      if (body.length > 0) socket.write(body);
      const status = await readAnswer(socket);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (socket.destroyed) socket = open();
    }
  };
  await Promise.all(Array.from({ length: connections }, drive));
  process.send?.(statuses, () => process.exit());
}

process.on('message', (order: TenantOrder | 'stop') => {
  if (order === 'stop') isOver = true;
  else void run(order);
});

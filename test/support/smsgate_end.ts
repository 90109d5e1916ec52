// An endpoint as a user of SMS Gateway for Android has it: it keeps what came, and checks signatures as that project's
// documentation describes it, in a few lines of its own.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';

/** A request that came. */
interface ReceivedEvent {
  path: string;
  isSigned: boolean;
  json: {
    id: string;
    webhookId: string;
    event: string;
    deviceId: string;
    payload: Record<string, unknown>;
  };
}

export interface SmsgateEnd {
  url: string;
  received: ReceivedEvent[];
  /** The key of each path. */
  keys: Map<string, string>;
  /** What requests are answered. */
  status: number;
  stop(): Promise<void>;
}

/** Signatures may be five minutes old by the clock. */
export async function startSmsgateEnd(clock: Clock): Promise<SmsgateEnd> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '';
    const timestamp = String(request.headers['x-timestamp']);
    const expected = createHmac('sha256', end.keys.get(path) ?? '')
      .update(body + timestamp)
      .digest('hex');
    const isSigned =
      request.headers['x-signature'] === expected && Math.abs(clock.nowMs() / 1000 - Number(timestamp)) < 300;
    end.received.push({ path, isSigned, json: JSON.parse(body) });
    response.writeHead(end.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end: SmsgateEnd = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    keys: new Map(),
    status: 200,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return end;
}

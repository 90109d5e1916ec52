// An HTTP server that says what a test gives it, in place of Stripe, and remembers what it was asked.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came. */
export interface Asked {
  method: string;
  path: string;
  /** The body's fields, as they are written in a form. */
  fields: Record<string, string>;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
}

/** An answer; `drop` closes the connection instead, `silent` never answers. */
export type StripeAnswer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'drop'
  | 'silent';

export interface ScriptedStripe {
  url: string;
  asked: Asked[];
  /** Returns the next requests, in order; the last one again and again. */
  answer(...answers: StripeAnswer[]): void;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startScriptedStripe(): Promise<ScriptedStripe> {
  const asked: Asked[] = [];
  let script: StripeAnswer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, method = '', url = '' } = request;
    asked.push({
      method,
      path: url,
      fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))),
      idempotencyKey: headers['idempotency-key']?.toString(),
      authorization: headers.authorization,
    });
    const answer = script.length > 1 ? script.shift() : script[0];
    if (answer === 'silent') return;
    if (answer === undefined || answer === 'drop') {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(...answers) {
      script = answers;
      asked.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// Customers' endpoints for webhooks, in a process of its own: what a request holds is in the ledger before it is answered.
// `node main.ts PORT LEDGER`, ordered about by messages from its parent.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { EndpointManner } from './endpoints.ts';

const [port = '0', path = ''] = process.argv.slice(2);
/** How each endpoint answers, by its name. */
const manners = new Map<string, EndpointManner>();
const statuses = { answer: 204, fail: 500, hang: null } as const;

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const endpoint = (request.url ?? '').slice(1);
    const status = statuses[manners.get(endpoint) ?? 'answer'];
    const { headers } = request;
    const line = {
      atMs: Date.now(),
      endpoint,
      requestId: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: Buffer.concat(pieces).toString('utf8'),
      status,
    };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    if (status !== null) response.writeHead(status).end();
  });
});
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('message', ({ endpoint, manner }: { endpoint: string; manner: EndpointManner }) => {
  manners.set(endpoint, manner);
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));

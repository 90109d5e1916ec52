// An endpoint as a customer has it: it verifies every request with the package standardwebhooks, keeps what came, and answers
// what a test wants.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../runtime/clock.ts';

/** How far a request's time may be off. */
const toleranceMs = 300_000;

interface ReceivedEvent {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

/** A request that was verified. */
export interface ReceivedRequest {
  /** Where it was sent to. */
  path: string;
  id: string;
  events: ReceivedEvent[];
}

/** Answers a request; what it does not end stays open. */
type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

export interface WebhookEnd {
  url: string;
  requests: ReceivedRequest[];
  /** Requests that the judge refused. */
  refused: string[];
  /** Most requests that were open at a time. */
  mostAtOnce: number;
  /** What requests are verified with; one of them is enough. */
  secrets: string[];
  answer: Answering;
  /** The seqs of the texts that came, in order. */
  seqs(): number[];
  stop(): Promise<void>;
}

/** Takes everything. */
export const take: Answering = (response) => response.writeHead(200).end('ok');

/** As the package verifies, for a service whose clock a test moves. */
function verifyAt(nowMs: number, secret: string, body: string, headers: Record<string, string>): void {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures = '',
  } = headers;
  const atMs = Number(timestamp) * 1000;
  const isSigned = signatures.split(' ').includes(new Webhook(secret).sign(id, new Date(atMs), body));
  if (!isSigned || Math.abs(atMs - nowMs) > toleranceMs) throw new Error('not verified');
}

/** Starts an endpoint. Its time is the machine's, or that of the clock that is given. */
export async function startWebhookEnd({ clock }: { clock?: Clock } = {}): Promise<WebhookEnd> {
  let open = 0;
  const verify = (secret: string, body: string, headers: Record<string, string>) =>
    clock ? verifyAt(clock.nowMs(), secret, body, headers) : new Webhook(secret).verify(body, headers);
  const server = createServer((request, response) => {
    open += 1;
    end.mostAtOnce = Math.max(end.mostAtOnce, open);
    response.on('close', () => {
      open -= 1;
    });
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const isVerified = end.secrets.some((secret) => {
        try {
          verify(secret, body, headers);
          return true;
        } catch {
          return false;
        }
      });
      if (!isVerified) {
        end.refused.push(body);
        response.writeHead(400).end();
        return;
      }
      const { events } = JSON.parse(body) as Pick<ReceivedRequest, 'events'>;
      const received = { path: request.url ?? '', id: headers['webhook-id'] ?? '', events };
      end.requests.push(received);
      end.answer(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end: WebhookEnd = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`,
    requests: [],
    refused: [],
    mostAtOnce: 0,
    secrets: [],
    answer: take,
    seqs: () => end.requests.flatMap(({ events }) => events.map(({ id }) => Number(id.split('.')[1]))),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return end;
}

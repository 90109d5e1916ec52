// Webhooks: how soon a change is at its endpoint, and how many are delivered in a second, while a tenth of all endpoints
// take requests and never answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { clientOf } from '../support/core.ts';
import { startCoreProcess } from '../support/processes.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

const accounts = 200;
const endpointsEach = 5;
const hanging = 100;
const singles = 200;
const rounds = 20;

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;

interface Event {
  id: string;
}

/** Endpoints that take their requests, and those that never answer. */
class Endpoints {
  /** Events that were taken for the first time, and again. */
  taken = 0;
  repeated = 0;
  isOrdered = true;
  onTaken = (_path: string) => {};
  readonly #seqs = new Map<string, number>();
  readonly #server = createServer(async (request, response) => {
    const { url: path = '' } = request;
    const body = await text(request);
    if (path.startsWith('/hang')) return;
    for (const { id } of (JSON.parse(body) as { events: Event[] }).events) this.#take(path, id);
    response.writeHead(204).end();
    this.onTaken(path);
  });

  /** Returns the address that all of them begin with. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(path: string, id: string): void {
    const seq = Number(id.split('.')[1]);
    const last = this.#seqs.get(path) ?? 0;
    if (seq <= last) this.repeated += 1;
    else if (seq !== last + 1) this.isOrdered = false;
    this.#seqs.set(path, Math.max(seq, last));
    this.taken += 1;
  }
}

type Send = (ids: readonly bigint[]) => Promise<unknown>;
type Say = (line: string) => void;

/** How many are delivered in a second while all accounts send. */
async function benchMany(endpoints: Endpoints, send: Send, all: readonly bigint[], say: Say): Promise<void> {
  const total = (accounts * endpointsEach - hanging) * rounds;
  const fromMs = performance.now();
  for (let round = 0; round < rounds; round += 1) await send(all);
  while (endpoints.taken < total && performance.now() - fromMs < 120_000)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - fromMs) / 1000;
  const { taken, repeated, isOrdered } = endpoints;
  say(
    `webhooks: ${taken} of ${total} events to ${accounts * endpointsEach} endpoints, ${hanging} of which hang: ` +
      `${Math.round(taken / seconds)} a second; out of order ${isOrdered ? 0 : 'some'}, repeated ${repeated}`,
  );
}

/** How soon a single text's change is at its endpoint. */
async function benchSingles(endpoints: Endpoints, send: Send, id: bigint, say: Say): Promise<void> {
  const waits: number[] = [];
  for (let single = 0; single < singles; single += 1) {
    const arrived = new Promise<void>((resolve) => {
      endpoints.onTaken = (path) => {
        if (path === `/take/${id}/0`) resolve();
      };
    });
    const sentMs = performance.now();
    await send([id]);
    await arrived;
    waits.push(performance.now() - sentMs);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  say(
    `webhooks: from the send to the endpoint p50 ${share(sorted, 0.5).toFixed(1)} ms, ` +
      `p99 ${share(sorted, 0.99).toFixed(1)} ms, the send's own time included`,
  );
}

/** Prints the stats. */
export async function benchWebhooks(databaseUrl: string, say: Say): Promise<void> {
  await migrateSchema(databaseUrl);
  const endpoints = new Endpoints();
  const base = await endpoints.listen();
  const seeded = await seedAccounts(databaseUrl, accounts, 1);
  const core = await startCoreProcess(databaseUrl, {
    TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
    TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  });
  try {
    const webhooks = clientOf(SubscriptionService, core);
    for (const [index, { id: accountId }] of seeded.entries()) {
      const puts = Array.from({ length: endpointsEach }, (_, number) => {
        // Those that hang are spread over half of the accounts, beside endpoints that answer.
        const isHanging = number === 0 && index < hanging;
        const url = `${base}/${isHanging ? 'hang' : 'take'}/${accountId}/${number}`;
        return webhooks.putWebhook({ accountId, name: `w${number}`, url, types: ['text.updated'] });
      });
      await Promise.all(puts);
    }
    const messages = clientOf(MessageService, core);
    const send: Send = (ids) =>
      messages.sendMessages({
        texts: ids.map((accountId) => ({ accountId, address: '+15005550006', body: 'Hello' })),
      });
    const all = seeded.map(({ id }) => id);
    await benchMany(endpoints, send, all, say);
    await benchSingles(endpoints, send, all.at(-1) as bigint, say);
  } finally {
    core.child.kill('SIGKILL');
    endpoints.close();
  }
}

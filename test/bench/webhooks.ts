// Webhooks: how soon a change is at its endpoint, and how many are delivered in a second, while a tenth of all endpoints
// take requests and never answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { migrateSchema } from '../../server/store/postgres/migrate.ts';
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

/** Prints the figures. */
export async function benchWebhooks(databaseUrl: string, say: (line: string) => void): Promise<void> {
  await migrateSchema(databaseUrl);
  const seqs = new Map<string, number>();
  let taken = 0;
  let repeated = 0;
  let isOrdered = true;
  let onTaken = (_path: string) => {};
  const server = createServer((request, response) => {
    const { url: path = '' } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (path.startsWith('/hang')) return;
      for (const { id } of (JSON.parse(body) as { events: Event[] }).events) {
        const seq = Number(id.split('.')[1]);
        const last = seqs.get(path) ?? 0;
        if (seq <= last) repeated += 1;
        else if (seq !== last + 1) isOrdered = false;
        seqs.set(path, Math.max(seq, last));
        taken += 1;
      }
      response.writeHead(204).end();
      onTaken(path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seeded = await seedAccounts(databaseUrl, accounts, 1);
  const core = await startCoreProcess(databaseUrl, {
    TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
    TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  });
  try {
    const webhooks = clientOf(PlaceService, core);
    const messages = clientOf(MessageService, core);
    for (const [index, { id: accountId }] of seeded.entries()) {
      const puts = Array.from({ length: endpointsEach }, (_, number) => {
        // Those that hang are spread over half of the accounts, beside endpoints that answer.
        const isHanging = number === 0 && index < hanging;
        const url = `${base}/${isHanging ? 'hang' : 'take'}/${accountId}/${number}`;
        return webhooks.putWebhook({ accountId, name: `w${number}`, url, types: ['text.updated'] });
      });
      await Promise.all(puts);
    }
    const send = (ids: readonly bigint[]) =>
      messages.sendMessages({
        texts: ids.map((accountId) => ({ accountId, address: '+15005550006', body: 'Hello' })),
      });
    const all = seeded.map(({ id }) => id);

    const total = (accounts * endpointsEach - hanging) * rounds;
    const fromMs = performance.now();
    for (let round = 0; round < rounds; round += 1) await send(all);
    while (taken < total && performance.now() - fromMs < 120_000)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const seconds = (performance.now() - fromMs) / 1000;
    say(
      `webhooks: ${taken} of ${total} events to ${accounts * endpointsEach} endpoints, ${hanging} of which hang: ` +
        `${Math.round(taken / seconds)} a second; out of order ${isOrdered ? 0 : 'some'}, repeated ${repeated}`,
    );

    const waits: number[] = [];
    const last = all.at(-1) as bigint;
    for (let single = 0; single < singles; single += 1) {
      const arrived = new Promise<void>((resolve) => {
        onTaken = (path) => {
          if (path === `/take/${last}/0`) resolve();
        };
      });
      const sentMs = performance.now();
      await send([last]);
      await arrived;
      waits.push(performance.now() - sentMs);
    }
    const sorted = waits.toSorted((a, b) => a - b);
    say(
      `webhooks: from the send to the endpoint p50 ${share(sorted, 0.5).toFixed(1)} ms, ` +
        `p99 ${share(sorted, 0.99).toFixed(1)} ms, the send's own time included`,
    );
  } finally {
    core.child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

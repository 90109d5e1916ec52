// Long-polls: what a waiting reader costs, and how soon it is answered after a text was committed, with ten thousand of
// them on one gateway. The senders use another gateway: their own answer stands for the commit.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type GatewayProcess, startGatewayProcess, startProcess } from '../support/processes.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { Connection, statusOf } from './http_connection.ts';
import { jsonPost, percentile } from './http_load.ts';
import type { Product } from './product.ts';
import { kernelBytesOfSocket } from './socket_memory.ts';
import { machineMs, type Reader, type ReadersReport } from './waiting_readers.ts';

const readers = 10_000;
/** Each may have only so many files open. */
const processes = 2;
/** One account's readers may be so many on one gateway. */
const crowd = 2_000;
/** Texts that wake one reader each, and how many of them a second. */
const texts = 2_000;
const textsPerSecond = 200;
const settleMs = 3_000;
/** The first of them has not been answered by then. */
const holdBoundMs = 20_000;
const bytesPerKiB = 1024;

async function metric(opsPort: number, name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0);
}

/** The processes that hold the readers; each gets a share of every order. */
async function startReaders(port: number) {
  const holders = await Promise.all(
    Array.from({ length: processes }, () => startProcess('test/bench/waiting_readers.ts', [], {})),
  );
  return {
    /** When each was answered, in the order given. */
    async wait(all: readonly Reader[]): Promise<number[]> {
      const share = Math.ceil(all.length / holders.length);
      const reports = holders.map(async ({ child }, index) => {
        const answered = once(child, 'message') as Promise<[ReadersReport]>;
        child.send({ port, readers: all.slice(index * share, (index + 1) * share) });
        return (await answered)[0].answeredMs;
      });
      return (await Promise.all(reports)).flat();
    },
    end: () => Promise.all(holders.map(({ stop }) => stop())),
  };
}

/** Sends one text to an account; returns when it was answered. */
async function send(sender: Connection, { keys }: SeededAccount): Promise<number> {
  const request = jsonPost('/api/v1/messages', keys[0] as string, { address: '+15005550006', body: 'news' });
  const response = await sender.ask(request);
  if (statusOf(response) !== 200) throw new Error(`not sent: ${response}`);
  return machineMs();
}

/** One line about how long after its account's text each reader was answered. */
function describe(latenciesMs: readonly number[]): string {
  const sorted = Float64Array.from(latenciesMs.filter((ms) => !Number.isNaN(ms))).sort();
  const [p50, p99, last] = [0.5, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, last ${last} ms; ${sorted.length} of ${latenciesMs.length} answered with it`;
}

/** Prints the memory a waiter takes and the wake latencies. */
export async function benchLongPolls(
  product: Product,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const many = await seedAccounts(databaseUrl, readers, 1);
  const few = await seedAccounts(databaseUrl, readers / crowd, 100);
  // A gateway of its own: one that was under load would hide the waiters in memory that it has already.
  const fresh = await startGatewayProcess([product.core], { LOG_LEVEL: 'warn' });
  const holding = await startReaders(fresh.port);
  const senders = await Promise.all(few.map(() => Connection.open(product.gateway.port)));
  try {
    await measure({ many, few, fresh, holding, senders, say });
  } finally {
    for (const sender of senders) sender.close();
    await holding.end();
    await fresh.stop();
  }
}

interface Section {
  /** One account for each reader, and those that share many. */
  many: SeededAccount[];
  few: SeededAccount[];
  fresh: GatewayProcess;
  holding: Awaited<ReturnType<typeof startReaders>>;
  senders: Connection[];
  say: (line: string) => void;
}

async function measure({ many, few, fresh, holding, senders, say }: Section): Promise<void> {
  /** Waits until so many wait; a machine that is too busy for it ends the section. */
  const held = async (count: number) => {
    const deadlineMs = machineMs() + holdBoundMs;
    for (;;) {
      const waiting = await metric(fresh.opsPort, 'textrelay_gateway_waiting');
      if (waiting >= count) return;
      if (machineMs() > deadlineMs) throw new Error(`only ${waiting} of ${count} readers came to wait`);
      await pause(50);
    }
  };
  const residentBytes = () => metric(fresh.opsPort, 'process_resident_memory_bytes');
  say('\nLong-polls');

  // The first ones also pay for code that is loaded once.
  const warmed = holding.wait(few.flatMap(({ keys }) => keys.map((key) => ({ key, since: 0 }))));
  await held(few.length * 100);
  await Promise.all(few.map((account, index) => send(senders[index] as Connection, account)));
  await warmed;
  await pause(settleMs);

  const before = await residentBytes();
  const answers = holding.wait(many.map(({ keys }) => ({ key: keys[0] as string, since: 0 })));
  await held(readers);
  await pause(settleMs);
  const own = (await residentBytes()) - before;
  const kernel = await kernelBytesOfSocket();
  say(
    `  ${readers} wait on one gateway: ${(own / readers / bytesPerKiB).toFixed(1)} KiB each` +
      (kernel === undefined
        ? ''
        : `, and ${(kernel / bytesPerKiB).toFixed(1)} KiB of the kernel for the socket`),
  );
  const sentMs: Promise<number>[] = [];
  const startMs = machineMs();
  for (const account of many.slice(0, texts)) {
    const index = sentMs.length;
    const dueMs = startMs + (index * 1000) / textsPerSecond;
    if (machineMs() < dueMs) await pause(dueMs - machineMs());
    const previous = sentMs[index - senders.length];
    const sender = senders[index % senders.length] as Connection;
    sentMs.push(Promise.resolve(previous).then(() => send(sender, account)));
  }
  const sent = await Promise.all(sentMs);
  const answered = await answers;
  say(
    `  ${texts} texts, ${textsPerSecond} a second, each waking one: ${describe(sent.map((atMs, index) => (answered[index] as number) - atMs))}`,
  );

  const crowds = few.flatMap(({ keys }) =>
    Array.from({ length: crowd }, (_, index) => ({ key: keys[index % keys.length] as string, since: 1 })),
  );
  const crowdAnswers = holding.wait(crowds);
  await held(readers);
  const crowdSent = await Promise.all(
    few.map((account, index) => send(senders[index] as Connection, account)),
  );
  const crowdAnswered = await crowdAnswers;
  say(
    `  a text in each of ${few.length} accounts, each waking ${crowd}: ${describe(crowdAnswered.map((atMs, index) => atMs - (crowdSent[Math.floor(index / crowd)] as number)))}`,
  );
}

// Texts through a carrier: accepted over REST, claimed, submitted over SMPP to an SMSC that writes down what it
// takes, recorded, and delivered by its receipts, beside the same sends while the carrier is down.
import { setTimeout as pause } from 'node:timers/promises';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import type { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { jsonPost, type LoadResult, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { type SmppStack, type Spent, startSmppStack } from './smpp_stack.ts';

const accounts = 200;
const keysEach = 30;
const connections = 64;
const aloneMs = 1_500;
const carriedMs = 2_500;
/** The middle of so many is printed: the machine is shared. */
const rounds = 5;
/** As soon as a network's can come at best; what it takes is no time of ours. */
const plan = { receipts: 'after', receiptMs: 300 } as const;
/** Longest wait for what was accepted to be carried. */
const drainMs = 30_000;

type Say = (line: string) => void;

/** How many receipts the SMSC had acknowledged, once there were so many, or no more came. */
async function received(smsc: PlainSmsc, most: number): Promise<number> {
  const endMs = performance.now() + drainMs;
  for (;;) {
    const receipts = (await smsc.look())?.receiptsReceived ?? 0;
    if (receipts >= most || performance.now() > endMs) return receipts;
    await pause(10);
  }
}

/** Sends as fast as answers come. */
function send(stack: SmppStack, seeded: readonly SeededAccount[], durationMs: number): Promise<LoadResult> {
  const keys = Array.from({ length: keysEach }, (_, index) =>
    seeded.map((account) => account.keys[index] as string),
  ).flat();
  let count = Math.floor(Math.random() * keys.length);
  return runLoad({
    port: stack.gatewayPort,
    connections,
    durationMs,
    nextRequest: () => {
      const number = ++count;
      return jsonPost('/api/v1/messages', keys[number % keys.length] as string, {
        address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
        body: `Your code is ${number}.`,
        route: 'gateway',
      });
    },
  });
}

/** One round: sends alone, what they left in the queue, and sends that are carried meanwhile. */
interface Round {
  alone: LoadResult;
  drainedPerSecond: number;
  through: LoadResult;
  carriedPerSecond: number;
  underWay: number;
  afterMs: number;
  before: Spent;
  after: Spent;
}

async function playRound(stack: SmppStack, seeded: readonly SeededAccount[]): Promise<Round> {
  const { smsc } = stack;
  await smsc.kill();
  const alone = await send(stack, seeded, aloneMs);
  await smsc.run(plan);
  while ((await smsc.look())?.bound === 0) await pause(5);
  const drainFromMs = performance.now();
  await received(smsc, alone.ok);
  const drainMs = performance.now() - drainFromMs - plan.receiptMs;

  const receivedBefore = (await smsc.look())?.receiptsReceived ?? 0;
  const before = await stack.spent();
  const startMs = performance.now();
  const through = await send(stack, seeded, carriedMs);
  const sendEndMs = performance.now();
  const receivedAtEnd = (await smsc.look())?.receiptsReceived ?? 0;
  const receipts = (await received(smsc, receivedBefore + through.ok)) - receivedBefore;
  const endMs = performance.now();
  const after = await stack.spent();
  return {
    alone,
    drainedPerSecond: alone.ok / (drainMs / 1000),
    through,
    carriedPerSecond: receipts / ((endMs - startMs - plan.receiptMs) / 1000),
    underWay: receivedBefore + through.ok - receivedAtEnd,
    afterMs: endMs - sendEndMs,
    before,
    after,
  };
}

async function measure(databaseUrl: string, cores: number, window: number, say: Say): Promise<void> {
  const seeded = await seedAccounts(databaseUrl, accounts, keysEach);
  const stack = await startSmppStack(databaseUrl, cores, window);
  const { smsc } = stack;
  try {
    await smsc.plan(plan);
    const warm = await send(stack, seeded, aloneMs);
    await received(smsc, warm.ok);
    const played: Round[] = [];
    for (let round = 0; round < rounds; round++) played.push(await playRound(stack, seeded));
    const middle = (pick: (round: Round) => number) => median(played.map(pick));
    say(
      `  ${cores} core${cores > 1 ? 's' : ''}, window ${window}: ${middle((one) => one.carriedPerSecond).toFixed(0)} texts/s from send to acknowledged receipt, ${middle((one) => one.carriedPerSecond / one.alone.perSecond).toFixed(2)}x the ${middle((one) => one.alone.perSecond).toFixed(0)} sends/s while the carrier is down; ${middle((one) => one.underWay)} were under way at the last send, all were through ${(middle((one) => one.afterMs) / 1000).toFixed(2)} s later`,
    );
    say(
      `    a backlog of ${middle((one) => one.alone.ok)} was submitted and delivered at ${middle((one) => one.drainedPerSecond).toFixed(0)}/s`,
    );
    const spent = (['cores', 'gateway', 'database', 'smsc'] as const).map(
      (name) =>
        `${name} ${middle(({ before, after, through }) => (after[name] - before[name]) / through.ok).toFixed(3)}`,
    );
    say(`    ms of processor a text: ${spent.join(', ')}`);
    const loads = [warm, ...played.flatMap(({ alone, through }) => [alone, through])];
    const accepted = loads.reduce((sum, { ok }) => sum + ok, 0);
    const others = loads.reduce((sum, { latenciesMs, ok }) => sum + latenciesMs.length - ok, 0);
    const { submits } = smsc.ledger();
    const statuses = Object.entries(await stack.statuses(seeded.map(({ id }) => id)));
    say(
      `    ${accepted} accepted, ${submits.length} submits written down; in the end ${statuses.map(([status, texts]) => `${texts} ${status}`).join(', ')}; ${others} sends were not answered 200`,
    );
  } finally {
    await stack.stop();
  }
}

/** Prints the section. */
export async function benchSmpp(databaseUrl: string, say: Say): Promise<void> {
  await migrateSchema(databaseUrl);
  say(`\nTexts through SMPP: an SMSC as a process, receipts ${plan.receiptMs} ms after each submit`);
  await measure(databaseUrl, 1, 100, say);
  await measure(databaseUrl, 2, 100, say);
}

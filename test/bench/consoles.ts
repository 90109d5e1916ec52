// What open consoles cost: the same sends a second with and without 200 consoles that people hold open, in alternating runs.
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { seedUsers } from './bench_users.ts';
import { jsonPost, type LoadResult, percentile, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { type ConsoleCounts, openConsoles } from './open_consoles.ts';
import { runPacedLoad } from './paced_load.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';
import type { Product } from './product.ts';

const consoles = 200;
const perSecond = 1_000;
const connections = 64;
const rounds = 3;
const pacedMs = 8_000;
const fullMs = 4_000;
const warmUpMs = 6_000;
/** Until all consoles that were opened wait. */
const settleMs = 2_000;

/** Milliseconds of processor time a second. */
interface Spent {
  gateway: number;
  core: number;
  database: number;
}

/** A run at the given rate, one as fast as answers come, and what the first took of the processors a second. */
interface Round {
  paced: LoadResult;
  full: LoadResult;
  spent: Spent;
  /** What the consoles asked a second during the first. */
  asked: ConsoleCounts | undefined;
}

/** Prints what was measured. */
function show(
  pairs: readonly { without: Round; beside: Round }[],
  accounts: number,
  say: (line: string) => void,
): void {
  const of = (which: 'without' | 'beside', pick: (round: Round) => number) =>
    median(pairs.map((pair) => pick(pair[which])));
  const ratio = (pick: (round: Round) => number) =>
    median(pairs.map(({ without, beside }) => pick(beside) / pick(without)));
  const compare = (name: string, digits: number, pick: (round: Round) => number) =>
    say(
      `  ${name}: ${of('without', pick).toFixed(digits)} without, ${of('beside', pick).toFixed(digits)} beside them, ratio ${ratio(pick).toFixed(2)}`,
    );
  say(`\nOpen consoles: ${consoles} on one gateway, in ${accounts} accounts that all have news`);
  compare(`sends/s of ${perSecond} asked for`, 0, ({ paced }) => paced.perSecond);
  compare('  p50 ms', 2, ({ paced }) => percentile(paced.latenciesMs, 0.5));
  compare('  p99 ms', 2, ({ paced }) => percentile(paced.latenciesMs, 0.99));
  compare(`sends/s of ${connections} connections, as fast as answers come`, 0, ({ full }) => full.perSecond);
  compare('  p99 ms', 2, ({ full }) => percentile(full.latenciesMs, 0.99));
  for (const part of ['gateway', 'core', 'database'] as const)
    compare(`${part}, ms of processor a second`, 0, ({ spent }) => spent[part]);
  // What the sends took is left out, as far as there were fewer of them beside the consoles.
  const each = (part: keyof Spent) => {
    const more = pairs.map(
      ({ without, beside }) =>
        beside.spent[part] - (without.spent[part] / without.paced.perSecond) * beside.paced.perSecond,
    );
    return `${part} ${(median(more) / consoles).toFixed(2)}`;
  };
  say(`  ms of processor a console takes a second: ${each('gateway')}, ${each('core')}, ${each('database')}`);
  const asked = (pick: (counts: ConsoleCounts) => number) =>
    of('beside', ({ asked: counts }) => (counts ? pick(counts) : 0)).toFixed(0);
  say(
    `  together they asked ${asked(({ polls }) => polls)} times a second for news and ${asked(({ pages }) => pages)} for a page; refused: ${asked(({ refused }) => refused)}`,
  );
  for (const { without, beside } of pairs)
    for (const { others } of [without.paced, without.full, beside.paced, beside.full])
      for (const [status, times] of others) say(`    not 200: ${times} answers with ${status}`);
}

/** Prints the section. */
export async function benchConsoles(
  product: Product,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const { gateway, core, keys, accountIds } = product;
  const users = await seedUsers(
    databaseUrl,
    Array.from({ length: consoles }, (_, index) => accountIds[index % accountIds.length] as bigint),
  );
  let count = 0;
  const nextRequest = () => {
    const number = ++count;
    return jsonPost('/api/v1/messages', keys[number % keys.length] as string, {
      address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
      body: `Your code is ${number}.`,
    });
  };
  const load = { port: gateway.port, connections, nextRequest };
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const spentSoFar = async (): Promise<Spent> => ({
    gateway: await processorMsOf(gateway.child.pid),
    core: await processorMsOf(core.child.pid),
    database: await databaseMsOf(pool),
  });

  const run = async (isOpen: boolean): Promise<Round> => {
    const open = isOpen ? await openConsoles(gateway.port, users) : undefined;
    await pause(settleMs);
    const before = { ...open?.counts } as ConsoleCounts;
    const from = await spentSoFar();
    const startMs = performance.now();
    const paced = await runPacedLoad({ ...load, durationMs: pacedMs, perSecond });
    const seconds = (performance.now() - startMs) / 1000;
    const to = await spentSoFar();
    const asked = open && {
      polls: (open.counts.polls - before.polls) / seconds,
      pages: (open.counts.pages - before.pages) / seconds,
      refused: open.counts.refused,
    };
    const full = await runLoad({ ...load, durationMs: fullMs });
    await open?.close();
    return {
      paced,
      full,
      spent: {
        gateway: (to.gateway - from.gateway) / seconds,
        core: (to.core - from.core) / seconds,
        database: (to.database - from.database) / seconds,
      },
      asked,
    };
  };

  await runLoad({ ...load, durationMs: warmUpMs });
  const pairs: { without: Round; beside: Round }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ without: await run(false), beside: await run(true) });

  show(pairs, accountIds.length, say);
  await pool.close();
}

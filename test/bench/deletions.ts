// What sends cost while texts are deleted beside them: a core that only stands by, and one that deletes what is not kept longer
// while an account is erased, in alternating runs.
import { setTimeout as pause } from 'node:timers/promises';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { operatorOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { startCoreProcess } from '../support/processes.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { jsonPost, type LoadResult, percentile } from './http_load.ts';
import { median } from './median.ts';
import { runPacedLoad } from './paced_load.ts';
import { type Product, startProduct } from './product.ts';
import { fill } from './scale_fill.ts';

const pairs = 4;
const texts = Number(process.env.TEXTRELAY_BENCH_TEXTS ?? 400_000);
/** Of each account that is erased, one a pair: as much as is erased in one run. */
const erasedTexts = 20_000;
/** Below what two busy processors carry, so that a latency is one of a send and not of a queue. */
const perSecond = 200;
const connections = 32;
const durationMs = 8_000;
const warmUpMs = 6_000;

/** Deletes and erases; returns what waits for the end of the erasure and stops the rest. */
async function deleteBeside(databaseUrl: string, product: Product, erased: SeededAccount) {
  const deleting = await startCoreProcess(databaseUrl, {
    LOG_LEVEL: 'warn',
    TEXTRELAY_KEEP_TEXTS_DAYS: '32',
  });
  const admin = operatorOf(product.core);
  await admin.eraseAccount({ accountId: erased.id, name: 'Bench' });
  return async () => {
    await deleting.stop();
    while (!(await admin.listErasures({ accountId: erased.id })).erasures[0]?.doneAt) await pause(200);
  };
}

/** Prints the section. */
export async function benchDeletions(databaseUrl: string, say: (line: string) => void): Promise<void> {
  await migrateSchema(databaseUrl);
  const [old, ...erased] = (await seedAccounts(databaseUrl, 1 + pairs, 0)) as [
    SeededAccount,
    ...SeededAccount[],
  ];
  const sql = openInspector(databaseUrl);
  const fills = erased.map((account) => ({
    account,
    texts: erasedTexts,
    contacts: 0,
    threads: erasedTexts / 50,
  }));
  await fill(sql, [{ account: old, texts, contacts: 0, threads: texts / 50 }, ...fills]);
  const product = await startProduct(databaseUrl);
  const gone = async () => {
    const [row] = await sql`select ${texts + pairs * erasedTexts} - count(*)::int as gone from message
      where account_id in ${sql([old, ...erased].map(({ id }) => String(id)))}`;
    return Number(row?.gone);
  };

  let count = 0;
  const measure = async (forMs: number): Promise<LoadResult> => {
    const nextRequest = () => {
      const number = ++count;
      const body = {
        address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
        body: 'Your code is 7.',
      };
      return jsonPost('/api/v1/messages', product.keys[number % product.keys.length] as string, body);
    };
    const run = await runPacedLoad({
      ...{ port: product.gateway.port, connections, durationMs: forMs, nextRequest, perSecond },
    });
    for (const [status, times] of run.others) say(`    not 200: ${times} answers with ${status}`);
    return run;
  };
  const without = async () => {
    const idle = await startCoreProcess(databaseUrl, { LOG_LEVEL: 'warn' });
    const run = await measure(durationMs);
    await idle.stop();
    return run;
  };
  const beside = async (account: SeededAccount) => {
    const end = await deleteBeside(databaseUrl, product, account);
    const before = await gone();
    const run = await measure(durationMs);
    const deleted = (await gone()) - before;
    await end();
    return { run, deleted };
  };

  try {
    await measure(warmUpMs);
    say(`\nSends at ${perSecond}/s while texts are deleted and an account is erased, ${pairs} pairs of runs`);
    say('     without   p50 ms   p99 ms        with   p50 ms   p99 ms   ratio of p99   deleted/s');
    const ratios: number[] = [];
    for (const [pair, account] of erased.entries()) {
      const first = pair % 2 === 0 ? await without() : undefined;
      const { run, deleted } = await beside(account);
      const other = first ?? (await without());
      const of = ({ latenciesMs }: LoadResult, share: number) => percentile(latenciesMs, share);
      const ratio = of(run, 0.99) / of(other, 0.99);
      ratios.push(ratio);
      const cells = [other, run].map((one) =>
        [of(one, 0.5), of(one, 0.99)].map((ms) => ms.toFixed(2).padStart(8)),
      );
      const rate = ((deleted * 1000) / durationMs).toFixed(0);
      say(
        `             ${cells[0]?.join(' ')}             ${cells[1]?.join(' ')}   ${ratio.toFixed(2).padStart(12)}   ${rate.padStart(9)}`,
      );
    }
    say(
      `  p99 with deletions, as a ratio to without: ${median(ratios).toFixed(2)} in the middle, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    );
  } finally {
    await product.stop();
    await sql.end();
  }
}

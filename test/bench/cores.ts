// One database behind one, two and four cores, in alternating runs: what a further core carries, and what a text costs
// then. Where the machine has fewer processors than processes, the cost means more than the rate.
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { type CoreProcess, startCoreProcess, startGatewayProcess } from '../support/processes.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { jsonPost, type LoadResult, percentile, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';

const levels = [1, 2, 4];
const rounds = 12;
const durationMs = 1_000;
const warmUpMs = 8_000;
const connections = 64;

interface Run {
  load: LoadResult;
  coresMs: number;
  databaseMs: number;
}

/** Prints the section. */
export async function benchCores(databaseUrl: string, say: (line: string) => void): Promise<void> {
  await migrateSchema(databaseUrl);
  const cores: CoreProcess[] = [];
  const environment = { LOG_LEVEL: 'warn' };
  for (let index = 0; index < Math.max(...levels); index++)
    cores.push(await startCoreProcess(databaseUrl, environment));
  const gateways = await Promise.all(
    levels.map((count) => startGatewayProcess(cores.slice(0, count), environment)),
  );
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const coresMs = async () => {
    const times = await Promise.all(cores.map(({ child }) => processorMsOf(child.pid)));
    return times.reduce((total, time) => total + time, 0);
  };

  const compare = async (name: string, accounts: number, keysEach: number) => {
    const seeded = await seedAccounts(databaseUrl, accounts, keysEach);
    // No cap ends a run.
    for (const { id } of seeded) await pool.run('update account set exempt = true where id = $1', [id]);
    const keys = Array.from({ length: keysEach }, (_, index) =>
      seeded.map((account) => account.keys[index] as string),
    ).flat();
    let count = 0;
    const nextRequest = () => {
      const number = ++count;
      return jsonPost('/api/v1/messages', keys[number % keys.length] as string, {
        address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
        body: `Your code is ${number}.`,
      });
    };
    const load = (level: number, forMs: number) =>
      runLoad({ port: gateways[level]?.port as number, connections, durationMs: forMs, nextRequest });
    const measure = async (level: number): Promise<Run> => {
      const [coresBefore, databaseBefore] = [await coresMs(), await databaseMsOf(pool)];
      const seen = await load(level, durationMs);
      return {
        load: seen,
        coresMs: (await coresMs()) - coresBefore,
        databaseMs: (await databaseMsOf(pool)) - databaseBefore,
      };
    };
    for (const level of levels.keys()) await load(level, warmUpMs);
    const runs: Run[][] = levels.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const level of levels.keys()) runs[level]?.push(await measure(level));
    say(`  ${name}`);
    for (const [level, of] of runs.entries()) {
      const texts = of.reduce((total, { load: { ok } }) => total + ok, 0);
      const microseconds = (pick: (run: Run) => number) =>
        ((of.reduce((total, run) => total + pick(run), 0) * 1_000) / texts).toFixed(0);
      const perSecond = median(of.map((run) => run.load.perSecond));
      const ratio = median(
        of.map((run, round) => run.load.perSecond / (runs[0]?.[round]?.load.perSecond ?? Number.NaN)),
      );
      const p50 = median(of.map((run) => percentile(run.load.latenciesMs, 0.5)));
      const refused = of.reduce(
        (total, { load: { others } }) => total + [...others.values()].reduce((a, b) => a + b, 0),
        0,
      );
      say(
        `    ${levels[level]} cores: ${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)}x one, p50 ${p50.toFixed(1)} ms; processor a text: cores ${microseconds((run) => run.coresMs)} us, database ${microseconds((run) => run.databaseMs)} us${refused > 0 ? `; ${refused} were not answered 200` : ''}`,
      );
    }
  };

  try {
    say(`\nOne database behind several cores, ${connections} connections`);
    await compare('many accounts (200, of 20 keys each)', 200, 20);
    await compare('one busy account (6,000 keys)', 1, 6_000);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    for (const core of cores) await core.stop();
    await pool.close();
  }
}

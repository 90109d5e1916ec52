// Whether a machine will carry it: what an account of many texts and ten thousand small ones take on disk, what a day adds to
// the log, and how long a vacuum, a backup and a core's start take beside them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { createReadStats } from '../../server/app/accounts/stats.ts';
import { takeBackup } from '../../server/embedded/backup/take_backup.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { createStore } from '../../server/store/store.ts';
import { openInspector } from '../support/database.ts';
import { startThrowAway } from '../support/embedded.ts';
import { startCoreProcess } from '../support/processes.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { type Fill, fill } from './scale_fill.ts';
import { pssOf } from './start.ts';
import { timeOf } from './time_of.ts';
import { benchWritten } from './written.ts';

const texts = Number(process.env.TEXTRELAY_BENCH_TEXTS ?? 10_000_000);
const accounts = 10_000;
const textsAThread = 50;
/** Long enough for what a start leaves to be collected. */
const idleMs = 10_000;

type Sql = ReturnType<typeof openInspector>;
type Say = (line: string) => void;

const mebibyte = 1024 * 1024;

/** Bytes of each table, without its indexes, and of each index. */
async function sizesOf(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql`select c.relname as name,
      (case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end)::float8 as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`;
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

/** Prints what has grown, the largest first. */
function sayGrowth(before: Map<string, number>, after: Map<string, number>, each: number, say: Say): void {
  const grown = [...after]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / each] as const)
    .filter(([, bytes]) => bytes >= 0.05)
    .sort(([, a], [, b]) => b - a);
  say(`    together ${grown.reduce((sum, [, bytes]) => sum + bytes, 0).toFixed(0)} bytes`);
  for (const [name, bytes] of grown) say(`    ${name}: ${bytes.toFixed(1)}`);
}

/** Prints how long a core takes until it is ready, and what it holds when it idles. */
async function measureCore(databaseUrl: string, beside: number, say: Say): Promise<void> {
  const [core, ms] = await timeOf(() => startCoreProcess(databaseUrl, { LOG_LEVEL: 'warn' }));
  await new Promise((resolve) => systemClock.setTimeout(() => resolve(undefined), idleMs));
  const bytes = await pssOf(core.child.pid as number);
  await core.stop();
  say(
    `  a core beside ${beside} accounts: ready in ${ms.toFixed(0)} ms, ${(bytes / mebibyte).toFixed(0)} MiB`,
  );
}

/** Looks at the account's stats as a person does, until all texts are counted. */
async function countStats(databaseUrl: string, { id }: SeededAccount): Promise<void> {
  const database = openDatabase({ url: databaseUrl, clock: systemClock, deadlineMs: 60_000 });
  const readStats = createReadStats({
    store: createStore(database),
    clock: systemClock,
    log: createLog('bench', 'silent'),
  });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  try {
    for (;;) {
      const { isComplete } = await readStats(id, {
        from: day(399),
        to: day(0),
        by: 'day',
        split: 'device',
      });
      if (isComplete) return;
    }
  } finally {
    await database.close();
  }
}

/**
 * The changes of a day: each text of the last day is moved three times, as by a claim, a sending and a receipt. Each is a new
 * version in the heap and in the indexes of what moved.
 */
async function changeADay(sql: Sql, { account, texts: all }: Fill): Promise<number> {
  const aDay = Math.floor(all / 365);
  for (const status of ['queued', 'sending', 'delivered'])
    await sql.unsafe(`update message m set status = '${status}', seq = a.last_seq + n.place
      from account a, (select id, row_number() over (order by id) as place from message
        where account_id = ${account.id} and id > ${all - aDay}) n
      where a.id = m.account_id and m.account_id = ${account.id} and m.id = n.id;
      update account set last_seq = last_seq + ${aDay} where id = ${account.id}`);
  return aDay;
}

/** Prints the times of a vacuum of the texts after a day, and of one that must look at all their indexes. */
async function measureVacuum(sql: Sql, large: Fill, say: Say): Promise<void> {
  const aDay = await changeADay(sql, large);
  const [, ms] = await timeOf(() => sql.unsafe('vacuum message'));
  await changeADay(sql, large);
  const [, withIndexes] = await timeOf(() => sql.unsafe('vacuum (index_cleanup on) message'));
  say(
    `  vacuum of the texts after a day (${aDay} texts, three changes each): ${(ms / 1000).toFixed(1)} s; with all indexes ${(withIndexes / 1000).toFixed(1)} s`,
  );
}

async function measureBackup(dataDir: string, say: Say): Promise<void> {
  const to = await mkdtemp(join(tmpdir(), 'textrelay-sizes-'));
  try {
    const [{ manifest }, ms] = await timeOf(() =>
      takeBackup({ dataDir, to, beside: [], version: '0', clock: systemClock }),
    );
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    say(`  backup: ${(bytes / mebibyte).toFixed(0)} MiB in ${(ms / 1000).toFixed(1)} s`);
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}

/** Prints the section, from a database of its own. */
export async function benchSizes(say: Say): Promise<void> {
  const database = await startThrowAway({ durable: true });
  const sql = openInspector(database.url);
  try {
    await migrateSchema(database.url);
    const [first, second] = await seedAccounts(database.url, 2, 1);
    say(`\nSizes: ${accounts} accounts, and one of ${texts} texts`);
    await measureCore(database.url, 2, say);
    const empty = await sizesOf(sql);
    await seedAccounts(database.url, accounts, 1);
    const small = await sizesOf(sql);
    say('  an account with a device and a key');
    sayGrowth(empty, small, accounts, say);
    await measureCore(database.url, accounts + 2, say);
    const fillOf = (account: SeededAccount | undefined, count: number): Fill => ({
      account: account as SeededAccount,
      texts: count,
      threads: Math.ceil(count / textsAThread),
      contacts: 0,
    });
    const large = fillOf(second, texts);
    const before = await sizesOf(sql);
    const [, ms] = await timeOf(() => fill(sql, [fillOf(first, 1_000), large]));
    const [, countedMs] = await timeOf(() => countStats(database.url, large.account));
    say(
      `  a text (filled in ${(ms / 1000).toFixed(0)} s, its stats counted in ${(countedMs / 1000).toFixed(0)} s)`,
    );
    sayGrowth(before, await sizesOf(sql), texts, say);
    await measureVacuum(sql, large, say);
    await measureBackup(database.dataDir, say);
    await measureCore(database.url, accounts + 2, say);
    await benchWritten(database.url, say);
  } finally {
    await sql.end();
    await database.stop();
  }
}

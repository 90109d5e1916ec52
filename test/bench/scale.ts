// Whether what people ask costs the same after years: calls about an account with millions of texts, each as a ratio to the
// same call about a small account beside it. They are made in the store and not through the gateway, whose own time
// would hide the difference.
import { systemClock } from '../../runtime/clock.ts';
import { maxContacts } from '../../server/domain/contacts/contact.ts';
import { mostCounted } from '../../server/ops/unfinished_stats.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { createStore } from '../../server/store/store.ts';
import { openInspector } from '../support/database.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { median } from './median.ts';
import { scaleCalls } from './scale_calls.ts';
import { addUnfinished, type Fill, fill } from './scale_fill.ts';
import { timeOf } from './time_of.ts';

/**
 * Texts of the large account; a fiftieth as many conversations, and a tenth as many texts that are not finished. It has as many
 * contacts as it may have; the small one has a hundredth of them.
 */
const texts = Number(process.env.TEXTRELAY_BENCH_TEXTS ?? 10_000_000);
const smallTexts = 50_000;
const textsAThread = 50;
/** Each key is asked a hundred times at most: its rate limit is 120 a minute. */
const keysEach = 40;
const warmUps = 30;
const rounds = 101;

/** Measures accounts that are filled and prints a line for each call. */
export async function measureScale(
  databaseUrl: string,
  small: Fill,
  large: Fill,
  say: (line: string) => void,
): Promise<void> {
  const database = openDatabase({ url: databaseUrl, clock: systemClock, deadlineMs: 60_000 });
  const store = createStore(database);
  try {
    let turn = 0;
    for (const [name, call] of Object.entries(scaleCalls(store))) {
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
      for (let round = 0; round < warmUps + rounds; round++) {
        turn++;
        const [, smallMs] = await timeOf(() => call(small, turn));
        const [, largeMs] = await timeOf(() => call(large, turn));
        if (round < warmUps) continue;
        times.small.push(smallMs);
        times.large.push(largeMs);
      }
      const [of, beside] = [median(times.large), median(times.small)];
      say(
        `  ${name}: ${of.toFixed(2)} ms, ${beside.toFixed(2)} in the small one, ratio ${(of / beside).toFixed(2)}`,
      );
    }
  } finally {
    await database.close();
  }
}

/** The time that the core's metrics take with so many texts that are not finished. */
async function measureUnfinished(databaseUrl: string, account: SeededAccount, say: (line: string) => void) {
  const sql = openInspector(databaseUrl);
  const database = openDatabase({ url: databaseUrl, clock: systemClock, deadlineMs: 60_000 });
  try {
    await addUnfinished(sql, account, texts / 10);
    const store = createStore(database);
    const times: number[] = [];
    for (let round = 0; round < 11; round++)
      times.push((await timeOf(() => store.countUnfinished(Date.now(), mostCounted)))[1]);
    say(`  stats of /metrics with ${texts / 10} unfinished texts: ${median(times).toFixed(1)} ms`);
  } finally {
    await database.close();
    await sql.end();
  }
}

/** Prints the section. */
export async function benchScale(databaseUrl: string, say: (line: string) => void): Promise<void> {
  await migrateSchema(databaseUrl);
  const seeded = await seedAccounts(databaseUrl, 2, keysEach);
  const [first, second] = seeded as [SeededAccount, SeededAccount];
  const small = {
    account: first,
    texts: smallTexts,
    threads: smallTexts / textsAThread,
    contacts: maxContacts / 100,
  };
  const large = { account: second, texts, threads: texts / textsAThread, contacts: maxContacts };
  const sql = openInspector(databaseUrl);
  const [, filledMs] = await timeOf(() => fill(sql, [small, large]));
  await sql.end();
  say(
    `\nFlat: ${texts} texts and ${large.threads} conversations beside ${smallTexts} and ${small.threads}, filled in ${(filledMs / 1000).toFixed(0)} s`,
  );
  await measureScale(databaseUrl, small, large, say);
  await measureUnfinished(databaseUrl, second, say);
}

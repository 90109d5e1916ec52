// What a text's whole life writes to the log that every commit waits for (WAL): accepted, handed over to a device,
// sent, delivered, by the store's own statements in batches as they come under load.

import { systemClock } from '../../runtime/clock.ts';
import { hashSecret } from '../../server/domain/keys/api_key.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { openInspector } from '../support/database.ts';
import { newText } from '../support/new_text.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';

const dayMs = 24 * 3_600_000;
const accounts = 200;
const keysEach = 30;
const rounds = 60;
/** Few enough that every conversation is there before anything is measured. */
const recipients = 400;

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** One text of each account, from accepted to delivered; they are numbered from `first` on. */
async function live(store: Store, step: Step, of: readonly SeededAccount[], first: number): Promise<void> {
  const nowMs = Date.now();
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  const sent = await step('accepted', () =>
    store.sendTexts(
      of.map(({ keys }, index) => {
        const number = first + index + 1;
        const address = `+1500555${String(number % recipients).padStart(4, '0')}`;
        return newText({
          keyHash: hashSecret(keys[Math.floor(number / accounts) % keysEach] as string),
          address,
          body: `Your code is ${number}.`,
        });
      }),
      {
        nowMs,
        month,
        newestMonth: month,
        deadlineMs: nowMs + dayMs,
        plans: ['pro'],
        caps: [1_000_000],
      },
    ),
  );
  const claimed = await step('handed over', () =>
    store.claimTexts(
      of.map(({ id }) => ({ accountId: id, deviceId: 1n, slot: 1, linkEpoch: 0n, fence: 0n })),
      sent.map(({ id }, simIndex) => ({ simIndex, id, version: null })),
      nowMs,
      3_600_000,
    ),
  );
  const texts = claimed.map((verdict) => {
    if (verdict.kind !== 'claimed') throw new Error(`a text was ${verdict.kind}`);
    return verdict.text;
  });
  const report = { attempt: 1, from: null, error: null, atMs: nowMs };
  await step('sent', () =>
    store.updateMessages(
      texts.map(({ accountId, id }) => ({
        ...report,
        accountId,
        id,
        status: 'sent',
        deadlineMs: nowMs + 3 * dayMs,
      })),
    ),
  );
  await step('delivered', () =>
    store.updateMessages(
      texts.map(({ accountId, id }) => ({
        ...report,
        accountId,
        id,
        status: 'delivered',
        deadlineMs: null,
      })),
    ),
  );
}

/** Prints bytes of WAL for each step of a text's life, in batches of `size` texts of as many accounts. */
async function measure(
  databaseUrl: string,
  seeded: readonly SeededAccount[],
  size: number,
  say: (line: string) => void,
) {
  const sql = openInspector(databaseUrl);
  const database = openDatabase({ url: databaseUrl, clock: systemClock, deadlineMs: 20_000 });
  const store = createStore(database);
  const bytes: Record<string, number> = {};
  let isMeasured = false;
  const position = async () =>
    Number((await sql`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)[0]?.at);
  const step: Step = async (name, work) => {
    const from = await position();
    const done = await work();
    const to = await position();
    if (isMeasured) bytes[name] = (bytes[name] ?? 0) + to - from;
    return done;
  };
  const life = (round: number) => {
    const chosen = (_: unknown, index: number) => seeded[(round * size + index) % accounts] as SeededAccount;
    return live(store, step, Array.from({ length: size }, chosen), round * size);
  };
  try {
    const earlier = Math.max(rounds, Math.ceil(recipients / size));
    for (let round = 0; round < earlier; round++) await life(round);
    isMeasured = true;
    for (let round = 0; round < rounds; round++) await life(earlier + round);
  } finally {
    await database.close();
    await sql.end();
  }
  const texts = rounds * size;
  const each = Object.entries(bytes).map(([name, sum]) => `${name} ${(sum / texts).toFixed(0)}`);
  const whole = Object.values(bytes).reduce((sum, some) => sum + some, 0) / texts;
  say(`  batches of ${size}: ${whole.toFixed(0)} bytes a text (${each.join(', ')})`);
}

/** Prints the section. */
export async function benchWritten(databaseUrl: string, say: (line: string) => void): Promise<void> {
  await migrateSchema(databaseUrl);
  say(
    `\nWAL of a text's whole life through a device, 26 characters to ${recipients} known numbers of ${accounts} accounts`,
  );
  const seeded = await seedAccounts(databaseUrl, accounts, keysEach);
  const sql = openInspector(databaseUrl);
  for (const { id } of seeded)
    await sql`insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
      values (${id}, 1, 1, now(), 0, now(), 0, now(), 0, true)`;
  await sql.end();
  for (const size of [1, 16, 64]) await measure(databaseUrl, seeded, size, say);
}

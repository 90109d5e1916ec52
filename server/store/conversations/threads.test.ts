// Pages of conversations, by whichever way they are found: each once, newest first, and with few rows read however many
// conversations there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { rowsLookedAt } from '../../../test/support/rows_looked_at.ts';
import { mostLookedAt } from './threads.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
afterAll(() => rows.close());

const newest = 2n ** 62n;
const numbered = (expression: string) => `'+1500555' || lpad((${expression})::text, 7, '0')`;

const readAll = async (account: bigint, limit: number) => {
  const found: string[] = [];
  for (let before = newest; ; ) {
    const page = await rows.store.listThreads(account, before, limit, 1e9);
    for (const { addressNorm, lastMessage } of page.threads) found.push(`${addressNorm} ${lastMessage.id}`);
    if (!page.hasMore) return found;
    before = page.threads.at(-1)?.lastMessage.id as bigint;
  }
};

const readPlainly = async (account: bigint) => {
  const plain = await rows.inspect`select address_norm || ' ' || max(id) as line from message
    where account_id = ${account} group by address_norm order by max(id) desc`;
  return plain.map(({ line }) => line as string);
};

/** Accounts whose conversations take turns in different ways; `n` counts an account's texts. */
const histories: Record<string, [texts: number, address: string][]> = {
  'one conversation': [[mostLookedAt + 5, '0']],
  'each text another conversation': [[700, 'n']],
  'by turns': [[3_000, 'n % 400']],
  'at random': [[3_000, 'abs(hashint8(n::int8)) % 300']],
  'a few busy ones above many that rest': [
    [1_500, 'n'],
    [mostLookedAt - 1, '2000 + n % 3'],
  ],
  'as many newest texts of one conversation as are looked at': [
    [300, 'n'],
    [mostLookedAt, '9999'],
  ],
  'rests and busy times': [
    [600, 'n'],
    [2_000, '700 + n % 40'],
    [90, '1000 + n'],
    [1_200, '7'],
    [200, 'n * 3'],
  ],
};

test.each(Object.entries(histories))('all conversations, each once: %s', async (name, history) => {
  const account = BigInt(1 + Object.keys(histories).indexOf(name));
  await rows.addAccount(account);
  for (const [texts, address] of history) await rows.addTexts(account, texts, { address: numbered(address) });
  const expected = await readPlainly(account);
  for (const limit of [7, 50, 1_000]) expect(await readAll(account, limit)).toEqual(expected);
});

test('a page reads no more of thousands of conversations than of hundreds', async () => {
  const touched: number[] = [];
  for (const [account, threads] of [
    [101n, 200],
    [102n, 20_000],
  ] as const) {
    await rows.addAccount(account);
    // The newest of the 1024 of the index are almost complete.
    await rows.addTexts(account, 40_900, { address: numbered(`abs(hashint8(n::int8)) % ${threads}`) });
  }
  await rows.inspect`vacuum analyze message`;
  await rows.inspect`vacuum analyze thread`;
  for (const account of [101n, 102n]) {
    await rows.store.listThreads(account, newest, 50, 1e9);
    touched.push(await rowsLookedAt(rows, (store) => store.listThreads(account, newest, 50, 1e9)));
  }
  const [few, many] = touched as [number, number];
  expect(many).toBeLessThan(1.5 * few);
});

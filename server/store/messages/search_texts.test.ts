// Texts are found by their words among a bounded number of the newest, and a search that goes on finds all others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { readSearch } from '../../domain/contacts/contact.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';
import { prepareSearchTexts } from './search_texts.ts';

let database: Database;
let store: Store;
let accountId: bigint;
let otherId: bigint;
let sql: ReturnType<typeof openInspector>;
const newest = 2n ** 62n;

beforeAll(async () => {
  const url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 20_000 });
  store = createStore(database);
  sql = openInspector(url);
  [accountId = 0n, otherId = 0n] = (await seedAccounts(url, 2, 0)).map(({ id }) => id);
  for (const account of [accountId, otherId])
    await sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
        encoding, charged, attempt, created_at)
      select ${String(account)}, i, i, 'in', '+1500555' || lpad((i % 100)::text, 4, '0'),
        '+1500555' || lpad((i % 100)::text, 4, '0'),
        case when i % 10 = 0 then 'Your 100%_order ' || i || ' is Ready' else 'hello ' || i end, 'received', 'device', 1,
        'gsm7', false, 0, now()
      from generate_series(1, 100) as i`;
  await sql`insert into thread (account_id, address_norm, address, last_message_id, message_count)
    select account_id, address_norm, max(address), max(id), count(*) from message group by account_id, address_norm`;
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

const idsOf = (messages: readonly { id: bigint }[]) => messages.map(({ id }) => Number(id));

/** All that is found, a page after another. */
async function searchAll(words: string, looks: number, most: number) {
  const { searchTexts } = prepareSearchTexts(database, looks);
  const found: number[] = [];
  let [before, pages]: [bigint | null, number] = [newest, 0];
  for (; before !== null; pages++) {
    const page = await searchTexts(accountId, before, readSearch(words).words, most);
    found.push(...idsOf(page.messages));
    before = page.nextBefore;
  }
  return { found, pages };
}

const tens = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10];

test.each([
  [100, 50],
  [7, 50],
  [10, 3],
  [1, 1],
  [1_000, 2],
])('looking at %d texts at a time, %d a page, none is missed and none comes twice', async (looks, most) => {
  expect((await searchAll('ready ORDER', looks, most)).found).toEqual(tens);
});

test('a search looks at so many texts and no more, and says where to go on', async () => {
  const { searchTexts } = prepareSearchTexts(database, 20);
  const page = await searchTexts(accountId, newest, readSearch('ready order').words, 50);
  expect([idsOf(page.messages), page.nextBefore]).toEqual([[100, 90], 81n]);
  const none = await searchTexts(accountId, newest, readSearch('nowhere').words, 50);
  expect([idsOf(none.messages), none.nextBefore]).toEqual([[], 81n]);
  expect((await searchTexts(accountId, 21n, readSearch('nowhere').words, 50)).nextBefore).toBe(1n);
  expect((await searchTexts(accountId, 1n, readSearch('nowhere').words, 50)).nextBefore).toBeNull();
});

test('signs that a pattern is made of are looked for as they are', async () => {
  expect((await searchAll('100%_', 1_000, 50)).found).toEqual(tens);
  expect((await searchAll('1%0', 1_000, 50)).found).toEqual([]);
  expect((await searchAll('h_llo', 1_000, 50)).found).toEqual([]);
  expect((await searchAll('\\', 1_000, 50)).found).toEqual([]);
});

test('conversations are found by any part of a number, each once, newest first', async () => {
  const of = (typed: string, beginnings: string[] = []) =>
    store.searchThreads(accountId, newest, beginnings, readSearch(typed).numbers, 20);
  expect((await of('0042')).map(({ addressNorm }) => addressNorm)).toEqual(['+15005550042']);
  expect(await of('+4930')).toEqual([]);
  const begun = await of('5005550', ['+15005550']);
  expect(begun).toHaveLength(20);
  expect(begun.map(({ lastMessage }) => Number(lastMessage.id))).toEqual(
    Array.from({ length: 20 }, (_, index) => 100 - index),
  );
});

test('a word is found in any case, in any alphabet, on both sides', async () => {
  const bodies = ['Öffnung um ACHT', 'Привет, ÄNNE', 'ΟΔΟΣ', 'İstanbul', 'été À PARIS'];
  await sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
      encoding, charged, attempt, created_at)
    select ${String(otherId)}, 1000 + i, 1000 + i, 'in', '+15005550001', '+15005550001', body, 'received', 'device', 1,
      'ucs2', false, 0, now()
    from unnest(${bodies}::text[]) with ordinality as b (body, i)`;
  const { searchTexts } = prepareSearchTexts(database);
  const bodiesOf = async (typed: string) =>
    (await searchTexts(otherId, newest, readSearch(typed).words, 50)).messages.map(({ body }) => body);
  for (const typed of ['öffnung', 'ÖFFNUNG', 'Öffnung acht'])
    expect(await bodiesOf(typed)).toEqual([bodies[0]]);
  for (const typed of ['привет', 'ПРИВЕТ änne', 'Änne']) expect(await bodiesOf(typed)).toEqual([bodies[1]]);
  for (const typed of ['οδοσ', 'ΟΔΟΣ', 'Οδοσ']) expect(await bodiesOf(typed)).toEqual([bodies[2]]);
  expect(await bodiesOf('à paris ÉTÉ')).toEqual([bodies[4]]);
  expect(await bodiesOf('offnung')).toEqual([]);
});

// What a person has not read, and conversations by the beginning of a number.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { rowsLookedAt } from '../../../test/support/rows_looked_at.ts';
import { mostUnread } from './threads.ts';

let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
beforeEach(() => rows.addAccount(++account));
afterAll(() => rows.close());

const [anna, ben] = [41n, 42n];
const newest = 1_000_000n;
const list = async (userId = anna, limit = 100, before = newest) => {
  const page = await rows.store.listUnreadThreads({ accountId: account, userId }, before, limit, 1e6);
  return page.threads.map(({ addressNorm, unread }) => [addressNorm, unread]);
};
const read = (address: string, id: bigint, userId = anna) =>
  rows.store.markRead({ accountId: account, userId }, address, id);
const received = (address: string) => ({ address: `'${address}'`, direction: "'in'", status: "'received'" });

test('received texts are unread until a person has read so far, and for that person alone', async () => {
  await rows.addTexts(account, 3, received('+15005550006'));
  await rows.addTexts(account, 2, { address: "'+15005550007'" });
  await rows.addTexts(account, 2, received('+15005550008'));
  const [six, seven, eight] = ['+15005550006', '+15005550007', '+15005550008'];
  expect(await list()).toEqual([
    [eight, 2],
    [seven, 0],
    [six, 3],
  ]);
  expect(await read(six as string, 2n)).toBe(true);
  expect(await read(eight as string, 7n)).toBe(true);
  expect(await list()).toEqual([
    [eight, 0],
    [seven, 0],
    [six, 1],
  ]);
  expect((await list(ben))[2]).toEqual([six, 3]);
  // Never back, and no further than there are texts: what comes after is unread.
  await read(six as string, 1n);
  await read(eight as string, newest);
  await rows.addTexts(account, 1, received('+15005550008'));
  expect(await list()).toEqual([
    [eight, 1],
    [seven, 0],
    [six, 1],
  ]);
});

test('a conversation that the account does not have is not marked', async () => {
  expect(await read('+15005550006', 1n)).toBe(false);
  await rows.addTexts(account, 1);
  account++;
  await rows.addAccount(account);
  expect(await read('+15005550006', 1n)).toBe(false);
});

test('no more than the newest texts of a conversation are counted', async () => {
  await rows.addTexts(account, mostUnread + 1, received('+15005550006'));
  expect(await list()).toEqual([['+15005550006', mostUnread]]);
  await read('+15005550006', 2n);
  expect(await list()).toEqual([['+15005550006', mostUnread - 1]]);
});

test('pages of conversations hold each once', async () => {
  await rows.addTexts(account, 50, { address: `'+150055501' || lpad(n::text, 2, '0')` });
  const seen: bigint[] = [];
  for (let before = newest; ; ) {
    const page = await rows.store.listUnreadThreads({ accountId: account, userId: anna }, before, 7, 1e6);
    seen.push(...page.threads.map(({ lastMessage }) => lastMessage.id));
    if (!page.hasMore) break;
    before = page.threads.at(-1)?.lastMessage.id as bigint;
  }
  expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => BigInt(50 - n)));
});

test('conversations are found by what their number begins with, in order of number', async () => {
  for (const address of [
    '+15005550006',
    '+15009',
    '+150',
    '1500',
    '15',
    'Acme',
    '+491500',
    '+15a',
    '+15005550007',
  ])
    await rows.addTexts(account, 1, received(address));
  const find = async (beginnings: string[], after = '', limit = 100) => {
    const found = await rows.store.findUnreadThreads(
      { accountId: account, userId: anna },
      beginnings,
      after,
      limit,
    );
    return { numbers: found.threads.map(({ addressNorm }) => addressNorm), hasMore: found.hasMore };
  };
  expect((await find(['+15005'])).numbers).toEqual(['+15005550006', '+15005550007']);
  expect((await find(['+150', '150'])).numbers.toSorted()).toEqual(
    ['+150', '+15005550006', '+15005550007', '+15009', '1500'].toSorted(),
  );
  expect((await find(['+9'])).numbers).toEqual([]);
  const first = await find(['+150'], '', 2);
  expect(first).toEqual({ numbers: ['+150', '+15005550006'], hasMore: true });
  expect(await find(['+150'], '+15005550006', 2)).toEqual({
    numbers: ['+15005550007', '+15009'],
    hasMore: false,
  });
});

test('a page reads neither texts that were sent nor what the person has read elsewhere', async () => {
  await rows.addAccount(1_000n);
  await rows.addTexts(1_000n, 5_000, { address: `'+1700' || n` });
  await rows.addTexts(account, 10_000, { address: `'+150055501' || lpad((n % 80)::text, 2, '0')` });
  await rows.inspect`insert into thread_read (account_id, user_id, address_norm, last_message_id)
    select ${account}, ${anna}, '+1600' || n, 1 from generate_series(1, 20000) n`;
  for (const table of ['message', 'thread', 'thread_read'])
    await rows.inspect.unsafe(`vacuum analyze ${table}`);
  const reader = { accountId: account, userId: anna };
  const looked = await rowsLookedAt(rows, (store) => store.listUnreadThreads(reader, newest, 50, 1e6));
  expect(looked).toBeLessThan((50 * mostUnread) / 2);
});

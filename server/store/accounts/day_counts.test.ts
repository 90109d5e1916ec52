// Days are counted by blocks of ids: what is finished once, what is not again, and the newest block by each look.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { blockSize } from './day_counts.ts';

let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
beforeEach(() => rows.addAccount(++account));
afterAll(() => rows.close());

const now = Date.parse('2026-11-20T12:00:00Z');
const from = '2026-11-01';
const find = async (countedBeforeMs = 0, since = from) => {
  const blocks = await rows.store.findBlocks(account, since, countedBeforeMs);
  if (!blocks) throw new Error('the account is unknown');
  return blocks;
};
const due = async (countedBeforeMs = 0) => (await find(countedBeforeMs)).due;
const days = async () => rows.store.listDayCounts(account, await find(), { from, to: '2026-12-01' });
const count = (block: bigint, atMs = now) => rows.store.countBlock(account, block, from, atMs);
const onDay = (day: string) => ({ createdAt: `timestamptz '${day} 10:00:00+00'` });

test('an account without texts has nothing to count', async () => {
  expect(await find()).toEqual({ oldest: 0n, newest: 0n, due: [] });
  expect(await days()).toEqual([]);
  expect(await rows.store.findBlocks(99_999n, from, 0)).toBeUndefined();
});

test('each text counts on the day that it was accepted or received, by what became of it', async () => {
  const expected = [
    { day: '2026-11-01', sent: 6, delivered: 0, failed: 4, received: 0 },
    { day: '2026-11-02', sent: 9, delivered: 6, failed: 0, received: 5 },
  ];
  await rows.addTexts(account, 3, onDay('2026-10-31'));
  await rows.addTexts(account, 4, { ...onDay('2026-11-01'), status: "'failed'" });
  await rows.addTexts(account, 2, { ...onDay('2026-11-01'), status: "'queued'" });
  await rows.addTexts(account, 5, { ...onDay('2026-11-02'), direction: "'in'", status: "'received'" });
  await rows.addTexts(account, 6, { createdAt: `timestamptz '2026-11-02 23:59:59.999+00'` });
  // Cancelled is a state of its own: nothing failed.
  await rows.addTexts(account, 3, { ...onDay('2026-11-02'), status: "'failed'" });
  await rows.inspect`update message set error = 'cancelled: x' where account_id = ${account} and id > 20`;
  // They are among the newest block: it is counted by each look, and nothing is kept.
  expect(await days()).toEqual(expected);
  await rows.addTexts(account, blockSize, onDay('2026-12-01'));
  expect(await days()).toEqual([]);
  await count(0n);
  expect(await days()).toEqual(expected);
});

test('a full block whose texts are finished is counted once, any other again after a while', async () => {
  await rows.addTexts(account, blockSize - 1);
  expect(await due()).toEqual([]);
  await rows.addTexts(account, 1, { status: "'sent'" });
  await rows.addTexts(account, blockSize, { status: "'delivered'" });
  expect(await due()).toEqual([1n, 0n]);
  for (const block of [1n, 0n]) await count(block);
  // Block 1 holds a text that is not finished.
  expect(await due(now)).toEqual([]);
  expect(await due(now + 1)).toEqual([1n]);
  await rows.inspect`update message set status = 'delivered' where account_id = ${account} and status = 'sent'`;
  await count(1n, now + 2);
  expect(await due(now + 9)).toEqual([]);
  expect((await days()).reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2 * blockSize);
});

test('what was over before the month began is neither counted nor read', async () => {
  await rows.addTexts(account, 3 * blockSize, onDay('2026-10-20'));
  await rows.addTexts(account, 2 * blockSize, onDay('2026-11-02'));
  expect(await due()).toEqual([4n, 3n, 2n, 1n, 0n]);
  // The first and the last text of block 3 are from November, and the first of block 2, as ids begin at 1.
  expect([await count(4n), await count(3n), await count(2n)]).toEqual([false, false, true]);
  expect(await find()).toEqual({ oldest: 3n, newest: 5n, due: [] });
  expect(await days()).toMatchObject([{ day: '2026-11-02', sent: 2 * blockSize }]);
  // The next month begins above it.
  expect(await find(0, '2026-12-01')).toEqual({ oldest: 5n, newest: 5n, due: [] });
});

test('what was counted earlier does not replace what was counted later', async () => {
  await rows.addTexts(account, blockSize - 1, onDay('2026-11-05'));
  await rows.addTexts(account, 1, onDay('2026-12-01'));
  await count(0n, now + 1_000);
  await rows.inspect`update message set status = 'failed' where account_id = ${account}`;
  await count(0n, now);
  expect(await days()).toMatchObject([{ delivered: blockSize - 1, failed: 0 }]);
  await count(0n, now + 1_000);
  expect(await days()).toMatchObject([{ delivered: 0, failed: blockSize - 1 }]);
});

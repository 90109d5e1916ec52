// Days are counted by blocks of ids: what is finished once, what is not again, and the newest block always.
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
const november = { fromId: 1n, from: '2026-11-01', to: '2026-12-01' };
const due = (countedBeforeMs = 0, fromId = 1n) => rows.store.listDueBlocks(account, fromId, countedBeforeMs);
const days = () => rows.store.listDayCounts(account, november);
const onDay = (day: string) => ({ createdAt: `timestamptz '${day} 10:00:00+00'` });

test('an account without texts has nothing to count', async () => {
  expect(await due()).toEqual([]);
  expect(await days()).toEqual([]);
  expect(await rows.store.listDueBlocks(99_999n, 1n, 0)).toEqual([]);
});

test('each text counts on the day that it was accepted or received, by what became of it', async () => {
  await rows.addTexts(account, 3, onDay('2026-10-31'));
  await rows.addTexts(account, 4, { ...onDay('2026-11-01'), status: "'failed'" });
  await rows.addTexts(account, 2, { ...onDay('2026-11-01'), status: "'queued'" });
  await rows.addTexts(account, 5, { ...onDay('2026-11-02'), direction: "'in'", status: "'received'" });
  await rows.addTexts(account, 6, { createdAt: `timestamptz '2026-11-02 23:59:59.999+00'` });
  await rows.store.countBlock(account, 0n, now);
  expect(await days()).toEqual([
    { day: '2026-11-01', sent: 6, delivered: 0, failed: 4, received: 0 },
    { day: '2026-11-02', sent: 6, delivered: 6, failed: 0, received: 5 },
  ]);
});

test('a full block whose texts are finished is counted once, any other again', async () => {
  await rows.addTexts(account, blockSize - 1);
  expect(await due()).toEqual([0n]);
  await rows.store.countBlock(account, 0n, now);
  expect(await due(now)).toEqual([0n]);
  await rows.addTexts(account, 1, { status: "'sent'" });
  // It was not known to be full.
  expect(await due(now + 1)).toEqual([1n, 0n]);
  for (const block of [0n, 1n]) await rows.store.countBlock(account, block, now);
  expect(await due(now)).toEqual([1n]);
  await rows.addTexts(account, blockSize, { status: "'delivered'" });
  // Block 1 holds a text that is not finished: it is counted again after a while only.
  for (const block of [1n, 2n]) await rows.store.countBlock(account, block, now + 1);
  expect(await due(now + 1)).toEqual([2n]);
  expect(await due(now + 2)).toEqual([2n, 1n]);
  await rows.inspect`update message set status = 'delivered' where account_id = ${account} and status = 'sent'`;
  await rows.store.countBlock(account, 1n, now + 2);
  expect(await due(now + 9)).toEqual([2n]);
  expect((await days()).reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2 * blockSize);
  // A month that begins later does not ask for the blocks before it.
  expect(await due(now + 9, BigInt(2 * blockSize))).toEqual([2n]);
});

test('what was counted earlier does not replace what was counted later', async () => {
  await rows.addTexts(account, 3, onDay('2026-11-05'));
  await rows.store.countBlock(account, 0n, now + 1_000);
  await rows.inspect`update message set status = 'failed' where account_id = ${account}`;
  await rows.store.countBlock(account, 0n, now);
  expect(await days()).toMatchObject([{ delivered: 3, failed: 0 }]);
  await rows.store.countBlock(account, 0n, now + 1_000);
  expect(await days()).toMatchObject([{ delivered: 0, failed: 3 }]);
});

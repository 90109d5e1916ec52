// The days of a month are counted beside the request: it waits a moment, says when it is not complete, and what failed is
// repeated by the next look.
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { createReadMonth, type ReadMonth } from './days.ts';

const blocks = [3n, 2n, 1n];
let due = blocks;
const days = [{ day: '2026-11-01', sent: 1, delivered: 1, failed: 0, received: 0 }];
let clock: ManualClock;
let readMonth: ReadMonth;
/** What is asked of the store, in order. */
let asked: string[];
/** Counts of blocks that have begun and wait to be let on. */
let open: { resolve(isBefore: boolean): void; reject(error: Error): void }[];

beforeEach(() => {
  due = blocks;
  clock = new ManualClock('2026-11-20T12:00:00Z');
  asked = [];
  open = [];
  const store = {
    findBlocks: async (_id: bigint, from: string) => {
      asked.push(from);
      return { oldest: 1n, newest: 4n, due };
    },
    countBlock: (id: bigint, block: bigint) => {
      asked.push(`${id}/${block}`);
      return new Promise<boolean>((resolve, reject) => open.push({ resolve, reject }));
    },
    listDayCounts: async (
      _id: bigint,
      { oldest, newest }: { oldest: bigint; newest: bigint },
      { from, to }: { from: string; to: string },
    ) => {
      asked.push(`${oldest} ${newest} ${from} ${to}`);
      return days;
    },
  };
  readMonth = createReadMonth({ store, clock, log: createLog('test', 'silent') });
});

/** Lets everything on that can go on by itself. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const letOn = async (isBefore = false) => {
  open.shift()?.resolve(isBefore);
  await settle();
};

test('a month is complete once its blocks are counted, one after the other', async () => {
  const read = readMonth(7n);
  await settle();
  for (const _ of blocks) await letOn();
  expect(await read).toEqual({ days, isComplete: true });
  expect(asked).toEqual(['2026-11-01', '7/3', '7/2', '7/1', '1 4 2026-11-01 2026-12-01']);
});

test('whoever looks waits a second at most; the count goes on, and others who look share it', async () => {
  const first = readMonth(7n);
  const second = readMonth(7n);
  await settle();
  clock.advance(999);
  await settle();
  expect(asked).not.toContain('1 4 2026-11-01 2026-12-01');
  clock.advance(1);
  expect(await first).toEqual({ days, isComplete: false });
  expect((await second).isComplete).toBe(false);
  for (const _ of blocks) await letOn();
  expect(asked.filter((line) => line.startsWith('7/'))).toEqual(['7/3', '7/2', '7/1']);
});

test('a count that fails is repeated by the next look', async () => {
  const read = readMonth(7n);
  await settle();
  open.shift()?.reject(new Error('away'));
  expect((await read).isComplete).toBe(false);
  const again = readMonth(7n);
  await settle();
  for (const _ of blocks) await letOn();
  expect((await again).isComplete).toBe(true);
});

test('no more than 50 accounts are counted at a time; others are shown what is there', async () => {
  for (let id = 1n; id <= 50n; id++) void readMonth(id);
  await settle();
  expect(open).toHaveLength(50);
  expect(await readMonth(51n)).toEqual({ days, isComplete: false });
  expect(open).toHaveLength(50);
});

test('what is older than a block from before the month is not counted', async () => {
  const read = readMonth(7n);
  await settle();
  await letOn();
  await letOn(true);
  expect((await read).isComplete).toBe(true);
  expect(asked.filter((line) => line.startsWith('7/'))).toEqual(['7/3', '7/2']);
});

test('a month of which nothing is due is read at once', async () => {
  due = [];
  expect(await readMonth(7n)).toEqual({ days, isComplete: true });
  expect(asked).toEqual(['2026-11-01', '1 4 2026-11-01 2026-12-01']);
});

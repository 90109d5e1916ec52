// Texts are counted beside the request: it waits a moment, says when the stats are not complete, and what failed is
// repeated by the next look. What is asked for has bounds.
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Stat, StatsRange } from '../../store/stats/list_stats.ts';
import { createReadStats, type ReadStats } from './stats.ts';
import type { AskedStats } from './stats_range.ts';

const { clock, run, idle, during } = simulateEachTest({ start: '2026-11-20T12:00:00Z' });

const stat = { day: '2026-11-01', sent: 1 } as Stat;
const month = { from: '2026-11-01', to: '2026-11-30' };
let read: ReadStats;
/** Blocks that were counted, and what was listed, in order. */
let asked: string[];
/** Counts of blocks that have begun and wait to be let on. */
let open: { go(): void; fail(): void }[];
let lowBlock: bigint;
let changed: bigint[];
let found: number;

beforeEach(() => {
  [asked, open, lowBlock, changed, found] = [[], [], 3n, [], 1];
  const state = () => ({
    ...{ version: 1n, isUsable: true, zone: 'UTC', today: '2026-11-20', lowBlock, lowDay: null },
    ...{ changed, changedSeq: 9n, isLast: true },
  });
  const store = {
    findCountState: async (accountId: bigint) => (accountId === 99n ? undefined : state()),
    beginCount: async () => 1n,
    listOlderBlocks: async (_: bigint, below: bigint, most: number) =>
      Array.from({ length: Math.min(Number(below), most) }, (_each, index) => below - 1n - BigInt(index)),
    countBlocks: (accountId: bigint, version: bigint, blocks: readonly bigint[]) => {
      asked.push(`${accountId}/${blocks.join(' ')}`);
      return new Promise<{ version: bigint; lowBlock: bigint; lowDay: null }>((resolve, reject) =>
        open.push({
          go() {
            changed = [];
            const least = blocks.at(-1);
            if (least !== undefined && least < lowBlock) lowBlock = least;
            resolve({ version: version + 1n, lowBlock, lowDay: null });
          },
          fail: () => reject(new Error('away')),
        }),
      );
    },
    listStats: async (_: bigint, { from, to }: StatsRange) => {
      asked.push(`${from} ${to}`);
      return Array.from({ length: found }, () => stat);
    },
  };
  read = createReadStats({ store, clock, log: createLog('test', 'silent') });
});

const letOn = async () => {
  open.shift()?.go();
  await idle();
};
const days = { by: 'day', split: null } as const;
const refusal = (range: Partial<AskedStats>) =>
  read(7n, { ...days, ...range }).then(
    () => 'taken',
    (error) => error.message,
  );

test('stats are complete once what changed and what was never counted is counted', async () => {
  changed = [5n];
  const reading = read(7n, days);
  await idle();
  await letOn();
  await letOn();
  expect(await reading).toEqual({
    stats: [stat],
    range: { ...month, ...days },
    zone: 'UTC',
    isComplete: true,
  });
  expect(asked).toEqual(['7/5', '7/2 1 0', '2026-11-01 2026-11-30']);
});

test('whoever looks waits a second at most; the count goes on', async () => {
  const reading = read(7n, days);
  await idle();
  await run(999);
  await idle();
  expect(asked).toEqual(['7/2 1 0']);
  await run(1);
  expect((await reading).isComplete).toBe(false);
  await letOn();
  expect((await read(7n, days)).isComplete).toBe(true);
});

test('who looks while a count runs waits for one that began after they looked, and shares it', async () => {
  const first = read(7n, days);
  await idle();
  const others = [read(7n, days), read(7n, days)];
  await idle();
  changed = [2n];
  open.shift()?.go();
  changed = [2n];
  await idle();
  expect((await first).isComplete).toBe(true);
  await letOn();
  expect((await Promise.all(others)).map(({ isComplete }) => isComplete)).toEqual([true, true]);
  expect(asked.filter((line) => line.startsWith('7/'))).toEqual(['7/2 1 0', '7/2']);
});

test('a count that fails is repeated by the next look', async () => {
  const reading = read(7n, days);
  await idle();
  open.shift()?.fail();
  expect((await reading).isComplete).toBe(false);
  const again = read(7n, days);
  await idle();
  await letOn();
  expect((await again).isComplete).toBe(true);
});

test('no more than 50 accounts are counted at a time; others are shown what is there', async () => {
  const begun = Array.from({ length: 50 }, (_, index) => read(BigInt(101 + index), days));
  await idle();
  expect(open).toHaveLength(50);
  expect((await read(151n, days)).isComplete).toBe(false);
  expect(open).toHaveLength(50);
  await during(Promise.all(begun));
});

test('400 days are taken and 401 refused, and days that are none', async () => {
  lowBlock = 0n;
  expect(await refusal({ from: '2025-01-01', to: '2026-02-04' })).toBe('taken');
  expect(await refusal({ from: '2025-01-01', to: '2026-02-05' })).toBe(
    'from and to must span at most 400 days',
  );
  expect(await refusal({ from: '2026-11-02', to: '2026-11-01' })).toBe('to must not be before from');
  for (const day of ['2026-02-30', '2026-2-3', 'today', '', '1969-12-31', '2026-11-01T00:00:00Z'])
    expect(await refusal({ from: day })).toBe('from must be a day, like 2026-11-20');
});

test('without days the present month is answered, with a first day all until today, with a last day its month', async () => {
  lowBlock = 0n;
  for (const range of [{}, { from: '2026-10-05' }, { to: '2026-10-05' }, { from: '2026-12-05' }])
    await read(7n, { ...days, ...range });
  expect(asked).toEqual([
    '2026-11-01 2026-11-30',
    '2026-10-05 2026-11-20',
    '2026-10-01 2026-10-05',
    '2026-12-05 2026-12-05',
  ]);
});

test('10,000 stats are answered and 10,001 refused; an unknown account has none', async () => {
  lowBlock = 0n;
  found = 10_000;
  expect((await read(7n, days)).stats).toHaveLength(10_000);
  found = 10_001;
  expect(await refusal({})).toBe(
    'an answer may have at most 10000 stats: ask for weeks or months, or for fewer days',
  );
  await expect(read(99n, days)).rejects.toThrow('account not found');
});

import { describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { Refusal } from '../errors/errors.ts';
import { createCoreBatcher } from './batcher.ts';

const simulated = simulateEachTest();
const { clock, run, idle } = simulated;

/** A batcher whose batches are answered by the test. */
type Bounds = { maxBatch: number; maxInFlight: number; worthAnother: number; maxItems: number };

function openBatcher(bounds: Partial<Bounds> = {}) {
  const batches: { items: number[]; answer: (results?: (number | Error)[]) => void; fail: () => void }[] = [];
  const batcher = createCoreBatcher<number, number>({
    maxBatch: 500,
    maxInFlight: 2,
    worthAnother: 1,
    lateMs: 250,
    maxItems: 10_000,
    maxWaitMs: 5_000,
    ...bounds,
    clock,
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          answer: (results = items.map((item) => item * 10)) => resolve(results),
          fail: () => reject(new Error('lost')),
        });
      }),
  });
  return { batcher, batches };
}

describe('a batcher', () => {
  test('a batcher sends what arrives together as one batch and gives everyone their own result', async () => {
    const { batcher, batches } = openBatcher();
    const results = Promise.all([batcher(1), batcher(2), batcher(3)]);
    await idle();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.answer();
    expect(await results).toEqual([10, 20, 30]);
  });

  test('never has more batches in flight than allowed, and collects meanwhile', async () => {
    const { batcher, batches } = openBatcher();
    const all: Promise<number>[] = [];
    for (let item = 1; item <= 5; item++) {
      all.push(batcher(item));
      await idle();
    }
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    batches[1]?.answer();
    await idle();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    batches[0]?.answer();
    batches[2]?.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  });

  test('lets another batch leave while one runs only when it is worth its price', async () => {
    const { batcher, batches } = openBatcher({ worthAnother: 3 });
    const all = [batcher(1)];
    await idle();
    all.push(batcher(2), batcher(3));
    await idle();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    all.push(batcher(4));
    await idle();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    all.push(batcher(5));
    for (const batch of batches) batch.answer();
    await idle();
    expect(batches.at(-1)?.items).toEqual([5]);
    batches.at(-1)?.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  });

  test('lets few items leave beside a batch that is late, as one at a core that froze', async () => {
    const { batcher, batches } = openBatcher({ worthAnother: 3 });
    const all = [batcher(1)];
    await idle();
    all.push(batcher(2));
    await idle();
    await run(249);
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    await run(1);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    // Both are under way: what comes now waits for one of them, however late they are.
    all.push(batcher(3));
    await run(1_000);
    expect(batches).toHaveLength(2);
    batches[1]?.answer();
    await idle();
    expect(batches[2]?.items).toEqual([3]);
    for (const batch of batches) batch.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30]);
  });

  test('a timer for late batches ends with the wait of its items', async () => {
    const { batcher, batches } = openBatcher({ worthAnother: 2 });
    const all = [batcher(1)];
    await idle();
    all.push(batcher(2));
    await idle();
    expect(simulated.simulation.time.describe()).toHaveLength(1);
    batches[0]?.answer();
    await idle();
    expect(batches).toHaveLength(2);
    expect(simulated.simulation.time.describe()).toEqual([]);
    batches[1]?.answer();
    expect(await Promise.all(all)).toEqual([10, 20]);
  });

  test('splits what is more than a batch holds', async () => {
    const { batcher, batches } = openBatcher({ maxBatch: 2, maxInFlight: 1 });
    const all = Promise.all([1, 2, 3].map(batcher));
    await idle();
    batches[0]?.answer();
    await idle();
    batches[1]?.answer();
    expect(await all).toEqual([10, 20, 30]);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  });

  test('a batcher refuses what is more than its queue holds, and takes more once that is done', async () => {
    const { batcher, batches } = openBatcher({ maxItems: 2 });
    const taken = Promise.all([batcher(1), batcher(2)]);
    await expect(batcher(3)).rejects.toThrow(Refusal);
    await idle();
    batches[0]?.answer();
    await taken;
    const later = batcher(4);
    await idle();
    batches[1]?.answer();
    expect(await later).toBe(40);
  });

  test('an item that failed alone fails alone', async () => {
    const { batcher, batches } = openBatcher();
    const all = Promise.allSettled([batcher(1), batcher(2)]);
    await idle();
    batches[0]?.answer([new Error('refused'), 20]);
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('a batch that is lost fails its items and frees its place', async () => {
    const { batcher, batches } = openBatcher({ maxInFlight: 1 });
    const lost = batcher(1);
    await idle();
    const next = batcher(2);
    batches[0]?.fail();
    await expect(lost).rejects.toThrow('lost');
    await idle();
    batches[1]?.answer();
    expect(await next).toBe(20);
  });

  test('an item that waited too long is refused without being sent', async () => {
    const { batcher, batches } = openBatcher({ maxInFlight: 1 });
    const first = batcher(1);
    await idle();
    const stale = batcher(2);
    stale.catch(() => {});
    await run(5_001);
    const fresh = batcher(3);
    batches[0]?.answer();
    await first;
    await idle();
    expect(batches[1]?.items).toEqual([3]);
    batches[1]?.answer();
    expect(await fresh).toBe(30);
    await expect(stale).rejects.toThrow(Refusal);
  });
});

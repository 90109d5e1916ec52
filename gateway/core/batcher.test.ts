import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { Refusal } from '../edge/errors/errors.ts';
import { createCoreBatcher } from './batcher.ts';

/** A batcher whose batches are answered by the test. */
type Bounds = { maxBatch: number; maxInFlight: number; worthAnother: number; maxItems: number };

function openBatcher(bounds: Partial<Bounds> = {}) {
  const clock = new ManualClock();
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
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  return { batcher, batches, clock, turn };
}

describe('a batcher', () => {
  test('a batcher sends what arrives together as one batch and gives everyone their own result', async () => {
    const { batcher, batches, turn } = openBatcher();
    const results = Promise.all([batcher(1), batcher(2), batcher(3)]);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.answer();
    expect(await results).toEqual([10, 20, 30]);
  });

  test('never has more batches in flight than allowed, and collects meanwhile', async () => {
    const { batcher, batches, turn } = openBatcher();
    const all: Promise<number>[] = [];
    for (let item = 1; item <= 5; item++) {
      all.push(batcher(item));
      await turn();
    }
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    batches[1]?.answer();
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    batches[0]?.answer();
    batches[2]?.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  });

  test('lets another batch leave while one runs only when it is worth its price', async () => {
    const { batcher, batches, turn } = openBatcher({ worthAnother: 3 });
    const all = [batcher(1)];
    await turn();
    all.push(batcher(2), batcher(3));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    all.push(batcher(4));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    all.push(batcher(5));
    for (const batch of batches) batch.answer();
    await turn();
    expect(batches.at(-1)?.items).toEqual([5]);
    batches.at(-1)?.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  });

  test('lets few items leave beside a batch that is late, as one at a core that froze', async () => {
    const { batcher, batches, clock, turn } = openBatcher({ worthAnother: 3 });
    const all = [batcher(1)];
    await turn();
    all.push(batcher(2));
    await turn();
    clock.advance(249);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    clock.advance(1);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    // Both are under way: what comes now waits for one of them, however late they are.
    all.push(batcher(3));
    clock.advance(1_000);
    await turn();
    expect(batches).toHaveLength(2);
    batches[1]?.answer();
    await turn();
    expect(batches[2]?.items).toEqual([3]);
    for (const batch of batches) batch.answer();
    expect(await Promise.all(all)).toEqual([10, 20, 30]);
  });

  test('splits what is more than a batch holds', async () => {
    const { batcher, batches, turn } = openBatcher({ maxBatch: 2, maxInFlight: 1 });
    const all = Promise.all([1, 2, 3].map(batcher));
    await turn();
    batches[0]?.answer();
    await turn();
    batches[1]?.answer();
    expect(await all).toEqual([10, 20, 30]);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  });

  test('a batcher refuses what is more than its queue holds, and takes more once that is done', async () => {
    const { batcher, batches, turn } = openBatcher({ maxItems: 2 });
    const taken = Promise.all([batcher(1), batcher(2)]);
    await expect(batcher(3)).rejects.toThrow(Refusal);
    await turn();
    batches[0]?.answer();
    await taken;
    const later = batcher(4);
    await turn();
    batches[1]?.answer();
    expect(await later).toBe(40);
  });

  test('an item that failed alone fails alone', async () => {
    const { batcher, batches, turn } = openBatcher();
    const all = Promise.allSettled([batcher(1), batcher(2)]);
    await turn();
    batches[0]?.answer([new Error('refused'), 20]);
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('a batch that is lost fails its items and frees its place', async () => {
    const { batcher, batches, turn } = openBatcher({ maxInFlight: 1 });
    const lost = batcher(1);
    await turn();
    const next = batcher(2);
    batches[0]?.fail();
    await expect(lost).rejects.toThrow('lost');
    await turn();
    batches[1]?.answer();
    expect(await next).toBe(20);
  });

  test('an item that waited too long is refused without being sent', async () => {
    const { batcher, batches, clock, turn } = openBatcher({ maxInFlight: 1 });
    const first = batcher(1);
    await turn();
    const stale = batcher(2);
    stale.catch(() => {});
    clock.advance(5_001);
    const fresh = batcher(3);
    batches[0]?.answer();
    await first;
    await turn();
    expect(batches[1]?.items).toEqual([3]);
    batches[1]?.answer();
    expect(await fresh).toBe(30);
    await expect(stale).rejects.toThrow(Refusal);
  });
});

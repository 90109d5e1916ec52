// Batches with turns: each owner that waits has an item in the next batch before any has a second one.
import { expect, test } from 'vitest';
import { FairBatcher } from './fair_batcher.ts';

interface Item {
  owner: string;
  size: number;
}

/** A batcher whose batches end when the test lets them. */
function world({ maxOfOwner = 100, maxWaiting = 100 } = {}) {
  const batches: string[][] = [];
  let end = () => {};
  const batcher = new FairBatcher<Item, string>({
    ownerOf: ({ owner }) => owner,
    sizeOf: ({ size }) => size,
    maxBatch: 4,
    maxOfOwner,
    maxWaiting,
    run: (items) => {
      batches.push(items.map(({ owner, size }) => `${owner}${size}`));
      return new Promise((resolve) => {
        end = () => resolve(items.map(({ owner }) => (owner === 'bad' ? new Error('bad') : owner)));
      });
    },
  });
  const take = (owner: string, size = 1) => batcher.take({ owner, size });
  const next = async () => {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, take, next };
}

test('what comes together is one batch, and each has its own answer', async () => {
  const { batches, take, next } = world();
  const answers = Promise.allSettled([take('a'), take('bad'), take('b')]);
  await next();
  await next();
  expect(batches).toEqual([['a1', 'bad1', 'b1']]);
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an owner that asks for much keeps no other waiting', async () => {
  const { batches, take, next } = world();
  for (let n = 0; n < 9; n++) void take('a');
  await next();
  for (const owner of ['b', 'c']) void take(owner);
  for (let n = 0; n < 3; n++) await next();
  expect(batches).toEqual([
    ['a1', 'a1', 'a1', 'a1'],
    ['a1', 'b1', 'c1', 'a1'],
    ['a1', 'a1', 'a1'],
  ]);
});

test('an item that does not fit is the first of the next batch, however many small ones come', async () => {
  const { batches, take, next } = world();
  void take('small');
  void take('large', 4);
  for (let n = 0; n < 4; n++) void take('small');
  await next();
  for (let n = 0; n < 2; n++) await next();
  expect(batches).toEqual([['small1', 'small1', 'small1', 'small1'], ['large4'], ['small1']]);
});

test('so much waits of an owner, and of all, and no more', async () => {
  const refusal = { code: 'unavailable' };
  const { take, next } = world({ maxOfOwner: 5, maxWaiting: 8 });
  const first = [take('a', 4), take('a')];
  await expect(take('a')).rejects.toMatchObject(refusal);
  const others = [take('b', 3)];
  await expect(take('c')).rejects.toMatchObject(refusal);
  for (let n = 0; n < 4; n++) await next();
  expect(await Promise.all([...first, ...others])).toEqual(['a', 'a', 'b']);
  const again = take('c');
  for (let n = 0; n < 2; n++) await next();
  expect(await again).toBe('c');
});

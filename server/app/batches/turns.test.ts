// Accounts take turns: one with many rows delays another by a few runs, and one that is locked delays nobody.
import { expect, test } from 'vitest';
import { takeTurns } from './turns.ts';

/** A queue of accounts' rows, the oldest first, of which a run takes so many; nothing moves of those that are locked. */
function queueOf(rows: bigint[], most: number, locked: readonly bigint[] = []) {
  const order: bigint[] = [];
  let runs = 0;
  const runOf = new Map<bigint, number>();
  const take = async (without: readonly bigint[]) => {
    runs++;
    const taken = rows.filter((account) => !without.includes(account)).slice(0, most);
    const moved = new Map<bigint, number>();
    for (const account of taken) {
      const isFree = !locked.includes(account);
      moved.set(account, (moved.get(account) ?? 0) + (isFree ? 1 : 0));
      if (!isFree) continue;
      rows.splice(rows.indexOf(account), 1);
      order.push(account);
      runOf.set(account, runOf.get(account) ?? runs);
    }
    return { isFull: taken.length === most, moved };
  };
  return { take, runOf, order, rows };
}
const many = (account: bigint, count: number) => Array.from({ length: count }, () => account);

test('everything that is due is moved, the oldest first', async () => {
  const queue = queueOf([1n, 2n, 1n, 3n, 2n], 2);
  expect(await takeTurns(queue.take)).toBe(5);
  expect(queue.order).toEqual([1n, 2n, 1n, 3n, 2n]);
});

test('rows behind those of several accounts with very many come after a few runs', async () => {
  const queue = queueOf([...many(1n, 1_000), ...many(2n, 1_000), ...many(3n, 1_000), 4n], 10);
  expect(await takeTurns(queue.take)).toBe(3_001);
  expect(queue.runOf.get(4n)).toBeLessThanOrEqual(11);
});

test('an account of which nothing can be moved is asked once, and keeps no other waiting', async () => {
  const queue = queueOf([...many(1n, 100), 2n, ...many(3n, 100), 4n], 10, [1n, 3n]);
  expect(await takeTurns(queue.take)).toBe(2);
  expect(queue.order).toEqual([2n, 4n]);
  expect(queue.rows).toHaveLength(200);
});

test('a round ends when nothing of what is left can be moved', async () => {
  const queue = queueOf(many(1n, 10), 10, [1n]);
  expect(await takeTurns(queue.take)).toBe(0);
});

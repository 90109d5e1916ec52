// Items whose rows are locked wait for their owner alone, in their order, and for no longer than they may.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import { LockQueue } from './lock_queue.ts';
import { runInRounds } from './rounds.ts';
import { repeatPauseMs } from './while_database_is_away.ts';

const { clock, run, idle } = simulateEachTest();

interface Item {
  owner: string;
  key: string;
  mayWait?: boolean;
}

/** Rows of owners, some of them locked. A write that waits for a lock does so until the test lets it. */
function world() {
  const locked = new Set<string>();
  const written: string[] = [];
  /** What each statement held. */
  const statements: string[][] = [];
  let isAway = false;
  let goOn = () => {};
  const write = async (items: readonly Item[], atLock: string) => {
    statements.push(items.map(({ key }) => key));
    if (atLock === 'wait' && items.every(({ owner }) => locked.has(owner)))
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    if (isAway) throw new DatabaseUnavailable(undefined);
    return items.map(({ owner, key }) => {
      if (locked.has(owner)) return 'locked' as const;
      written.push(key);
      return key;
    });
  };
  const keyOf = ({ key }: Item) => key;
  const queue = new LockQueue<Item, string>({
    clock,
    ownerOf: ({ owner }) => owner,
    keyOf,
    write,
    mayWait: ({ mayWait = true }) => mayWait,
    patienceMs: 3_000,
  });
  /** A batch that has waited in vain already. */
  const runBatch = (items: readonly Item[]) =>
    runInRounds(items, keyOf, (some) => write(some, 'skip'), { clock, repeatForMs: 0, queue });
  return {
    locked,
    written,
    statements,
    runBatch,
    take: (one: Item) => queue.take(one),
    waited: () => goOn(),
    setAway: (value: boolean) => {
      isAway = value;
    },
  };
}

const item = (owner: string, key: string, mayWait = true): Item => ({ owner, key, mayWait });

test('a locked owner’s items wait, and the others of the batch are answered at once', async () => {
  const { locked, written, runBatch, waited } = world();
  locked.add('a');
  const [first, other] = await runBatch([item('a', 'a1'), item('b', 'b1')]);
  expect(other).toBe('b1');
  expect(written).toEqual(['b1']);
  locked.clear();
  await idle();
  waited();
  expect(await first).toBe('a1');
});

test('what comes later for an owner that is waited for stands behind, also what comes twice', async () => {
  const { locked, written, statements, runBatch, waited } = world();
  locked.add('a');
  const before = await runBatch([item('a', 'a1')]);
  await idle();
  expect(statements).toHaveLength(3);
  const after = await runBatch([item('a', 'a1'), item('a', 'a2'), item('b', 'b1')]);
  expect(after[2]).toBe('b1');
  locked.clear();
  waited();
  expect(await Promise.all([...before, ...after])).toEqual(['a1', 'a1', 'a2', 'b1']);
  expect(written).toEqual(['b1', 'a1', 'a1', 'a2']);
});

test('a second item of a key does not overtake the first where its owner became free in between', async () => {
  const { locked, written, runBatch, waited, statements } = world();
  locked.add('a');
  const answers = runBatch([item('a', 'a1'), item('a', 'a1')]);
  await idle();
  expect(statements).toHaveLength(3);
  locked.clear();
  waited();
  expect(await Promise.all(await answers)).toEqual(['a1', 'a1']);
  expect(written).toEqual(['a1', 'a1']);
});

test('an owner that is free again is not kept waiting by others that are not', async () => {
  const { locked, runBatch, waited, statements } = world();
  for (let owner = 0; owner < 40; owner++) locked.add(`${owner}`);
  const answers = await runBatch([...locked].map((owner) => item(owner, owner)));
  for (const answer of answers) void Promise.resolve(answer).catch(() => {});
  await idle();
  expect(statements).toHaveLength(3);
  locked.delete('39');
  waited();
  expect(await answers[39]).toBe('39');
});

test('an item that may not wait, and one that has waited for long enough, are refused with nothing done', async () => {
  const { locked, written, runBatch, waited, statements } = world();
  locked.add('a');
  const refused = { code: 'unavailable', isUntouched: true };
  const [hasty] = await runBatch([item('a', 'a1', false)]);
  await expect(hasty).rejects.toMatchObject(refused);
  const [patient] = await runBatch([item('a', 'a2')]);
  await idle();
  expect(statements).toHaveLength(4);
  await run(3_000);
  waited();
  await expect(patient).rejects.toMatchObject(refused);
  expect(written).toEqual([]);
});

test('while the database is away what waits is tried again, and keeps its order', async () => {
  const { locked, written, runBatch, waited, statements, setAway } = world();
  locked.add('a');
  const answers = await runBatch([item('a', 'a1'), item('a', 'a2')]);
  await idle();
  expect(statements).toHaveLength(3);
  setAway(true);
  locked.clear();
  waited();
  await run(3 * repeatPauseMs);
  expect(statements).toHaveLength(6);
  setAway(false);
  await run(repeatPauseMs);
  expect(written).toEqual(['a1', 'a2']);
  expect(await Promise.all(answers)).toEqual(['a1', 'a2']);
});

test('1,000 items of an owner wait, and 10,000 of all; one more is refused', async () => {
  const { locked, take } = world();
  let refused = 0;
  const fill = (owner: string, count: number) => {
    locked.add(owner);
    for (let n = 0; n < count; n++) take(item(owner, `${owner} ${n}`)).catch(() => refused++);
  };
  const counts: number[] = [];
  for (let owner = 0; owner < 10; owner++) {
    fill(`owner ${owner}`, 1_001);
    await idle();
    counts.push(refused);
  }
  fill('another', 1);
  await idle();
  expect([counts, refused]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 11]);
});

// How new the numbers of a broadcast are that somebody looks at.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Broadcast } from '../../store/broadcasts/broadcasts.ts';
import { createBroadcasts } from './broadcasts.ts';

const { clock, run, idle } = simulateEachTest();

const others = { failedCount: 0, cancelledCount: 0, repliedCount: 0 };
type Outcome = typeof others & Pick<Broadcast, 'deliveredCount'>;
const delivered = (deliveredCount: number): Outcome => ({ deliveredCount, ...others });

/** A broadcast of 100,000 rows that is running, and the counts of it that are under way. */
function createWorld() {
  const counts: ((outcome: Outcome) => void)[] = [];
  const row = { id: 1n, state: 'running', acceptedCount: 100_000, ...delivered(0) };
  const kept = { ...row, startedAtMs: clock.nowMs(), endedAtMs: null, countedAtMs: clock.nowMs() };
  const store = {
    findBroadcast: async () => ({ ...kept }),
    findChangedRecipientBlocks: async () => undefined,
    countRecipientBlocks: () =>
      new Promise<(Outcome & { block: number; texts: number })[]>((resolve) => {
        counts.push((outcome) => resolve([{ block: 0, ...outcome, texts: 100_000 }]));
      }),
    keepBroadcastOutcome: async (
      _account: bigint,
      _id: bigint,
      { texts: _, ...outcome }: Outcome & { texts: number },
    ) => Object.assign(kept, outcome, { countedAtMs: clock.nowMs() }),
  };
  const broadcasts = createBroadcasts({ store: store as never, clock, wake: () => undefined });
  return { counts, look: () => broadcasts.read(1n, 1n) };
}

test('the numbers of a broadcast, however large, are those of half a second ago at most', async () => {
  const { counts, look } = createWorld();
  await run(500);
  expect((await look()).deliveredCount).toBe(0);
  expect(counts.length).toBe(0);
  await run(1);
  const looks = [look(), look()];
  await idle();
  // Whoever looks at the same time shares the count.
  expect(counts.length).toBe(1);
  counts[0]?.(delivered(70_000));
  for (const looked of looks) expect((await looked).deliveredCount).toBe(70_000);
});

test('a count that takes longer than half a second is for the next look', async () => {
  const { counts, look } = createWorld();
  await run(501);
  const first = look();
  await idle();
  await run(500);
  expect((await first).deliveredCount).toBe(0);
  counts[0]?.(delivered(80_000));
  await idle();
  expect((await look()).deliveredCount).toBe(80_000);
  expect(counts).toHaveLength(1);
});

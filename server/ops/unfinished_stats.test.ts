import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { createStats } from './unfinished_stats.ts';

const { clock, run } = simulateEachTest();

/** Counts that the test ends. */
function open() {
  const counts: (() => void)[] = [];
  const refresh = createStats({ clock, count: () => new Promise((resolve) => counts.push(resolve)) });
  return { counts, refresh };
}

test('an answer waits for its count, but for no longer than a second', async () => {
  const { counts, refresh } = open();
  const first = refresh();
  await run(1_000);
  await first;
  expect(counts).toHaveLength(1);
});

test('there is one count at a time, however many ask and however long it takes', async () => {
  const { counts, refresh } = open();
  const answers = [refresh(), refresh()];
  await run(20_000);
  await Promise.all(answers);
  const third = refresh();
  counts[0]?.();
  await third;
  expect(counts).toHaveLength(1);
  const fourth = refresh();
  expect(counts).toHaveLength(2);
  counts[1]?.();
  await fourth;
});

test('stats are kept for ten seconds, and a count that fails is no failure of the answer', async () => {
  let counts = 0;
  const refresh = createStats({
    clock,
    count: async () => {
      counts++;
      throw new Error('slow');
    },
  });
  for (const passMs of [0, 5_000, 5_000]) {
    await run(passMs);
    await refresh();
  }
  expect(counts).toBe(2);
});

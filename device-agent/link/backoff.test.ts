// What the waits of one agent come to when there are thousands of them.
import { expect, test } from 'vitest';
import { waitBeforeRetryMs } from './backoff.ts';

const agents = 5_000;

/** A generator of its own, so that each run sees the same storm. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How long after the outage each agent is back, in milliseconds, sorted; all were dropped when it began. */
function returnsAfter(outageMs: number): number[] {
  const random = randomFrom(1);
  const backMs = Array.from({ length: agents }, () => {
    let atMs = 0;
    for (let failures = 0; ; failures++) {
      atMs += waitBeforeRetryMs('lost', failures, random);
      if (atMs >= outageMs) return atMs - outageMs;
    }
  });
  return backMs.sort((a, b) => a - b);
}

test.each([0, 1_000, 5_000, 60_000, 600_000])(
  'after an outage of %d ms the last of 5,000 agents has tried again within 20 seconds',
  (outageMs) => {
    expect(returnsAfter(outageMs).at(-1)).toBeLessThanOrEqual(20_000);
  },
);

test.each([0, 60_000, 600_000])('after an outage of %d ms no tenth of a second sees a rush', (outageMs) => {
  const returns = returnsAfter(outageMs);
  const spanMs = outageMs === 0 ? 500 : 20_000;
  const perSlice = new Map<number, number>();
  for (const atMs of returns) {
    const slice = Math.floor(atMs / 100);
    perSlice.set(slice, (perSlice.get(slice) ?? 0) + 1);
  }
  // Spread evenly, a slice would see this many; waits that fall due together early on make it up to three times that.
  expect(Math.max(...perSlice.values())).toBeLessThanOrEqual((agents / (spanMs / 100)) * 3);
});

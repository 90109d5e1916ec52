import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('A pause is twice as long after each failure, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 1_000].map((failures) =>
    backoffMs(failures, { firstMs: 100, longestMs: 1_000 }),
  );
  expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('Chance makes a pause longer by its share at most, and never longer than the longest', () => {
  const pause = (failures: number, random: number) =>
    backoffMs(failures, { firstMs: 100, longestMs: 1_000, jitter: 0.25, random: () => random });
  expect([pause(1, 0), pause(1, 0.999)]).toEqual([100, 125]);
  expect([pause(50, 0), pause(50, 0.999)]).toEqual([800, 1_000]);
});

import { expect, test } from 'vitest';
import { seldom } from './seldom.ts';

test('a line comes at first and once in a period, also after the clock was set back', () => {
  let nowMs = 0;
  const isTime = seldom(10_000, () => nowMs);
  const answers = [0, 1, 9_999, 10_000, 19_999, -5_000, -4_999, 5_000].map((atMs) => {
    nowMs = atMs;
    return isTime();
  });
  expect(answers).toEqual([true, false, false, true, false, true, false, true]);
});

import { expect, test } from 'vitest';
import { isForOthers } from './place.ts';

const numbers = Array.from({ length: 10_000 }, (_, index) => `+1500${5_550_000 + index}`);

test.each([2, 3, 7, 16])(
  '%i devices on replicas of their own share recipients evenly, each recipient one',
  (count) => {
    const usable = Array.from({ length: count }, (_, index) => BigInt(index * 3 + 1));
    const shares = usable.map((device) => ({ usable, here: new Set([device]) }));
    const taken = shares.map((share) => numbers.filter((number) => !isForOthers(share, number)).length);
    expect(taken.reduce((sum, each) => sum + each)).toBe(numbers.length);
    for (const each of taken) {
      expect(each).toBeGreaterThan((numbers.length / count) * 0.8);
      expect(each).toBeLessThan((numbers.length / count) * 1.2);
    }
  },
);

test('who knows of no other device leaves nothing', () => {
  expect(numbers.some((number) => isForOthers({ usable: [], here: new Set() }, number))).toBe(false);
  expect(numbers.some((number) => isForOthers({ usable: [1n], here: new Set([1n]) }, number))).toBe(false);
});

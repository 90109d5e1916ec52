// A chart's scale is of round numbers, and no period of its range is left out.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodsOf, stepsTo } from '../../gateway/console/ui/chart_scale.ts';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [47, [0, 20, 40, 60]],
  [100, [0, 25, 50, 75, 100]],
  [1_001, [0, 500, 1_000, 1_500]],
])('up to %s', (highest, steps) => {
  expect(stepsTo(highest)).toEqual(steps);
});

test('whatever the highest bar is, two to five even whole steps end just above it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (highest) => {
      const steps = stepsTo(highest);
      const [, size = 0] = steps;
      expect(steps).toEqual(steps.map((_, index) => index * size));
      expect(Number.isInteger(size) && steps.length <= 5).toBe(true);
      expect((steps.at(-1) as number) >= highest && (steps.at(-2) as number) < Math.max(highest, 1)).toBe(
        true,
      );
    }),
  );
});

test('periods begin with the first day asked for, and then on Mondays or the first of months', () => {
  expect(periodsOf('2026-02-27', '2026-03-02', 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(periodsOf('2026-11-18', '2026-12-01', 'week')).toEqual(['2026-11-18', '2026-11-23', '2026-11-30']);
  expect(periodsOf('2026-11-18', '2027-01-01', 'month')).toEqual(['2026-11-18', '2026-12-01', '2027-01-01']);
});

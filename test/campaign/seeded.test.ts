import { expect, test } from 'vitest';
import { Seeded } from '../support/seeded.ts';
import { drawPlan, faultKinds } from './faults/plan.ts';

const hourMs = 3_600_000;
const planOf = (seed: string) => drawPlan(new Seeded(seed).stream('faults'), hourMs, 1_300, faultKinds);
const shown = (seed: string) =>
  planOf(seed).map(({ atMs, kind, lot }) => ({ atMs, kind: kind.kind, ...lot }));

test('a seed draws the same faults at the same times again, and another seed draws others', () => {
  expect(shown('one')).toEqual(shown('one'));
  expect(shown('one')).not.toEqual(shown('two'));
});

test('an hour holds more than a thousand faults, of every kind', () => {
  const plan = planOf('one');
  expect(plan.length).toBeGreaterThan(1_000);
  expect(new Set(plan.map(({ kind }) => kind)).size).toBe(faultKinds.length);
});

test('what one stream draws does not depend on how much others have drawn', () => {
  const [busy, calm] = [new Seeded('one'), new Seeded('one')];
  for (let turn = 0; turn < 100; turn++) busy.next();
  expect(busy.stream('load').next()).toBe(calm.stream('load').next());
});

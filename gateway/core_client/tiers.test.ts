import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Ask } from './ask.ts';
import { createTiers } from './tiers.ts';

const { clock, run } = simulateEachTest();

test('a flood of questions for the tiers is one question a second to the core', async () => {
  let asked = 0;
  const ask = (async () => {
    asked++;
    return { tiers: [] };
  }) as unknown as Ask;
  const tiers = createTiers(ask, clock);
  await Promise.all([tiers(), tiers(), tiers()]);
  await tiers();
  expect(asked).toBe(1);
  await run(1_000);
  await tiers();
  expect(asked).toBe(2);
});

test('a failed question is not remembered', async () => {
  const answers = [Promise.reject(new Error('down')), Promise.resolve({ tiers: [] })];
  const ask = (() => answers.shift()) as unknown as Ask;
  const tiers = createTiers(ask, clock);
  await expect(tiers()).rejects.toThrow('down');
  expect(await tiers()).toEqual([]);
});

import { expect, test } from 'vitest';
import type { Tier } from '../../proto/gen/textrelay/v1/account_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { createTiers } from './tiers.ts';

test('a flood of questions for the tiers is one question a second to the core', async () => {
  const clock = new ManualClock();
  let asked = 0;
  const listTiers = async (): Promise<Tier[]> => {
    asked++;
    return [];
  };
  const tiers = createTiers({ listTiers }, clock);
  await Promise.all([tiers(), tiers(), tiers()]);
  await tiers();
  expect(asked).toBe(1);
  clock.advance(1_000);
  await tiers();
  expect(asked).toBe(2);
});

test('a failed question is not remembered', async () => {
  const answers = [Promise.reject(new Error('down')), Promise.resolve([] as Tier[])];
  const tiers = createTiers({ listTiers: () => answers.shift() as Promise<Tier[]> }, new ManualClock());
  await expect(tiers()).rejects.toThrow('down');
  expect(await tiers()).toEqual([]);
});

// Stories whose database is restored from a copy of their middle, in an order that a seed draws: nothing leaves twice, nothing that is
// held leaves by itself, what was answered before the copy holds, and webhooks and readers come to see what the database says.
import { expect, test } from 'vitest';
import { countPlayed, extent } from '../../support/extent.ts';
import { playRestored } from './play_restored.ts';

const seed = process.env.SIMULATION_SEED ?? 'suite';
const stories = extent({ suite: 3, nightly: 30 });
const rounds = Math.ceil(Number(process.env.SIMULATION_STORIES ?? 0) / 10 / stories) || 1;
const seeds = Array.from({ length: rounds }, (_, round) => (round === 0 ? seed : `${seed}-${round}`));

test.for(seeds)('stories hold through a restore, by the seed %s', async (each, { task }) => {
  const { breaches, ...counts } = await playRestored({ seed: each, stories });
  countPlayed(task, { stories, ...counts });
  expect(breaches, breaches.join('; ')).toEqual([]);
  expect(Math.min(counts.left, counts.held)).toBeGreaterThan(0);
});

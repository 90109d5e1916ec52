// Stories in an order that a seed draws: whatever it is, nothing is lost, nothing leaves twice, and nothing leaves that was stopped,
// cancelled or not confirmed.
import { expect, test } from 'vitest';
import { playStories } from './play_stories.ts';

const seed = process.env.SIMULATION_SEED ?? 'suite';

test.each([
  ['one after the other', { overlaps: 0, kills: 0 }],
  ['while cores die', { overlaps: 0, kills: 3 }],
  ['while statements overlap', { overlaps: 0.2, kills: 0 }],
])('stories hold %s', async (_how, { overlaps, kills }) => {
  const played = await playStories({ seed, stories: 20, overlaps, kills });
  expect(played.breaches).toEqual([]);
  expect(played.left).toBeGreaterThan(0);
});

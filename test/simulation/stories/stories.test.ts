// Stories in an order that a seed draws: whatever it is, nothing is lost, nothing leaves twice, and nothing leaves that was stopped,
// cancelled or not approved, and webhooks bring all of it in its order. SIMULATION_SEED plays others, and SIMULATION_STORIES so many of them, sixty to a seed at night.
import { expect, test } from 'vitest';
import { countPlayed, extent, isNightly } from '../../support/extent.ts';
import { playStories } from './play_stories.ts';

const seed = process.env.SIMULATION_SEED ?? 'suite';
const stories = extent({ suite: 3, nightly: 60 });
const ways = [
  ['one after the other', { overlaps: 0, kills: 0 }],
  ['while cores die', { overlaps: 0, kills: 3 }],
  ['while statements overlap', { overlaps: 0.2, kills: 0 }],
  ['while cores die and statements overlap', { overlaps: 0.2, kills: 2 }],
] as const;
const rounds = Math.ceil(Number(process.env.SIMULATION_STORIES ?? 0) / (stories * ways.length)) || 1;
const seeds = Array.from({ length: rounds }, (_, round) => (round === 0 ? seed : `${seed}-${round}`));

test.for(seeds.flatMap((each) => ways.map(([how, way]) => [how, each, way] as const)))(
  'stories hold %s, by the seed %s',
  async ([, each, way], { task }) => {
    const played = await playStories({ seed: each, stories, ...way });
    const { breaches, ...counts } = played;
    countPlayed(task, { stories, ...counts });
    expect(breaches, breaches.join('; ')).toEqual([]);
    // Otherwise no law has looked at anything; few stories may send nothing by the carrier.
    const looked = isNightly ? counts : { left: counts.left, events: counts.events };
    expect(looked).toEqual(
      Object.fromEntries(Object.keys(looked).map((name) => [name, expect.toSatisfy((n) => n > 0)])),
    );
  },
);

// Plays many stories at once, each in an account of its own, on two cores that die now and then.
import { pause } from '../../../runtime/pause.ts';
import { type Story, storyMs } from './story.ts';
import { StoryWorld } from './story_world.ts';
import { breachesOf } from './verdict.ts';

interface PlayOptions {
  seed: string;
  stories: number;
  /** How likely a statement that writes overlaps with others. */
  overlaps: number;
  /** How often a core is killed while the stories go on. */
  kills: number;
}

export interface Played {
  /** What was broken, with its account. */
  breaches: string[];
  acknowledged: number;
  left: number;
  /** Of them those that left by the carrier. */
  byCarrier: number;
  /** Events that webhooks took. */
  events: number;
  statements: number;
}

/** What was played, in numbers. */
export function countsOf({ stories, statements }: StoryWorld): Omit<Played, 'breaches'> {
  const sum = (of: (story: Story) => number) => stories.reduce((total, story) => total + of(story), 0);
  return {
    acknowledged: sum(({ acknowledged }) => acknowledged.length),
    left: sum(({ ledger }) => ledger.length),
    byCarrier: sum(({ byCarrier }) => byCarrier.length),
    events: sum(({ webhook }) => webhook?.events ?? 0),
    statements,
  };
}

export async function playStories({ seed, stories, overlaps, kills }: PlayOptions): Promise<Played> {
  const world = await StoryWorld.begin({ seed, overlaps });
  const { chance, clock, service } = world;
  for (let number = 0; number < stories; number++) await world.addStory();
  const killed = Array.from({ length: kills }, async () => {
    await pause(clock, chance.between(0, storyMs));
    await world.killCore();
  });
  await service.simulation.during(Promise.all([...world.stories.map((story) => story.play()), ...killed]));
  await world.settle();
  const breaches: string[] = [];
  for (const story of world.stories) {
    const broken = breachesOf(story, await world.stored(story), await world.counts(story));
    breaches.push(...broken.map((breach) => `account ${story.account.id}: ${breach}`));
  }
  await world.end();
  return { breaches, ...countsOf(world) };
}

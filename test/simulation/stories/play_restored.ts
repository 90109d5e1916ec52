// Plays stories, takes a copy of the database in their middle, lets them go on to their end, and puts the copy into the database's
// place, as a restored backup is: phones, the carrier, webhooks and readers know more than the service does then.
import { pause } from '../../../runtime/pause.ts';
import { countsOf, type Played } from './play_stories.ts';
import { restoredBreachesOf } from './restored_verdict.ts';
import { storyMs } from './story.ts';
import { StoryWorld } from './story_world.ts';

/** Nothing that is held leaves by itself meanwhile. */
const heldMs = 20_000;
/** The copy is made so long after texts began to wait, at the latest. */
const waitsMs = 2_000;

export interface PlayedRestore extends Played {
  /** Texts that were held until the operator let them go. */
  held: number;
}

/** Copies the database at some moment while stories go on, and some of their texts wait; all that runs dies for it. */
async function copyMidway(world: StoryWorld): Promise<string> {
  await pause(world.clock, world.chance.between(storyMs / 10, storyMs));
  // What fails is not acknowledged, and so promises nothing.
  await Promise.allSettled(world.stories.map((story) => story.sendToAway()));
  await pause(world.clock, world.chance.between(0, waitsMs));
  world.killAll();
  const copy = await world.service.copy();
  for (const story of world.stories) story.cut();
  await world.start();
  return copy;
}

/** Lets all texts go that are held; returns how many they were. */
async function releaseAll(world: StoryWorld): Promise<number> {
  let texts = 0;
  for (const { account } of world.stories)
    for (let hasMore = true; hasMore; ) {
      const decided = await world.core.admin.decideHeldTexts({ accountId: account.id, release: true });
      texts += decided.texts;
      ({ hasMore } = decided);
    }
  return texts;
}

export async function playRestored({
  seed,
  stories,
}: {
  seed: string;
  stories: number;
}): Promise<PlayedRestore> {
  const world = await StoryWorld.begin({ seed, overlaps: 0 });
  const { simulation } = world.service;
  for (let number = 0; number < stories; number++) await world.addStory({ losesPhones: false });
  const plays = world.stories.map((story) => story.play());
  const copy = await simulation.during(copyMidway(world));
  await simulation.during(Promise.all(plays));
  await world.settle();
  world.killAll();
  for (const story of world.stories) story.restored();
  await world.restore(copy);
  const heldBefore = new Map(
    await Promise.all(world.stories.map(async (story) => [story, await world.heldBodies(story)] as const)),
  );
  await simulation.run(heldMs);
  for (const story of world.stories) story.released();
  await simulation.during(Promise.all(world.stories.map((story) => story.sendNew())));
  const held = await releaseAll(world);
  await world.settle();
  const breaches: string[] = [];
  for (const story of world.stories) {
    const broken = restoredBreachesOf(story, await world.stored(story), heldBefore.get(story) ?? []);
    breaches.push(...broken.map((breach) => `account ${story.account.id}: ${breach}`));
  }
  await world.end();
  return { breaches, held, ...countsOf(world) };
}

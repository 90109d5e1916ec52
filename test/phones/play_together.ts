// One service plays several stories together, because they mostly wait. Each has its own account and phones, and a killed part is
// killed for all of them.
import type { PhoneService } from './phone_service.ts';
import { type Accident, accidentKinds, Story, type StoryOptions } from './story.ts';

const killPause = '3 s';
/** How often each part is killed. */
const rounds = 2;

interface Played {
  /** The faults, with their stories. */
  faults: string[];
  /** The kinds of accidents that happened. */
  happened: Set<Accident>;
}

/** Plays a story of each seed to its end. */
export async function playTogether(
  service: PhoneService,
  seeds: readonly string[],
  options: Omit<StoryOptions, 'seed'>,
): Promise<Played> {
  const accidents = accidentKinds.filter((kind) => kind !== 'part');
  const begin = async (seed: string) => {
    const story = new Story(await service.openAccount(), { accidents, ...options, seed });
    await story.begin();
    return { seed, story };
  };
  const stories = await Promise.all(seeds.map(begin));
  const killed = killParts(service);
  const faults = await Promise.all(
    stories.map(async ({ seed, story }) => {
      const found = await story.play().finally(() => story.throwAway());
      return found.length > 0 ? [`story ${seed}:`, ...found, ...story.log] : [];
    }),
  );
  await killed;
  return {
    faults: faults.flat(),
    happened: new Set(['part', ...stories.flatMap(({ story }) => [...story.happened])]),
  };
}

/** Kills one part after the other while the stories' own accidents happen. */
async function killParts(service: PhoneService): Promise<void> {
  const { parts } = await service.openAccount();
  for (let round = 0; round < rounds; round += 1)
    for (const part of Object.values(parts)) {
      await part.kill();
      await part.start();
      await service.service.simulation.run(killPause);
    }
}

// Judges that every story was played: one that had nothing to judge has shown nothing.
import { type StoryName, storyNames } from '../../load/stories/stories.ts';
import type { Breach, Evidence } from '../evidence.ts';
import { countBatches } from './batches.ts';
import { countCancels } from './cancels.ts';
import { countConsumers } from './consumers.ts';
import { countLater } from './later.ts';
import { countStops } from './stops.ts';
import { countWebhooks } from './webhooks.ts';

const counts: Record<StoryName, (evidence: Evidence) => Record<string, number>> = {
  stops: countStops,
  webhooks: countWebhooks,
  consumers: countConsumers,
  cancels: countCancels,
  later: countLater,
  batches: countBatches,
};

/** The figures of the stories that were played; `judged` is what each judge went by. */
export const countStories = (evidence: Evidence): Record<string, Record<string, number>> =>
  Object.fromEntries(
    storyNames
      .filter((name) => evidence.stories.played.includes(name))
      .map((name) => [name, counts[name](evidence)]),
  );

/** Judges that there was something to judge. */
export const judgePlayed = (evidence: Evidence): Breach[] =>
  Object.entries(countStories(evidence))
    .filter(([, figures]) => !figures.judged)
    .map(([name]) => ({ guarantee: 'every story is played', what: `there was nothing to judge of ${name}` }));

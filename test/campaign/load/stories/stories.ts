// The stories of a campaign: each at a rate of its own, so that nobody else is asked more or less for them.
import type { Seeded } from '../../../support/seeded.ts';
import { type BatchAsk, playBatches, reachCapsByBatches } from './batches.ts';
import { Bell } from './bell.ts';
import { type Cancel, playCancels } from './cancels.ts';
import { type ConsumerLog, consumersOf } from './consumers.ts';
import { playLater } from './later.ts';
import type { Setting } from './setting.ts';
import { type Import, playStops, type StopRound } from './stop_rounds.ts';
import { arrangeWebhooks, endpointHasAll, type Webhook } from './webhooks.ts';

export const storyNames = ['stops', 'webhooks', 'consumers', 'cancels', 'later', 'batches'] as const;
export type StoryName = (typeof storyNames)[number];

export interface Stories {
  played: readonly StoryName[];
  stops: StopRound[];
  imports: Import[];
  /** Rings at each STOP that was acknowledged. */
  bell: Bell;
  webhooks: Webhook[];
  consumers: (ConsumerLog & { isUpToDate: boolean })[];
  cancels: Cancel[];
  batches: BatchAsk[];
  /** Resolves when all have come to their end. */
  ended: Promise<unknown>;
  /** Lets endpoints and consumers get all that there is, at most until then. */
  catchUp(untilMs: number): Promise<void>;
}

/** Begins those that are wanted. */
export function startStories(
  wanted: readonly StoryName[],
  setting: Omit<Setting, 'chance'>,
  chance: Seeded,
): Stories {
  const settingOf = (name: string): Setting => ({ ...setting, chance: chance.stream(name) });
  const stops: StopRound[] = [];
  const imports: Import[] = [];
  const bell = new Bell();
  const webhooks: Webhook[] = [];
  const cancels: Cancel[] = [];
  const batches: BatchAsk[] = [];
  const consumers = wanted.includes('consumers') ? consumersOf(settingOf('consumers')) : [];
  const logs = consumers.map(({ log }) => ({ ...log, isUpToDate: false }));
  const play: Record<StoryName, () => Promise<unknown>> = {
    stops: () => playStops(settingOf('stops'), { rounds: stops, imports, bell }),
    webhooks: () => arrangeWebhooks(settingOf('webhooks'), webhooks),
    consumers: () => Promise.all(consumers.map((each) => each.run())),
    cancels: () => playCancels(settingOf('cancels'), cancels),
    later: () => playLater(settingOf('later')),
    batches: () =>
      Promise.all([
        playBatches(settingOf('batches'), batches),
        reachCapsByBatches(settingOf('batches over caps'), setting.world.tenants, batches),
      ]),
  };
  return {
    played: wanted,
    stops,
    imports,
    bell,
    webhooks,
    consumers: logs,
    cancels,
    batches,
    ended: Promise.all(wanted.map((name) => play[name]())),
    async catchUp(untilMs) {
      const end = settingOf('end');
      await Promise.all([
        ...webhooks.map((webhook) => endpointHasAll(end, webhook, untilMs)),
        ...consumers.map(async (each, index) => {
          const isUpToDate = await each.catchUp(untilMs);
          Object.assign(logs[index] as object, each.log, { isUpToDate });
        }),
      ]);
    },
  };
}

// Stories of phones against the real processes: nothing is lost, nothing is sent or received twice, and no outcome is invented, while
// hub, core, gateway, phones and networks are killed at random steps. FUZZ_SEED plays one story, FUZZ_RUNS so many.
import { expect, test } from 'vitest';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';
import { Story } from './story.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 2);
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `story-${at}`) : [seed];

// What makes a phone forget an answer of its radio ends as unknown minutes later: that is for the long stories.
const accidents = ['part', 'process', 'point', 'network', 'cut', 'losses'] as const;
const points = [
  'list read',
  'text stored',
  'before hand-over',
  'state about to be reported',
  'event arrived',
] as const;

let service: PhoneService;
providePhoneService((provided) => {
  ({ service } = provided);
});

test.each(seeds)(
  'story %s',
  async (name) => {
    const world = await service.openAccount();
    const story = new Story(world, { seed: name, steps: 30, settleMs: 300_000, accidents, points });
    try {
      const faults = await story.play();
      expect(faults.length > 0 ? [...faults, ...story.log] : []).toEqual([]);
    } finally {
      story.throwAway();
    }
  },
  180_000,
);

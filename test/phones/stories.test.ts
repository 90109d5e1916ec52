// Stories of phones in the simulation: no text is lost, sent twice or received twice, and no outcome is invented, with
// every kind of accident at random steps. FUZZ_SEED plays one story, FUZZ_RUNS that many.
import { expect, test } from 'vitest';
import { countPlayed, extent } from '../support/extent.ts';
import type { PhoneService } from './phone_service.ts';
import { playTogether } from './play_together.ts';
import { providePhoneService } from './provide_phone_service.ts';
import { accidentKinds } from './story.ts';

const runs = Number(process.env.FUZZ_RUNS ?? extent({ suite: 1, nightly: 10 }));
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `story-${at}`) : [seed];

const hourMs = 3_600_000;
const limitMs = 180_000;
/** By then the hub has given up on a text that Android took and never reported. */
const settleMs = 25 * 60_000;

let service: PhoneService;
providePhoneService((provided) => {
  ({ service } = provided);
});

test('stories with every kind of accident end well', { timeout: limitMs }, async ({ task }) => {
  const options = { steps: 30, settleMs, stayMs: 30_000, wrongByMs: [0, 5 * hourMs] };
  const { faults, happened } = await playTogether(service, seeds, options);
  countPlayed(task, { stories: seeds.length });
  expect(faults).toEqual([]);
  if (seed === undefined) expect(happened).toEqual(new Set(accidentKinds));
});

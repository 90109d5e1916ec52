// Long stories: phones reboot, clocks are wrong and jump, radios stay silent, parts are killed, and networks
// fail in each phase, until the hub itself reports unknown outcomes. One service plays all of them together.
// FUZZ_SEED plays one story, FUZZ_RUNS that many; without either none is played but at night.
import { expect, test } from 'vitest';
import { countPlayed, extent } from '../support/extent.ts';
import type { PhoneService } from './phone_service.ts';
import { playTogether } from './play_together.ts';
import { providePhoneService } from './provide_phone_service.ts';

const runs = Number(process.env.FUZZ_RUNS ?? extent({ suite: 0, nightly: 100 }));
/** The number of the first story. Many stories are played in several runs. */
const first = Number(process.env.FUZZ_FIRST ?? 0);
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `long-${first + at}`) : [seed];
/** Stories of one test. */
const together = 10;
const batches = Array.from({ length: Math.max(1, Math.ceil(seeds.length / together)) }, (_, at) =>
  seeds.slice(at * together, (at + 1) * together),
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const wrongByMs = [0, 0, 10 * minuteMs, -10 * minuteMs, 5 * hourMs, -5 * hourMs];
const fates = ['delivered', 'late', 'sent', 'refused', 'thrown', 'silent', 'stays'];
const limitMs = 15 * minuteMs;
/** The hub has given up by then on texts that nobody will report. */
const settleMs = 60 * minuteMs;
const stayMs = 5 * minuteMs;

let service: PhoneService;
providePhoneService((provided) => {
  ({ service } = provided);
});

test.runIf(seeds.length > 0).for(batches.map((batch) => [batch[0], batch] as const))(
  'long stories from %s on end well',
  { timeout: limitMs },
  async ([, batch], { task }) => {
    const options = { steps: 30, settleMs, stayMs, isLong: true, fates, wrongByMs };
    const { faults } = await playTogether(service, batch, options);
    countPlayed(task, { stories: batch.length });
    expect(faults).toEqual([]);
  },
);

// Long stories: phones reboot, clocks are wrong and jump, radios stay silent, processes are killed, and networks
// fail in each phase, until the hub itself reports unknown outcomes. One service plays all of them together, because they mostly
// wait; they take a quarter of an hour. FUZZ_SEED plays one story, FUZZ_RUNS that many; without either none is played.
import { expect, test } from 'vitest';
import { extent } from '../support/extent.ts';
import type { PhoneService } from './phone_service.ts';
import { playTogether } from './play_together.ts';
import { providePhoneService } from './provide_phone_service.ts';

const runs = Number(process.env.FUZZ_RUNS ?? extent({ suite: 0, nightly: 100 }));
/** The number of the first story. Many stories are played in several runs. */
const first = Number(process.env.FUZZ_FIRST ?? 0);
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `long-${first + at}`) : [seed];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const wrongByMs = [0, 0, 10 * minuteMs, -10 * minuteMs, 5 * hourMs, -5 * hourMs];
const fates = ['delivered', 'late', 'sent', 'refused', 'thrown', 'silent', 'stays'];
const limitMs = 45 * minuteMs;
/** By the phones' fast clock. Even on a busy machine the hub has given up by then on texts that nobody will report. */
const settleMs = 120 * minuteMs;
const stayMs = 5 * minuteMs;

let service: PhoneService;
providePhoneService((provided) => {
  ({ service } = provided);
});

test.runIf(seeds.length > 0)('long stories end well', { timeout: limitMs }, async () => {
  const options = { steps: 30, settleMs, stayMs, isLong: true, fates, wrongByMs };
  expect((await playTogether(service, seeds, options)).faults).toEqual([]);
});

// Long stories: phones that reboot, clocks that are wrong and jump, radios that say nothing, killed processes, and networks that
// fail in each phase, until the hub itself says what it does not know. All are played at a time by one service, for they mostly
// wait; they take a quarter of an hour. FUZZ_SEED plays one, FUZZ_RUNS so many; without either there is none.
import { expect, test } from 'vitest';
import type { PhoneService } from './phone_service.ts';
import { playTogether } from './play_together.ts';
import { providePhoneService } from './provide_phone_service.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 0);
/** The first story's number: many are played in pieces. */
const first = Number(process.env.FUZZ_FIRST ?? 0);
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `long-${first + at}`) : [seed];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const wrongByMs = [0, 0, 10 * minuteMs, -10 * minuteMs, 5 * hourMs, -5 * hourMs];
const fates = ['delivered', 'late', 'sent', 'refused', 'thrown', 'silent', 'stays'];
const limitMs = 45 * minuteMs;
/** By the phones' time, which is in haste: within it the hub has given up what nobody will ever say more about, also on a busy machine. */
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

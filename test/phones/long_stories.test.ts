// Long stories: phones that reboot, clocks that are wrong and jump, radios that say nothing, killed processes, and networks that
// fail in each phase, until the hub itself says what it does not know. All are played at a time by one service, for they mostly
// wait; they take a quarter of an hour. FUZZ_SEED plays one, FUZZ_RUNS so many; without either there is none.
import { expect, test } from 'vitest';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';
import { Story } from './story.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 0);
const seed = process.env.FUZZ_SEED;
const seeds = seed === undefined ? Array.from({ length: runs }, (_, at) => `long-${at}`) : [seed];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const wrongByMs = [0, 0, 10 * minuteMs, -10 * minuteMs, 5 * hourMs, -5 * hourMs];
const accidents = ['process', 'point', 'reboot', 'network', 'cut', 'losses', 'stop', 'clock'] as const;
const fates = ['delivered', 'late', 'sent', 'refused', 'thrown', 'silent', 'stays'];
const limitMs = 1_200_000;

let service: PhoneService;
providePhoneService((provided) => {
  ({ service } = provided);
});

async function begin(name: string): Promise<{ name: string; story: Story }> {
  const world = await service.openAccount();
  const options = { steps: 30, settleMs: limitMs * 4, isLong: true, accidents, fates, wrongByMs };
  const story = new Story(world, { ...options, seed: name });
  await story.begin();
  return { name, story };
}

/** Kills one part after the other while the stories' own accidents happen. */
async function killParts(): Promise<void> {
  const { parts } = await service.openAccount();
  const names = Object.keys(parts);
  for (let at = 0; at < names.length * 2; at += 1) {
    const part = parts[names[at % names.length] as string];
    await part?.kill();
    await part?.start();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

test.runIf(seeds.length > 0)('long stories end well', { timeout: limitMs + minuteMs }, async () => {
  const stories = await Promise.all(seeds.map(begin));
  const killed = killParts();
  const faults = await Promise.all(
    stories.map(async ({ name, story }) => {
      const found = await story.play().finally(() => story.throwAway());
      return found.length > 0 ? [`story ${name}:`, ...found, ...story.log] : [];
    }),
  );
  await killed;
  expect(faults.flat()).toEqual([]);
});

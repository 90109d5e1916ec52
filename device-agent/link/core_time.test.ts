// What the agent knows of the core's time when its own clock is set.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { CoreTime } from './core_time.ts';

const { clock, run } = simulateEachTest();

const hourMs = 3_600_000;

for (const byMs of [3 * 24 * hourMs, -3 * 24 * hourMs])
  test(`a clock that is set by ${byMs / hourMs} hours is doubted until the core says its time`, async () => {
    const coreTime = new CoreTime(clock, 0);
    const coreMs = clock.nowMs() + 7_000;
    coreTime.learn(coreMs);
    expect(coreTime.isDoubtful()).toBe(false);
    await run('5 s');
    expect(coreTime.isDoubtful()).toBe(false);
    clock.set(byMs);
    expect(coreTime.isDoubtful()).toBe(true);
    await run('1 s');
    expect(coreTime.isDoubtful()).toBe(true);
    coreTime.learn(coreMs + 6_000);
    expect(coreTime.isDoubtful()).toBe(false);
    expect(coreTime.nowMs()).toBe(coreMs + 6_000);
  });

test('without a core the clock is taken as it is after five minutes', async () => {
  const coreTime = new CoreTime(clock, 0);
  coreTime.isDoubtful();
  clock.set(24 * hourMs);
  for (let second = 0; second < 299; second += 1) {
    expect(coreTime.isDoubtful()).toBe(true);
    await run('1 s');
  }
  await run('1 s');
  expect(coreTime.isDoubtful()).toBe(false);
});

test('time that passed before the first look is no jump', async () => {
  const coreTime = new CoreTime(clock, 0);
  await run(hourMs);
  expect(coreTime.isDoubtful()).toBe(false);
});

// What the agent knows of the core's time when its own clock is set.
import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { CoreTime } from './core_time.ts';

const hourMs = 3_600_000;

for (const byMs of [3 * 24 * hourMs, -3 * 24 * hourMs])
  test(`a clock that is set by ${byMs / hourMs} hours is doubted until the core says its time`, () => {
    const clock = new ManualClock();
    const coreTime = new CoreTime(clock, 0);
    const coreMs = clock.nowMs() + 7_000;
    coreTime.learn(coreMs);
    expect(coreTime.isDoubtful()).toBe(false);
    clock.advance(5_000);
    expect(coreTime.isDoubtful()).toBe(false);
    clock.set(byMs);
    expect(coreTime.isDoubtful()).toBe(true);
    clock.advance(1_000);
    expect(coreTime.isDoubtful()).toBe(true);
    coreTime.learn(coreMs + 6_000);
    expect(coreTime.isDoubtful()).toBe(false);
    expect(coreTime.nowMs()).toBe(coreMs + 6_000);
  });

test('without a core the clock is taken as it is after five minutes', () => {
  const clock = new ManualClock();
  const coreTime = new CoreTime(clock, 0);
  coreTime.isDoubtful();
  clock.set(24 * hourMs);
  for (let second = 0; second < 299; second += 1) {
    expect(coreTime.isDoubtful()).toBe(true);
    clock.advance(1_000);
  }
  clock.advance(1_000);
  expect(coreTime.isDoubtful()).toBe(false);
});

test('time that passed before the first look is no jump', () => {
  const clock = new ManualClock();
  const coreTime = new CoreTime(clock, 0);
  clock.advance(hourMs);
  expect(coreTime.isDoubtful()).toBe(false);
});

// When a carrier announces that it takes texts again.
import { expect, test, vi } from 'vitest';
import { SubmitCapacity } from './submit_capacity.ts';

test('capacity is announced though the backoff ends while it is looked at', () => {
  const lost: number[] = [];
  let seen = 0;
  for (let stepMs = 20; stepMs <= 1_000; stepMs += 20) {
    let nowMs = 0;
    const timers: (() => void)[] = [];
    const never = () => undefined;
    // Every look at the clock finds it later.
    const clock = {
      nowMs: () => (nowMs += stepMs),
      setTimeout: (fn: () => void) => {
        timers.push(fn);
        return never;
      },
      setInterval: () => never,
    };
    const context = { clock, random: () => 0 };
    const capacity = new SubmitCapacity({ context, textsPerSecond: null, ownCapacity: () => 100 });
    let calls = 0;
    capacity.open(() => {
      calls++;
    });
    capacity.announce();
    const look = vi.spyOn(capacity, 'capacity');
    capacity.take();
    capacity.backoff.begin();
    capacity.announce();
    nowMs += 10_000;
    for (const fire of timers) fire();
    const sawNone = look.mock.results.some(({ value }) => value === 0);
    seen += Number(sawNone);
    if (sawNone && calls < 2) lost.push(stepMs);
  }
  expect(lost).toEqual([]);
  expect(seen).toBeGreaterThan(0);
});

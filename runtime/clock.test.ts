// The machine's clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

const dayMs = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a timer of thirty days fires after thirty days, though the machine’s own timers end at twenty-four', () => {
  const fired = vi.fn();
  systemClock.setTimeout(fired, 30 * dayMs);
  const cancel = systemClock.setTimeout(fired, 60 * dayMs);
  vi.advanceTimersByTime(30 * dayMs - 1);
  expect(fired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(fired).toHaveBeenCalledTimes(1);
  cancel();
  vi.advanceTimersByTime(60 * dayMs);
  expect(fired).toHaveBeenCalledTimes(1);
});

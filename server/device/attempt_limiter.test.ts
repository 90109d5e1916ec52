import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { AttemptLimiter } from './attempt_limiter.ts';

test('ten wrong codes in a minute from one address, however many are tried at a time', () => {
  const clock = new ManualClock();
  const limiter = new AttemptLimiter(clock);
  const begun = Array.from({ length: 12 }, () => limiter.begin('a'));
  expect(begun).toEqual([...Array(10).fill(0), 60, 60]);
  expect(limiter.begin('b')).toBe(0);
  clock.advance(59_001);
  expect(limiter.begin('a')).toBe(1);
  clock.advance(1_000);
  expect(limiter.begin('a')).toBe(0);
});

test('good codes do not count', () => {
  const limiter = new AttemptLimiter(new ManualClock());
  for (let times = 0; times < 1_000; times++) {
    expect(limiter.begin('a')).toBe(0);
    limiter.forgive('a');
  }
});

test('all addresses together may be wrong three hundred times a minute', () => {
  const clock = new ManualClock();
  const limiter = new AttemptLimiter(clock);
  for (let address = 0; address < 300; address++) expect(limiter.begin(`a${address}`)).toBe(0);
  expect(limiter.begin('another')).toBe(60);
  clock.advance(60_000);
  expect(limiter.begin('another')).toBe(0);
});

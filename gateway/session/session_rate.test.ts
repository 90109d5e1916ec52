// What a session may ask in a minute, and what it may after that.
import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { SessionRate } from './session_rate.ts';

const ask = (rate: SessionRate, secret: string, times: number) =>
  Array.from({ length: times }, () => rate.count(secret)?.retryAfterSeconds);

test('a session has its limit in a minute and not one request more, and takes none from others', () => {
  const clock = new ManualClock();
  const rate = new SessionRate(clock, 3);
  expect(ask(rate, 'a', 4)).toEqual([undefined, undefined, undefined, 60]);
  expect(ask(rate, 'b', 3)).toEqual([undefined, undefined, undefined]);
  clock.advance(59_001);
  expect(ask(rate, 'a', 1)).toEqual([1]);
  clock.advance(999);
  // What was refused did not count.
  expect(ask(rate, 'a', 4)).toEqual([undefined, undefined, undefined, 60]);
});

test('of more sessions than are counted, the first is forgotten and nothing grows', () => {
  const rate = new SessionRate(new ManualClock(), 1);
  ask(rate, 'first', 1);
  for (let index = 1; index < 50_000; index++) rate.count(`other ${index}`);
  expect(ask(rate, 'first', 1)).toEqual([60]);
  rate.count('one more');
  expect(ask(rate, 'first', 1)).toEqual([undefined]);
});

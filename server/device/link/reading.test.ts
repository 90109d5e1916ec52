// How fast a device may bring received texts, and that no reason to stop the reading ends another one.
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { Reading } from './reading.ts';

let clock: ManualClock;
let isPaused: boolean;
let reading: Reading;
beforeEach(() => {
  clock = new ManualClock();
  isPaused = false;
  const socket = {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
  };
  reading = new Reading(socket, clock);
});

/** Brings texts until the reading stops; returns how many. */
function flood(most = 10_000): number {
  let brought = 0;
  for (; !isPaused && brought < most; brought++) reading.countInbound();
  return brought;
}

test('a device brings 1,200 received texts at once and 20 a second from then on', () => {
  expect([flood(1_199), isPaused]).toEqual([1_199, false]);
  expect(flood()).toBe(1);
  clock.advance(999);
  expect(isPaused).toBe(true);
  for (const wait of [1, 1_000, 1_000]) {
    clock.advance(wait);
    expect(flood()).toBe(20);
  }
  // An hour of silence earns no more than there was at first.
  clock.advance(3_600_000);
  expect(flood()).toBe(1_200);
});

test('a clock that is set back stops nobody for longer', () => {
  expect(flood()).toBe(1_200);
  clock.set(-3_600_000);
  clock.advance(1_000);
  expect([isPaused, flood()]).toEqual([false, 1]);
  // One text was lent while nothing could be earned.
  clock.advance(1_000);
  expect(flood()).toBe(19);
});

test('a device that is too fast is not read on because its work is done, nor the other way round', () => {
  reading.stop('load');
  for (let brought = 0; brought < 1_200; brought++) reading.countInbound();
  reading.goOn('load');
  expect(isPaused).toBe(true);
  reading.stop('load');
  clock.advance(1_000);
  expect(isPaused).toBe(true);
  reading.goOn('load');
  expect(isPaused).toBe(false);
});

test('a link that is gone leaves no timer', () => {
  flood();
  reading.end();
  expect(clock.pending).toBe(0);
});

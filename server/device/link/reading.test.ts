// How fast a device may bring received texts, and that no reason to stop the reading ends another one.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { Reading } from './reading.ts';

const simulated = simulateEachTest();
const { clock, run } = simulated;

let isPaused: boolean;
let reading: Reading;
beforeEach(() => {
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

afterEach(() => reading.end());

/** Brings texts until the reading stops; returns how many. */
function flood(most = 10_000): number {
  let brought = 0;
  for (; !isPaused && brought < most; brought++) reading.countInbound();
  return brought;
}

test('a device brings 1,200 received texts at once and 20 a second from then on', async () => {
  expect([flood(1_199), isPaused]).toEqual([1_199, false]);
  expect(flood()).toBe(1);
  await run('999 ms');
  expect(isPaused).toBe(true);
  for (const wait of [1, 1_000, 1_000]) {
    await run(wait);
    expect(flood()).toBe(20);
  }
  // An hour of silence earns no more than there was at first.
  await run('1 h');
  expect(flood()).toBe(1_200);
});

test('a clock that is set back stops nobody for longer', async () => {
  expect(flood()).toBe(1_200);
  clock.set(-3_600_000);
  await run('1 s');
  expect([isPaused, flood()]).toEqual([false, 1]);
  // One text was lent while nothing could be earned.
  await run('1 s');
  expect(flood()).toBe(19);
});

test('a device that is too fast is not read on because its work is done, nor the other way round', async () => {
  reading.stop('load');
  for (let brought = 0; brought < 1_200; brought++) reading.countInbound();
  reading.goOn('load');
  expect(isPaused).toBe(true);
  reading.stop('load');
  await run('1 s');
  expect(isPaused).toBe(true);
  reading.goOn('load');
  expect(isPaused).toBe(false);
});

test('a link that is gone leaves no timer', () => {
  flood();
  reading.end();
  expect(simulated.simulation.time.describe()).toEqual([]);
});

import { expect, test } from 'vitest';
import { every } from './every.ts';

/** A clock whose one interval fires when the test says so. */
function tickingClock() {
  let tick = () => {};
  let isCancelled = false;
  const clock = {
    nowMs: () => 0,
    setTimeout: () => () => undefined,
    setInterval: (fn: () => void) => {
      tick = fn;
      return () => {
        isCancelled = true;
      };
    },
  };
  return { clock, tick: () => tick(), isCancelled: () => isCancelled };
}

test('No round begins while another one is under way, and a stop waits for it', async () => {
  const { clock, tick, isCancelled } = tickingClock();
  const ends: (() => void)[] = [];
  const job = every({ clock, periodMs: 1_000, work: () => new Promise<void>((end) => ends.push(end)) });
  tick();
  const first = job.now();
  tick();
  await Promise.resolve();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  void job.now();
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  let isStopped = false;
  const stopped = job.stop().then(() => {
    isStopped = true;
  });
  tick();
  await Promise.resolve();
  expect([isStopped, isCancelled(), ends.length]).toEqual([false, true, 2]);
  ends[1]?.();
  await stopped;
  await job.now();
  expect(ends).toHaveLength(2);
});

test('A round that fails is reported, and the next one comes', async () => {
  const { clock } = tickingClock();
  const faults: unknown[] = [];
  let rounds = 0;
  const job = every({
    clock,
    periodMs: 1_000,
    work: async () => {
      rounds += 1;
      throw new Error(`round ${rounds}`);
    },
    onError: (error) => faults.push((error as Error).message),
  });
  await job.now();
  await job.now();
  expect(faults).toEqual(['round 1', 'round 2']);
  await job.stop();
});

// The limit of texts a second and the backoff, on a clock that stands still.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { Backoff, TokenBucket } from '../../carrier/capacity/submit_capacity.ts';

const simulated = simulateEachTest();
const { clock } = simulated;
/** Lets time pass where nothing is ever under way. */
const pass = (ms: number) => simulated.simulation.time.moveTo(simulated.simulation.time.nowMs() + ms);

test('in no second leave more than the limit, however they come', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(fc.tuple(fc.nat(400), fc.nat(300)), { maxLength: 60 }),
      (perSecond, arrivals) => {
        const bucket = new TokenBucket(clock, perSecond);
        const leftAt: number[] = [];
        for (const [afterMs, texts] of arrivals) {
          pass(afterMs);
          for (let text = 0; text < texts && bucket.available > 0; text++) {
            bucket.take();
            leftAt.push(clock.nowMs());
          }
        }
        let from = 0;
        for (const [index, atMs] of leftAt.entries()) {
          while ((leftAt[from] as number) <= atMs - 1_000) from++;
          expect(index - from + 1).toBeLessThanOrEqual(perSecond);
        }
      },
    ),
  );
});

test.each([1, 3, 20, 100, 1_000])(
  'the limit of %i is nearly reached by whoever waits as the answer says',
  (perSecond) => {
    const bucket = new TokenBucket(clock, perSecond);
    const endMs = clock.nowMs() + 20_000;
    let left = 0;
    while (clock.nowMs() < endMs) {
      for (; bucket.available > 0; left++) bucket.take();
      expect(bucket.waitMs).toBeGreaterThan(0);
      pass(bucket.waitMs);
    }
    expect(left / 20).toBeGreaterThan(perSecond * 0.9);
  },
);

test('a clock that is set back holds nothing up', () => {
  const bucket = new TokenBucket(clock, 10);
  const backoff = new Backoff({ clock, random: () => 0 });
  bucket.take();
  backoff.begin();
  clock.set(-3_600_000);
  expect(bucket.available).toBe(0);
  expect(backoff.leftMs).toBe(0);
  pass(bucket.waitMs);
  expect(bucket.available).toBe(1);
});

test('a backoff is short again after texts were taken for as long as it lasted', () => {
  const backoff = new Backoff({ clock, random: () => 0 });
  const grow = () => {
    for (let times = 0; times < 6; times++) pass(backoff.begin());
  };
  grow();
  backoff.ease();
  expect(backoff.begin()).toBe(24_000);
  pass(48_000);
  backoff.ease();
  expect(backoff.begin()).toBe(1_000);
});

test('a backoff is never longer than a minute, whatever chance says', () => {
  const backoff = new Backoff({ clock, random: () => 0.999 });
  for (let times = 0; times < 20; times++) {
    expect(backoff.begin()).toBeLessThanOrEqual(60_000);
    pass(60_000);
  }
});

test('a backoff is up to a quarter longer by chance', () => {
  expect(new Backoff({ clock, random: () => 0.999 }).begin()).toBe(1_250);
  expect(new Backoff({ clock, random: () => 0 }).begin()).toBe(1_000);
});

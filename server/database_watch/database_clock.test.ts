import { expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { DatabaseClock } from './database_clock.ts';

const hourMs = 3_600_000;
const epochMs = Date.parse('2026-03-10T12:00:00Z');

/** Our own reading and the database's clock, both moved by a test. */
function world() {
  let ownMs = 5_000;
  let stepMs = 0;
  const databaseMs = () => epochMs + ownMs + stepMs;
  const sample = (thereMs = 1, backMs = 1) => {
    const askedAtMs = ownMs;
    ownMs += thereMs;
    const seenMs = databaseMs();
    ownMs += backMs;
    return { askedAtMs, answeredAtMs: ownMs, databaseMs: seenMs };
  };
  const clock = new DatabaseClock(sample(), () => ownMs, systemClock);
  return {
    clock,
    sample,
    pass: (ms: number) => {
      ownMs += ms;
    },
    stepDatabase: (ms: number) => {
      stepMs += ms;
    },
    /** Passes time with a look at the database each second; returns the steps that were found. */
    follow: (seconds: number) => {
      const steps: number[] = [];
      for (let second = 0; second < seconds; second++) {
        ownMs += 998;
        const step = clock.take(sample());
        if (step !== 0) steps.push(step);
      }
      return steps;
    },
    errorMs: () => Math.abs(clock.nowMs() - databaseMs()),
  };
}

test("time is the database's, and goes on while the database is away", () => {
  const { clock, pass, errorMs } = world();
  expect(errorMs()).toBeLessThanOrEqual(1);
  const beforeMs = clock.nowMs();
  pass(hourMs);
  expect(clock.nowMs() - beforeMs).toBe(hourMs);
});

test('an answer that was long under way moves nothing that a quick one has shown better', () => {
  const { clock, sample, follow, errorMs } = world();
  follow(3);
  clock.take(sample(1, 900));
  clock.take(sample(900, 1));
  expect(errorMs()).toBeLessThanOrEqual(1);
});

test('time is never given below what was given before, while the database is set right by moments', () => {
  const { clock, sample, follow, stepDatabase, pass } = world();
  follow(2);
  const beforeMs = clock.nowMs();
  stepDatabase(-700);
  clock.take(sample());
  expect(clock.nowMs()).toBeGreaterThanOrEqual(beforeMs);
  pass(1_000);
  expect(clock.nowMs()).toBeGreaterThan(beforeMs);
});

test('a database that is an hour ahead for a few seconds moves no time', () => {
  const { follow, stepDatabase, errorMs } = world();
  follow(3);
  stepDatabase(hourMs);
  expect(follow(8)).toEqual([]);
  expect(errorMs()).toBeGreaterThan(hourMs - 10_000);
  stepDatabase(-hourMs);
  expect(follow(20)).toEqual([]);
  expect(errorMs()).toBeLessThanOrEqual(2);
});

test.each([hourMs, -hourMs])(
  'a database that steps by %d ms for good is followed within seconds',
  (stepMs) => {
    const { follow, stepDatabase, errorMs } = world();
    follow(3);
    stepDatabase(stepMs);
    const steps = follow(15);
    expect(steps).toHaveLength(1);
    expect(Math.abs((steps[0] as number) - stepMs)).toBeLessThan(10);
    expect(errorMs()).toBeLessThanOrEqual(2);
  },
);

test('the clock of another server is followed at once', () => {
  const { clock, sample, follow, stepDatabase, errorMs } = world();
  follow(3);
  stepDatabase(hourMs);
  expect(clock.begin(sample())).toBe(hourMs);
  expect(errorMs()).toBeLessThanOrEqual(1);
  stepDatabase(500);
  expect(clock.begin(sample())).toBe(0);
  expect(errorMs()).toBeLessThanOrEqual(1);
});

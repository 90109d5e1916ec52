// What a connection brings was there since a moment that is never later than it really came.
import { beforeEach, expect, test } from 'vitest';
import { WaitingTime } from './inbox.ts';

let nowMs: number;
let waiting: WaitingTime;
beforeEach(() => {
  nowMs = 1_000_000;
  const noTimer = () => () => undefined;
  waiting = new WaitingTime({ nowMs: () => nowMs, setTimeout: noTimer, setInterval: noTimer });
});
/** Seconds in which the process lives. */
const live = (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    nowMs += 1_000;
    waiting.tick();
  }
};

test('What is read by a process that lives came just now, give or take a fifth of a second', () => {
  live(60);
  nowMs += 700;
  expect(nowMs - waiting.sinceMs()).toBe(200);
});

test('What is read by a process that was frozen may have come since it was last alive, before its tick and after', () => {
  live(3);
  const aliveAtMs = nowMs;
  nowMs += 40_000;
  expect(waiting.sinceMs()).toBe(aliveAtMs);
  waiting.tick();
  nowMs += 900;
  expect(waiting.sinceMs()).toBe(aliveAtMs);
  live(2);
  expect(nowMs - waiting.sinceMs()).toBe(200);
});

test('What is read after a pause may have come since its beginning, also when that was a freeze', () => {
  live(3);
  const aliveAtMs = nowMs;
  nowMs += 5_000;
  waiting.pause();
  live(4);
  waiting.pause();
  waiting.resume();
  nowMs += 900;
  expect(waiting.sinceMs()).toBe(aliveAtMs);
  live(2);
  expect(nowMs - waiting.sinceMs()).toBe(200);
});

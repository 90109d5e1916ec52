// Addresses of texts' own that fail: how often they are tried, and what they hold up.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { Callbacks } from './callbacks.ts';
import type { EndpointAnswer } from './endpoint_client.ts';

const { clock, run } = simulateEachTest();

const url = 'https://shop.example/texts?id=1';
const answered = (status: number | null, tookMs: number): EndpointAnswer => ({
  ...{ status, error: 'x', answer: '', tookMs, retryAfter: undefined },
});
const quick = answered(500, 20);
const silent = answered(null, 15_000);

function start() {
  return { callbacks: new Callbacks({ clock, random: () => 0 }) };
}

test('an address is tried three times with longer pauses, then each text once, until it takes one', () => {
  const { callbacks } = start();
  const inMs = () => {
    const next = callbacks.fail(1n, url, quick);
    return next === 'passed_over' ? next : next.nextAttemptAtMs - clock.nowMs();
  };
  expect([inMs(), inMs(), inMs(), inMs()]).toEqual([1_000, 2_000, 'passed_over', 'passed_over']);
  expect(callbacks.isLeftAlone(1n, url)).toBe(false);
  callbacks.take(1n, url);
  expect(inMs()).toBe(1_000);
});

test('one that never answers is left alone for a minute, with all paths of its host and for its account alone', async () => {
  const { callbacks } = start();
  for (const _ of [1, 2, 3]) callbacks.fail(1n, url, silent);
  expect(callbacks.isLeftAlone(1n, 'https://shop.example/other')).toBe(true);
  expect(callbacks.isLeftAlone(2n, url)).toBe(false);
  expect(callbacks.isLeftAlone(1n, 'https://other.example/texts')).toBe(false);
  await run(60_000);
  expect(callbacks.isLeftAlone(1n, url)).toBe(false);
  expect(callbacks.fail(1n, url, silent)).toBe('passed_over');
});

test('an answer that is no success speaks of its path alone, whatever follows the question mark', () => {
  const { callbacks } = start();
  for (const id of [1, 2]) callbacks.fail(1n, `https://shop.example/texts?id=${id}`, quick);
  expect(callbacks.fail(1n, 'https://shop.example/other', quick)).not.toBe('passed_over');
  expect(callbacks.fail(1n, 'https://shop.example/texts?id=3', quick)).toBe('passed_over');
});

test('however many addresses fail, what is remembered of them has a bound', () => {
  const { callbacks } = start();
  for (let index = 0; index < 10_001; index += 1) callbacks.fail(1n, `https://shop.example/${index}`, quick);
  expect(callbacks.fail(1n, 'https://shop.example/0', quick)).toMatchObject({
    nextAttemptAtMs: expect.any(Number),
  });
  for (const _ of [1, 2]) callbacks.fail(1n, 'https://shop.example/10000', quick);
  expect(callbacks.fail(1n, 'https://shop.example/10000', quick)).toBe('passed_over');
});

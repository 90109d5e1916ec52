import { expect, test } from 'vitest';
import { simulateEachTest } from '../test/simulation/each_test.ts';
import { AttemptLimiter } from './attempt_limiter.ts';

const { clock, run } = simulateEachTest();

const tryWrong = async (limiter: AttemptLimiter, peer: string) => {
  const waitSeconds = await limiter.begin(peer);
  if (waitSeconds === 0) limiter.end(peer, true);
  return waitSeconds;
};

test('ten wrong codes in a minute from one address', async () => {
  const limiter = new AttemptLimiter(clock);
  for (let times = 0; times < 10; times++) expect(await tryWrong(limiter, 'a')).toBe(0);
  expect(await tryWrong(limiter, 'a')).toBe(60);
  expect(await tryWrong(limiter, 'b')).toBe(0);
  await run(59_001);
  expect(await tryWrong(limiter, 'a')).toBe(1);
  await run(1_000);
  expect(await tryWrong(limiter, 'a')).toBe(0);
});

test('codes that are tried at the same time are no way round', async () => {
  const limiter = new AttemptLimiter(clock);
  const answers: number[] = [];
  const tries = Array.from({ length: 12 }, async () => answers.push(await limiter.begin('a')));
  await Promise.all(tries.slice(0, 10));
  expect(answers).toEqual(Array(10).fill(0));
  for (let times = 0; times < 10; times++) limiter.end('a', true);
  await Promise.all(tries);
  expect(answers).toEqual([...Array(10).fill(0), 60, 60]);
});

test('forty good codes at the same time from one address all have their turn', async () => {
  const limiter = new AttemptLimiter(clock);
  let mostUnderWay = 0;
  let underWay = 0;
  const pair = async () => {
    expect(await limiter.begin('hub')).toBe(0);
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await Promise.resolve();
    underWay--;
    limiter.end('hub', false);
  };
  await Promise.all(Array.from({ length: 40 }, pair));
  expect(mostUnderWay).toBe(10);
});

test('a thousand tries wait at most; a further one may come again in a second', async () => {
  const limiter = new AttemptLimiter(clock);
  const tries = Array.from({ length: 1_010 }, () => limiter.begin('a'));
  expect(await limiter.begin('a')).toBe(1);
  for (let times = 0; times < 10; times++) limiter.end('a', true);
  expect(await Promise.all(tries.slice(10))).toEqual(Array(1_000).fill(60));
});

test('good codes do not count', async () => {
  const limiter = new AttemptLimiter(clock);
  for (let times = 0; times < 1_000; times++) {
    expect(await limiter.begin('a')).toBe(0);
    limiter.end('a', false);
  }
});

test('all addresses together may be wrong three hundred times a minute', async () => {
  const limiter = new AttemptLimiter(clock);
  for (let address = 0; address < 300; address++) expect(await tryWrong(limiter, `a${address}`)).toBe(0);
  expect(await tryWrong(limiter, 'another')).toBe(60);
  await run(60_000);
  expect(await tryWrong(limiter, 'another')).toBe(0);
});

// What the driver remembers over restarts, and what it does when that is damaged, foreign or gone.
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';
import { OpenTexts, openTextsName } from './open_texts.ts';

const simulated = simulateEachTest();
let bench: AndroidBench;
afterEach(() => bench.close());

const file = () => join(bench.dir, openTextsName);

test('a phone that was replaced between the post and its answer makes the outcome unknown, not a second text', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  bench.begin();
  await bench.passUntil('posted', () => bench.phone.radio.length === 1);
  bench.abort();
  bench.phone.wipe();
  await bench.startReady();
  expect(await bench.submit()).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('anew') });
  expect(bench.phone.radio).toHaveLength(1);
  expect((await bench.submit({ messageId: 2n })).kind).toBe('unknown');
});

test('without the file, or with half of it, a text still goes out once', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await bench.submit();
  await bench.driver.close();
  rmSync(file());
  await bench.startReady();
  expect((await bench.submit()).kind).toBe('accepted');
  await bench.driver.close();
  appendFileSync(file(), '{"op":"text","m":"1","a":1,"n":');
  await bench.startReady();
  expect((await bench.submit()).kind).toBe('accepted');
  await bench.driver.close();
  writeFileSync(file(), 'nonsense\n{"op":"text","m":"x"}\n[]\nnull\n');
  await bench.startReady();
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
});

test('it holds no body and no number, and only its owner reads it', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await bench.submit({ body: 'nobody may read this' });
  const text = readFileSync(file(), 'utf8');
  expect(text).toContain('"op":"text"');
  expect(text).not.toMatch(/nobody|15551234567|password/);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('what another journal wrote means nothing', async () => {
  bench = await AndroidBench.open(simulated);
  const nowMs = bench.clock.nowMs();
  const text = { messageId: 1n, identity: '', attempt: 1, number: 1, phone: 'p', parts: 1, atMs: nowMs };
  const one = new OpenTexts(bench.dir, 'one', nowMs);
  one.sinceMs = 5;
  const { id } = one.open(text);
  one.release();
  const again = new OpenTexts(bench.dir, 'one', nowMs);
  expect([again.sinceMs, again.list().length]).toEqual([5, 1]);
  again.release();
  const other = new OpenTexts(bench.dir, 'two', nowMs);
  expect([other.sinceMs, other.list().length]).toEqual([undefined, 0]);
  expect(other.open(text).id).not.toBe(id);
  other.release();
});

test('a whole file is gone on with, with its texts in their order, and one that was cut off is written anew', async () => {
  bench = await AndroidBench.open(simulated);
  const nowMs = bench.clock.nowMs();
  const text = (messageId: bigint) =>
    ({ messageId, identity: '', attempt: 1, number: 1, phone: 'p', parts: 1, atMs: nowMs }) as const;
  const one = new OpenTexts(bench.dir, 'one', nowMs);
  for (const id of [1n, 2n, 3n, 1n]) one.open(text(id));
  one.close(text(2n));
  one.release();
  const { ino } = statSync(file());
  const again = new OpenTexts(bench.dir, 'one', nowMs);
  expect([statSync(file()).ino, again.list().map(({ messageId }) => messageId)]).toEqual([ino, [3n, 1n]]);
  again.open(text(4n));
  again.release();
  appendFileSync(file(), '{"op":"text","m":"5"');
  const last = new OpenTexts(bench.dir, 'one', nowMs);
  last.open(text(6n));
  last.release();
  expect(readFileSync(file(), 'utf8')).not.toContain('"5"');
  const whole = new OpenTexts(bench.dir, 'one', nowMs);
  expect(whole.list().map(({ messageId }) => messageId)).toEqual([3n, 1n, 4n, 6n]);
  whole.release();
});

test('10,000 texts are kept, and one more takes the place of the oldest', async () => {
  bench = await AndroidBench.open(simulated);
  const nowMs = bench.clock.nowMs();
  const text = (id: number) =>
    ({
      messageId: BigInt(id),
      identity: '',
      attempt: 1,
      number: 1,
      phone: 'p',
      parts: 1,
      atMs: nowMs,
    }) as const;
  const texts = new OpenTexts(bench.dir, 'one', nowMs);
  texts.openAll(Array.from({ length: 10_000 }, (_, index) => text(index + 1)));
  const ends = () => [texts.list().length, texts.list()[0]?.messageId, texts.list().at(-1)?.messageId];
  expect(ends()).toEqual([10_000, 1n, 10_000n]);
  texts.open(text(10_001));
  expect(ends()).toEqual([10_000, 2n, 10_001n]);
  texts.release();
});

test('it stays small, however many texts there were', async () => {
  bench = await AndroidBench.open(simulated);
  const nowMs = bench.clock.nowMs();
  const texts = new OpenTexts(bench.dir, 'one', nowMs, { maxTexts: 100, maxIdleLines: 50 });
  for (let n = 1n; n <= 400n; n += 1n)
    texts.open({ messageId: n, identity: '', attempt: 1, number: 1, phone: 'p', parts: 1, atMs: nowMs });
  expect(texts.list().map(({ messageId }) => messageId)).toEqual(
    Array.from({ length: 100 }, (_, index) => BigInt(index + 301)),
  );
  expect(statSync(file()).size).toBeLessThan(20_000);
  texts.release();
  const again = new OpenTexts(bench.dir, 'one', nowMs + 71 * 3_600_000);
  expect(again.list()).toHaveLength(100);
  again.prune(nowMs + 73 * 3_600_000);
  expect(again.list()).toEqual([]);
  again.release();
});

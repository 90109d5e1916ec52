// What the driver remembers over restarts, and what it does when that is damaged, foreign or gone.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenTexts, openTextsName } from './open_texts.ts';

const nowMs = Date.UTC(2026, 0, 1);
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'open-texts-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = (journal: string) => new OpenTexts(dir, journal, nowMs);
const text = (messageId: bigint) =>
  ({ messageId, identity: '', attempt: 1, number: 1, phone: 'p', parts: 1, atMs: nowMs }) as const;
const file = () => join(dir, openTextsName);

test('a file with half a line, or with nonsense, is read as far as it goes', () => {
  const one = open('one');
  one.openAll([text(1n)]);
  one.release();
  appendFileSync(file(), '{"op":"text","m":"2","a":1,"n":');
  const again = open('one');
  expect(again.list().map(({ messageId }) => messageId)).toEqual([1n]);
  again.release();
  writeFileSync(file(), 'nonsense\n{"op":"text","m":"x"}\n[]\nnull\n');
  const last = open('one');
  expect(last.list()).toEqual([]);
  last.release();
});

test('only its owner reads it', () => {
  open('one').release();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('what another journal wrote means nothing', () => {
  const one = open('one');
  one.openAll([text(1n)]);
  const id = one.idOf(text(1n), 1);
  one.release();
  const again = open('one');
  expect(again.list()).toHaveLength(1);
  again.release();
  const other = open('two');
  expect(other.list()).toEqual([]);
  expect(other.idOf(text(1n), 1)).not.toBe(id);
  other.release();
});

test('a whole file is gone on with, with its texts in their order, and one that was cut off is written anew', () => {
  const one = open('one');
  for (const id of [1n, 2n, 3n, 1n]) one.openAll([text(id)]);
  one.close(text(2n));
  one.release();
  const { ino } = statSync(file());
  const again = open('one');
  expect([statSync(file()).ino, again.list().map(({ messageId }) => messageId)]).toEqual([ino, [3n, 1n]]);
  again.openAll([text(4n)]);
  again.release();
  appendFileSync(file(), '{"op":"text","m":"5"');
  const last = open('one');
  last.openAll([text(6n)]);
  last.release();
  expect(readFileSync(file(), 'utf8')).not.toContain('"5"');
  const whole = open('one');
  expect(whole.list().map(({ messageId }) => messageId)).toEqual([3n, 1n, 4n, 6n]);
  whole.release();
});

test('10,000 texts are kept, and one more takes the place of the oldest', () => {
  const texts = open('one');
  texts.openAll(Array.from({ length: 10_000 }, (_, index) => text(BigInt(index + 1))));
  const ends = () => [texts.list().length, texts.list()[0]?.messageId, texts.list().at(-1)?.messageId];
  expect(ends()).toEqual([10_000, 1n, 10_000n]);
  texts.openAll([text(10_001n)]);
  expect(ends()).toEqual([10_000, 2n, 10_001n]);
  texts.release();
});

test('it stays small, however many texts there were', () => {
  const texts = new OpenTexts(dir, 'one', nowMs, { maxTexts: 100, maxIdleLines: 50 });
  for (let n = 1n; n <= 400n; n += 1n) texts.openAll([text(n)]);
  expect(texts.list().map(({ messageId }) => messageId)).toEqual(
    Array.from({ length: 100 }, (_, index) => BigInt(index + 301)),
  );
  expect(statSync(file()).size).toBeLessThan(20_000);
  texts.release();
  const again = new OpenTexts(dir, 'one', nowMs + 71 * 3_600_000);
  expect(again.list()).toHaveLength(100);
  again.prune(nowMs + 73 * 3_600_000);
  expect(again.list()).toEqual([]);
  again.release();
});

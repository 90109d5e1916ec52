// Instants are found among ids, and by texts that came late with an older time nobody is misled.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
afterAll(() => rows.close());

const start = Date.parse('2026-11-01T00:00:00Z');
const at = (accountId: bigint, seconds: number) => rows.store.findIdAt(accountId, start + seconds * 1000);

test('the first id at an instant or after it', async () => {
  await rows.addAccount(1n);
  expect(await at(1n, 0)).toBe(1n);
  await rows.addTexts(1n, 5_000);
  // Text n was accepted n seconds after the start.
  for (const seconds of [1, 2, 255, 256, 257, 1_000, 4_744, 4_745, 4_999, 5_000])
    expect(await at(1n, seconds), String(seconds)).toBe(BigInt(seconds));
  expect(await at(1n, 2_000.5)).toBe(2_001n);
  expect(await at(1n, -1e6)).toBe(1n);
  expect(await at(1n, 5_000.001)).toBe(5_001n);
  expect(await at(1n, 1e9)).toBe(5_001n);
  expect(await at(99n, 1)).toBe(1n);
});

test('texts that a phone brought late count where they came', async () => {
  await rows.addAccount(2n);
  await rows.addTexts(2n, 1_000);
  // A phone that was offline brings a hundred texts from the very beginning.
  await rows.addTexts(2n, 100, { createdAt: `timestamptz '2026-11-01 00:00:05+00'`, direction: "'in'" });
  await rows.addTexts(2n, 1_000);
  expect(await at(2n, 5)).toBe(5n);
  expect(await at(2n, 900)).toBe(900n);
  expect(await at(2n, 1_000)).toBe(1_000n);
  expect(await at(2n, 1_050)).toBe(1_101n);
  expect(await at(2n, 1_101)).toBe(1_101n);
  expect(await at(2n, 1_500)).toBe(1_500n);
});

import { expect, test } from 'vitest';
import { createIntentId, isKeyKept, readIntentId } from './plan_intent.ts';

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');

test('the name of an intent says what is asked for which account and since when, and no two are the same', () => {
  for (const action of ['claimed', 'upgrade', 'downgrade', 'checkout'] as const) {
    for (const subject of ['', 'sub_1AbC-9']) {
      const id = createIntentId(action, nowMs, subject);
      expect(readIntentId(id)).toEqual({ action, subject, atMs: nowMs });
      expect(createIntentId(action, nowMs, subject)).not.toBe(id);
      expect(id.length).toBeLessThan(255);
    }
  }
});

test('a word that is not understood asks for nothing', () => {
  for (const id of ['', 'x', 'refund.sub_1.1.00000000-0000-0000-0000-000000000000', 'upgrade.sub 1.0'])
    expect(readIntentId(id)).toMatchObject({ action: 'claimed', subject: '' });
});

test('what no provider calls its things is refused', () => {
  for (const subject of ['a.b', 'a b', 'x'.repeat(101)])
    expect(() => createIntentId('upgrade', nowMs, subject)).toThrow();
});

test('a call is ended under its key for as long as that is remembered', () => {
  const word = readIntentId(createIntentId('upgrade', nowMs, 'sub_1'));
  expect(isKeyKept(word, nowMs + 22 * 3_600_000)).toBe(true);
  expect(isKeyKept(word, nowMs + 24 * 3_600_000)).toBe(false);
});

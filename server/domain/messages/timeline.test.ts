// Lines of steps: what is written is read again, whatever else is between.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { letterOf, maxStepDetail, readSteps, type Step, splitCode, writeStep } from './timeline.ts';

const kind = fc.constantFrom<Step['kind']>('handed_over', 'moved', 'another_try', 'part_failed', 'failed');
const atMs = fc.integer({ min: 0, max: 253_402_300_799_999 });
const words = fc.string({ unit: 'grapheme', minLength: 1 });
const place = fc.oneof(
  fc.record({
    deviceId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    slot: fc.integer({ min: 1, max: 32_767 }),
  }),
  fc.record({ carrier: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,31}$/) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind, atMs, place }),
  fc.record({ kind, atMs, detail: words }),
  fc.record({
    kind,
    atMs,
    part: fc.integer({ min: 1, max: 255 }),
    total: fc.integer({ min: 1, max: 255 }),
    detail: words,
  }),
);

/** What is kept of a step's words. */
const asKept = (one: Step): Step => {
  if (one.detail === undefined) return one;
  const detail = one.detail
    .slice(0, maxStepDetail)
    .toWellFormed()
    .replaceAll(/[\s\0]/g, ' ');
  return { ...one, detail };
};

test('steps are read as they were written, in their order, and unknown lines are passed over', () => {
  fc.assert(
    fc.property(
      fc.array(step),
      fc.option(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })),
      (steps, keyId) => {
        const sender = keyId === null ? '' : `k${keyId}\n`;
        const read = readSteps(`${sender}${steps.map(writeStep).join('z123 new |kind\n')}`);
        expect(read).toEqual({ steps: steps.map(asKept), keyId: keyId ?? undefined, omitted: undefined });
      },
    ),
  );
});

test('any text is read without a fault', () => {
  fc.assert(fc.property(fc.string(), (text) => void readSteps(text)));
  expect(readSteps(null).steps).toEqual([]);
});

test('what was left out stands where it was', () => {
  const line = writeStep({ kind: 'handed_over', atMs: 1, place: { carrier: 'a' } });
  expect(readSteps(`k7\n${line}~12\n${line}`)).toMatchObject({ keyId: 7n, omitted: { count: 12, after: 1 } });
});

test('every kind has a letter of its own, and no line is longer than a bounded row can bear', () => {
  const longest = writeStep({
    kind: 'part_failed',
    atMs: 253_402_300_799_999,
    part: 255,
    total: 255,
    detail: 'x'.repeat(500),
  });
  expect(longest.length).toBeLessThan(4_000 / 25);
  expect(letterOf('failed')).not.toBe(letterOf('part_failed'));
});

test.each([
  ['the network refused the recipient (0x0b)', '0x0b', 'the network refused the recipient'],
  ['the network could not deliver it (error 34)', '34', 'the network could not deliver it'],
  ['the company refused it (status 400)', '400', 'the company refused it'],
  ['no delivery receipt arrived in time', null, 'no delivery receipt arrived in time'],
  ['the connection failed (reset)', null, 'the connection failed (reset)'],
])('the code of "%s" is %s', (sentence, code, meaning) => {
  expect(splitCode(sentence)).toEqual({ code, meaning });
});

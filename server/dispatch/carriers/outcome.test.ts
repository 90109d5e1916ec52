// What follows for a text from its parts, for every mix of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf, type PartEnd, retryDelayMs } from './dispatched_text.ts';

const submittedAtMs = 5;
const end: fc.Arbitrary<PartEnd> = fc.oneof(
  fc.record({ kind: fc.constant('earlier' as const), isUnknown: fc.boolean() }),
  fc.record({
    kind: fc.constant('accepted' as const),
    ref: fc.option(fc.string({ maxLength: 70 })),
    submittedAtMs: fc.constant(submittedAtMs),
  }),
  fc.record({
    kind: fc.constant('unknown' as const),
    detail: fc.string(),
    submittedAtMs: fc.constant(submittedAtMs),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    code: fc.constantFrom('rejected_by_network' as const, 'carrier_failed' as const),
    detail: fc.string({ maxLength: 400 }),
  }),
  fc.constant<PartEnd>({ kind: 'not_left' }),
);
const ends = fc.array(end, { minLength: 1, maxLength: 12 });

describe('an outcome', () => {
  test('an outcome is failed for a refusal, else released while a part can go again, else unknown, else sent', () => {
    fc.assert(
      fc.property(ends, (parts) => {
        const { verdict, error } = outcomeOf(parts);
        const has = (is: (part: PartEnd) => boolean) => parts.some(is);
        if (has(({ kind }) => kind === 'refused')) {
          expect(verdict).toBe('failed');
          expect(error).toMatch(/^(rejected_by_network|carrier_failed): /);
        } else if (has(({ kind }) => kind === 'not_left'))
          expect([verdict, error]).toEqual(['released', null]);
        else if (has((part) => part.kind === 'unknown' || (part.kind === 'earlier' && part.isUnknown)))
          expect([verdict, error?.startsWith('outcome_unknown: ')]).toEqual(['failed', true]);
        else expect([verdict, error]).toEqual(['sent', null]);
      }),
    );
  });

  test('an outcome writes down each part that left or may have left now, once, with a name that can be stored', () => {
    fc.assert(
      fc.property(ends, (ended) => {
        const { parts, mayHaveLeft, hasLeft } = outcomeOf(ended);
        expect(parts.map(({ part }) => part)).toEqual(
          ended.flatMap(({ kind }, index) => (kind === 'accepted' || kind === 'unknown' ? [index + 1] : [])),
        );
        for (const { ref, total } of parts) {
          expect(total).toBe(ended.length);
          if (ref !== null) expect(ref).toMatch(/^[^\0]{1,64}$/s);
        }
        expect(mayHaveLeft).toBe(ended.some(({ kind }) => ['accepted', 'unknown', 'earlier'].includes(kind)));
        expect(hasLeft).toBe(ended.some(({ kind }) => kind === 'accepted'));
      }),
    );
  });

  test("bounds a carrier's sentence", () => {
    const { error } = outcomeOf([
      { kind: 'refused', code: 'carrier_failed', detail: `a\u0000${'b'.repeat(999)}` },
    ]);
    expect(error).toBe(`carrier_failed: a${'b'.repeat(299)}`);
  });
});

test('the wait before another try grows from a quarter of a second to a minute, give or take a quarter', () => {
  const waits = [1, 2, 3, 8, 9, 10, 32_767].map((attempt) => retryDelayMs(attempt, 0.5));
  expect(waits).toEqual([250, 500, 1_000, 32_000, 60_000, 60_000, 60_000]);
  expect(retryDelayMs(1, 0)).toBe(188);
  expect(retryDelayMs(9, 1)).toBe(75_000);
});

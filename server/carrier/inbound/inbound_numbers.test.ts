// The number that a carrier gave its delivery: the same words under the same number on the same connection are one text, whenever they
// come; words that somebody writes twice are two.
import { beforeEach, describe, expect, test } from 'vitest';
import { bodiesOf, type CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';

let rows: CarrierRows;
let first: CarrierReplica;
const { run, during } = provideReplicas((provided) => {
  ({ rows, first } = provided);
});

/** While `isAway`, what is stored waits; the next step goes on once it is back. */
let back: PromiseWithResolvers<void>;
const goAway = () => {
  back = Promise.withResolvers<void>();
  first.onStep = (step) => (step.endsWith(':before') ? back.promise : undefined);
};
beforeEach(() => {
  first.onStep = () => undefined;
});

describe('the same words under the same number', () => {
  test.each([100, 1_000, 2_000, 3_000, 10_000])(
    'the same words under the same number are one text when they come again after %i ms without an answer',
    async (afterMs) => {
      goAway();
      const takes = [first.take({ text: 'a', sequence: 7 })];
      await run(afterMs);
      takes.push(first.take({ text: 'a', sequence: 7 }));
      await run(afterMs);
      takes.push(first.take({ text: 'a', sequence: 7 }));
      back.resolve();
      expect((await Promise.all(takes)).map(({ owned }) => owned)).toEqual([true, true, true]);
      expect(await bodiesOf(rows)).toEqual(['a']);
    },
  );

  test('the same words under the same number are one text when they come just after the answer, and after a refusal', async () => {
    await first.take({ text: 'a', sequence: 7 });
    await first.take({ text: 'a', sequence: 7 });
    first.onStep = () => Promise.reject(new DatabaseUnavailable(new Error('away')));
    const refused = first.take({ text: 'b', sequence: 8 }).catch(() => 'refused');
    expect(await during(refused)).toBe('refused');
    first.onStep = () => undefined;
    await first.take({ text: 'b', sequence: 8 });
    await first.take({ text: 'b', sequence: 8 });
    expect(await bodiesOf(rows)).toEqual(['a', 'b']);
  });

  test('the same words are two texts under another number, on another connection, and a minute after the answer', async () => {
    await first.take({ text: 'a', sequence: 7 });
    await first.take({ text: 'a', sequence: 8 });
    expect(await bodiesOf(rows)).toHaveLength(2);
    await run(59_999);
    await first.take({ text: 'a', sequence: 8 });
    expect(await bodiesOf(rows)).toHaveLength(2);
    await run(1);
    await first.take({ text: 'a', sequence: 8 });
    expect(await bodiesOf(rows)).toHaveLength(3);
  });

  test('the same words are another text after a late answer and its repeat, under a new number', async () => {
    goAway();
    const late = first.take({ text: 'a', sequence: 5 });
    await run(2_000);
    back.resolve();
    await late;
    first.onStep = () => undefined;
    await first.take({ text: 'a', sequence: 5 });
    await run(300_000);
    await first.take({ text: 'a', sequence: 9 });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a number that the carrier uses for other words means these from then on', async () => {
    for (const text of ['a', 'b', 'a']) await first.take({ text, sequence: 0 });
    expect(await bodiesOf(rows)).toEqual(['a', 'b', 'a']);
  });
});

test('the same words under a new number are one text when the first is unanswered for as long as a carrier waits', async () => {
  goAway();
  const takes = [first.take({ text: 'a', sequence: 1 })];
  await run(1_500);
  takes.push(first.take({ text: 'a', sequence: 2 }));
  back.resolve();
  await Promise.all(takes);
  expect(await bodiesOf(rows)).toEqual(['a']);
});

test('the same words under a new number are two texts when somebody writes them twice within a moment', async () => {
  goAway();
  const takes = [first.take({ text: 'a', sequence: 1 })];
  await run(1_499);
  takes.push(first.take({ text: 'a', sequence: 2 }));
  back.resolve();
  await Promise.all(takes);
  expect(await bodiesOf(rows)).toEqual(['a', 'a']);
});

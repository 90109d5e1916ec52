import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonShape, mostJsonLevels, mostJsonValues } from './json_shape.ts';

const excessOf = (text: string) => new JsonShape().take(Buffer.from(text)).excess;
const list = (unit: string, count: number) => `[${Array(count).fill(unit).join(',')}]`;

test.each([
  ['numbers', (count: number) => list('0', count)],
  ['texts', (count: number) => list('""', count)],
  ['fields', (count: number) => `{${Array.from({ length: count }, (_, nth) => `"${nth}":0`).join(',')}}`],
  // Of each of them one is counted for itself and one for its comma.
  ['lists', (count: number) => list('[]', count / 2)],
  ['objects', (count: number) => list('{}', count / 2)],
])('as many %s as may be are within the bound, and one more is not', (_kind, of) => {
  expect(excessOf(of(mostJsonValues))).toBeUndefined();
  expect(excessOf(of(mostJsonValues + 2))).toBe('must have at most 40000 values');
});

test('as many levels as may be are within the bound, and one more is not, closed or not', () => {
  const nested = (levels: number) => '['.repeat(levels);
  expect(excessOf(nested(mostJsonLevels))).toBeUndefined();
  expect(excessOf(nested(mostJsonLevels + 1))).toBe('must not be nested deeper than 32 levels');
  expect(excessOf(`${nested(mostJsonLevels + 1)}${']'.repeat(33)}`)).toBeDefined();
  expect(excessOf(list('[[]]', 1_000))).toBeUndefined();
});

test('what stands inside of texts is no value, whatever is escaped there', () => {
  const words = '[{,'.repeat(mostJsonValues);
  for (const text of [words, `\\"${words}`, `\\\\`, `${words}\\\\\\"${words}`, `\\u005b${words}`])
    expect(excessOf(`{"a":"${text}"}`)).toBeUndefined();
  expect(excessOf(`["\\\\",${list('0', mostJsonValues)}]`)).toBeDefined();
});

/** How many values JSON has inside of others. */
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + 1 + valuesIn(each), 0)
    : 0;

test('no JSON has more values than are counted, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 7 }), (text, step) => {
      const bytes = Buffer.from(`[${text}${`,${text}`.repeat(300)}]`);
      const whole = new JsonShape().take(bytes);
      const cut = new JsonShape();
      for (let at = 0; at < bytes.length; at += step) cut.take(bytes.subarray(at, at + step));
      expect(cut).toEqual(whole);
      if (valuesIn(JSON.parse(bytes.toString())) > mostJsonValues) expect(whole.excess).toBeDefined();
    }),
  );
});

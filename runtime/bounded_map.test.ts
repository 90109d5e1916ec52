import { expect, test } from 'vitest';
import { BoundedMap } from './bounded_map.ts';

const keysOf = (map: BoundedMap<string, unknown>) => [...map].map(([key]) => key);

test('as many entries as it may have are kept, and one more takes the place of the oldest', () => {
  const map = new BoundedMap<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect(keysOf(map)).toEqual(['a', 'b', 'c']);
  map.set('d', 3);
  expect(keysOf(map)).toEqual(['b', 'c', 'd']);
  expect([map.size, map.has('a'), map.get('a'), map.get('d')]).toEqual([3, false, undefined, 3]);
});

test('an entry that is set again is the newest, and takes nobody’s place', () => {
  const map = new BoundedMap<string, number>(3);
  for (const key of ['a', 'b', 'c', 'a']) map.set(key, 0);
  expect(keysOf(map)).toEqual(['b', 'c', 'a']);
  map.set('d', 0);
  expect(keysOf(map)).toEqual(['c', 'a', 'd']);
});

test('an entry that is deleted leaves its place', () => {
  const map = new BoundedMap<string, number>(2);
  for (const key of ['a', 'b']) map.set(key, 0);
  map.delete('a');
  map.set('c', 0);
  expect(keysOf(map)).toEqual(['b', 'c']);
});

// What is made once for each key.
import { expect, test } from 'vitest';
import { memoised } from './memoised.ts';

test('each key is made once, also where what was made is undefined', () => {
  const asked: string[] = [];
  const find = memoised((key: string) => {
    asked.push(key);
    return key === 'none' ? undefined : key.length;
  });
  expect(['ab', 'none', 'ab', 'none', 'c'].map(find)).toEqual([2, undefined, 2, undefined, 1]);
  expect(asked).toEqual(['ab', 'none', 'c']);
});

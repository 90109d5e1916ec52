// The names that people and programs give to things, at their bounds.
import { expect, test } from 'vitest';
import { checkName } from './names.ts';

const isTaken = (name: string, least: number): boolean => {
  try {
    checkName('name', name, least);
    return true;
  } catch {
    return false;
  }
};

test('a name has 1 to 100 characters, and is not spaces alone', () => {
  const emoji = '\u{1f600}';
  expect(['a', ' a ', emoji.repeat(100)].filter((name) => !isTaken(name, 1))).toEqual([]);
  expect(['', ' ', ' \t\n', emoji.repeat(101), 'a\0', '\ud83d'].filter((name) => isTaken(name, 1))).toEqual(
    [],
  );
});

test('what may be left empty may be spaces', () => {
  expect(['', ' ', 'a'].filter((name) => !isTaken(name, 0))).toEqual([]);
});

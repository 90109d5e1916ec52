import { expect, test } from 'vitest';
import { fieldsOf, fillIn } from './template.ts';

const values = new Map([
  ['name', 'Ada {day}'],
  ['day', '$& Monday'],
]);

test('a template is filled in with the values of a row, whatever they look like, and once', () => {
  expect(fillIn('Hello { Name }, on {day}: {day}.', values)).toEqual({
    body: 'Hello Ada {day}, on $& Monday: $& Monday.',
    missing: [],
  });
});

test('a field that the row does not have is named, and stands as it was', () => {
  expect(fillIn('Hello {name}, {Surname}!', values)).toEqual({
    body: 'Hello Ada {day}, {Surname}!',
    missing: ['surname'],
  });
});

test('fields are named once, in their order; braces without a name are none', () => {
  expect(fieldsOf('{b}, {a}, {B} {} {\n} }{ {x{y}}')).toEqual(['b', 'a', 'y']);
});

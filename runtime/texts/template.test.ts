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
    isLong: false,
  });
});

test('a field that the row does not have is named, and stands as it was', () => {
  expect(fillIn('Hello {name}, {Surname}!', values)).toEqual({
    body: 'Hello Ada {day}, {Surname}!',
    missing: ['surname'],
    isLong: false,
  });
});

test('fields are named once, in their order; braces without a name are none', () => {
  expect(fieldsOf('{b}, {a}, {B} {} {\n} }{ {x{y}}')).toEqual(['b', 'a', 'y']);
});

test('no more is made of a template than is wanted, whatever its values hold', () => {
  const long = new Map([['a', 'x'.repeat(1_000_000)]]);
  expect(fillIn('{a}'.repeat(533), long, 3_200)).toEqual({
    body: 'x'.repeat(3_200),
    missing: [],
    isLong: true,
  });
  expect(fillIn('{a}{b}', new Map([['a', 'xx']]), 5)).toEqual({
    body: 'xx{b}',
    missing: ['b'],
    isLong: false,
  });
  expect(fillIn('{a}{b}', new Map([['a', 'xxx']]), 5)).toMatchObject({ missing: ['b'], isLong: true });
});

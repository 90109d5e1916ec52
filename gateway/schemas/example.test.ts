import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { exampleOf, like } from './example.ts';
import { flag, instant, integer, nullable, nullableOneOf, oneOf, text } from './kinds.ts';
import { madeOf } from './resource.ts';

const { Shape } = madeOf<{ name: string; at: string }>().resource(
  'Place',
  'A place.',
  { name: text('Its name.'), at: text('Where it is.') },
  { name: 'Berlin', at: '52.5,13.4' },
);

describe('an example of a shape', () => {
  test('an example has the resource’s own where there is one, also within lists and where null is possible', () => {
    const place = { name: 'Berlin', at: '52.5,13.4' };
    expect(exampleOf(Shape)).toEqual(place);
    const outer = Type.Object({ many: Type.Array(Shape), one: nullable(Shape), may: Type.Optional(Shape) });
    expect(exampleOf(outer)).toEqual({ many: [place], one: place, may: place });
  });

  test('an example has for every other field what its kind says', () => {
    const kinds = Type.Object({
      id: integer(1, 'An id.'),
      at: instant('When.'),
      state: oneOf(['up', 'down'], 'How it is.'),
      most: Type.Integer({ minimum: 1, default: 100 }),
      isOn: flag('Whether.'),
      cursor: nullable(text('The next one.')),
      reason: nullableOneOf(['gone'], 'Why.'),
      left: Type.Optional(text('May be left out.')),
    });
    expect(exampleOf(kinds)).toEqual({
      id: 1,
      at: '2026-11-21T08:31:02.480Z',
      state: 'up',
      most: 100,
      isOn: false,
      cursor: null,
      reason: null,
    });
  });

  test('a field is what is known under its name, unless it has an example of its own', () => {
    const body = Type.Object({
      name: text('Its name.'),
      note: Type.Optional(text('A note.')),
      from: Type.Optional(nullable(text('A sender.'))),
      seq: like(integer(0, 'A place.'), 43),
    });
    expect(exampleOf(body, { name: 'Ada', note: 'Early.', from: null, seq: 1, more: 2 })).toEqual({
      name: 'Ada',
      note: 'Early.',
      seq: 43,
    });
  });

  test('a text of which nothing says an example is a fault that names it', () => {
    const titled = Type.Object({ name: text('Its name.') }, { title: 'Thing' });
    expect(() => exampleOf(Type.Array(titled))).toThrow('Thing.name has no example');
  });
});

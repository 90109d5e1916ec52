import { expect, test } from 'vitest';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { LargeBodies, largeBounds } from './large_bodies.ts';

function provide() {
  const clock = new ManualClock();
  const bodies = new LargeBodies(clock);
  const begun: string[] = [];
  const refused: string[] = [];
  const enter = (owner: string, name: string) =>
    bodies.enter(
      owner,
      () => begun.push(name),
      () => refused.push(name),
    );
  return { clock, bodies, begun, refused, enter };
}

test('an account has one large body in work, and the others are not kept waiting by it', () => {
  const { begun, enter } = provide();
  enter('a', 'a1');
  enter('a', 'a2');
  enter('b', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
});

test('while others are served, a quarter of the time is the most that the large bodies of an account take', () => {
  const { clock, bodies, begun, enter } = provide();
  const end = enter('a', 'a1');
  enter('a', 'a2');
  bodies.note('b');
  clock.advance(200);
  bodies.note('a');
  end();
  clock.advance(599);
  expect(begun).toEqual(['a1']);
  clock.advance(1);
  expect(begun).toEqual(['a1', 'a2']);
});

test('an account that is alone has all of the time', () => {
  const { clock, bodies, begun, enter } = provide();
  bodies.note('b');
  const end = enter('a', 'a1');
  enter('a', 'a2');
  clock.advance(1_000);
  bodies.note('a');
  end();
  expect(begun).toEqual(['a1', 'a2']);
});

test('as many as are allowed wait, as long as is allowed; then they are refused', () => {
  const { clock, begun, refused, enter } = provide();
  enter('a', 'first');
  for (let at = 0; at < largeBounds.waiting; at++) enter('a', `w${at}`);
  expect(refused).toEqual([]);
  enter('a', 'one too many');
  expect(refused).toEqual(['one too many']);
  clock.advance(largeBounds.waitMs - 1);
  expect(refused).toHaveLength(1);
  clock.advance(1);
  expect(refused).toHaveLength(1 + largeBounds.waiting);
  expect(begun).toEqual(['first']);
});

test('one that is gone before its turn takes none, and one that is over ends once', () => {
  const { clock, begun, enter } = provide();
  const first = enter('a', 'first');
  const gone = enter('a', 'gone');
  enter('a', 'next');
  gone();
  first();
  first();
  expect(begun).toEqual(['first', 'next']);
  expect(clock.pending).toBe(0);
});

import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { mostPauseMs, OwnersTurns, ServedOwners, turnWaitMs } from './owners_turns.ts';

const simulated = simulateEachTest();
const { clock, run } = simulated;
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await run(mostPauseMs);
});

const waiting = 5;

function provide() {
  const served = new ServedOwners(clock);
  const turns = new OwnersTurns({ clock, served, alone: 2, pauseShare: 3, waiting });
  const begun: string[] = [];
  const refused: string[] = [];
  const enter = (owner: string, name: string) => {
    const end = turns.enter(
      { share: owner, account: owner },
      () => begun.push(name),
      () => refused.push(name),
    );
    ends.push(end);
    return end;
  };
  return { served, turns, begun, refused, enter };
}

test('an owner beside others has one piece of work under way, and keeps no other waiting', () => {
  const { served, begun, enter } = provide();
  served.note('b');
  for (const name of ['a1', 'a2']) enter('a', name);
  enter('b', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
});

test.each([
  ['a quarter of the time is the most that its work takes', 200, 600],
  ['a pause has its bound, however long the work took', 10_000, mostPauseMs],
])('while others are served, %s', async (_, tookMs, pauseMs) => {
  const { served, begun, enter } = provide();
  const end = enter('a', 'a1');
  await run(tookMs);
  for (const account of ['b', 'a']) served.note(account);
  enter('a', 'a2');
  end();
  await run(pauseMs - 1);
  expect(begun).toEqual(['a1']);
  await run(1);
  expect(begun).toEqual(['a1', 'a2']);
});

test('an owner that is alone has as many under way as it may, without a pause', async () => {
  const { served, begun, enter } = provide();
  served.note('b');
  await run(1_000);
  const end = enter('a', 'a1');
  for (const name of ['a2', 'a3']) enter('a', name);
  served.note('a');
  expect(begun).toEqual(['a1', 'a2']);
  await run(200);
  end();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

test('as many as may wait do, as long as they may; then they are refused', async () => {
  const { served, begun, refused, enter } = provide();
  served.note('b');
  enter('a', 'first');
  for (let at = 0; at < waiting; at++) enter('a', `w${at}`);
  expect(refused).toEqual([]);
  enter('a', 'one too many');
  expect(refused).toEqual(['one too many']);
  await run(turnWaitMs - 1);
  expect(refused).toHaveLength(1);
  served.note('b');
  await run(1);
  expect(refused).toHaveLength(1 + waiting);
  expect(begun).toEqual(['first']);
});

test('one that is gone before its turn takes none, and one that is over ends once', () => {
  const { served, begun, enter } = provide();
  served.note('b');
  const first = enter('a', 'first');
  const gone = enter('a', 'gone');
  enter('a', 'next')();
  enter('a', 'last');
  gone();
  first();
  first();
  expect(begun).toEqual(['first', 'last']);
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('work that is done in its turn ends the turn, also when it fails', async () => {
  const { served, turns } = provide();
  served.note('b');
  const done: string[] = [];
  const work = (name: string, isWrong: boolean) =>
    turns.run(
      { share: 'a', account: 'a' },
      async () => {
        done.push(name);
        if (isWrong) throw new Error(name);
        return name;
      },
      () => new Error('refused'),
    );
  const outcomes = await Promise.allSettled([work('one', true), work('two', false)]);
  expect(outcomes).toMatchObject([{ reason: { message: 'one' } }, { value: 'two' }]);
  expect(done).toEqual(['one', 'two']);
});

test('the session of an account, pages and unknown senders are no others', () => {
  const { served, turns } = provide();
  served.note('a');
  served.note('');
  const begun: string[] = [];
  for (const name of ['one', 'two']) {
    const end = turns.enter(
      { share: 'a session', account: 'a' },
      () => begun.push(name),
      () => {},
    );
    ends.push(end);
  }
  expect(begun).toEqual(['one', 'two']);
});

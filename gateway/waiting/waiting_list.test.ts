import { afterEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { type Place, WaitingList } from './waiting_list.ts';

const each = simulateEachTest();
const { clock, run, idle } = each;

const opened: WaitingList[] = [];
afterEach(() => {
  for (const waitingList of opened.splice(0)) waitingList.close();
});

function openList(capacity = 100) {
  const waitingList = new WaitingList(clock, capacity);
  opened.push(waitingList);
  return { waitingList };
}

/** Whether a pause has ended, after everything that was ready has run. */
async function watchPause(waitingList: WaitingList, place: Place) {
  const state = { over: false };
  waitingList.pause(place).then(() => {
    state.over = true;
  });
  await idle();
  return state;
}

describe('a place in the waiting list', () => {
  test('wakes for news of its account only', async () => {
    const { waitingList } = openList();
    const place = waitingList.enter(1n, 'key', 5n, 1_000) as Place;
    const pause = await watchPause(waitingList, place);
    waitingList.advance(2n, 9n);
    waitingList.advance(1n, 5n);
    await idle();
    expect(pause.over).toBe(false);
    waitingList.advance(1n, 6n);
    await idle();
    expect(pause.over).toBe(true);
    expect(place.over).toBe(false);
  });

  test('a place in the waiting list does not sleep through news that came before its pause', async () => {
    const { waitingList } = openList();
    const place = waitingList.enter(1n, 'key', 5n, 1_000) as Place;
    waitingList.advance(1n, 6n);
    expect(await watchPause(waitingList, place)).toEqual({ over: true });
  });

  test('a place in the waiting list is over at its deadline', async () => {
    const { waitingList } = openList();
    const place = waitingList.enter(1n, 'key', 0n, 1_000) as Place;
    const pause = await watchPause(waitingList, place);
    await run(950);
    expect(pause.over).toBe(false);
    await run(50);
    expect([pause.over, place.over]).toEqual([true, true]);
  });

  test('a place in the waiting list is free again at once when it is left', async () => {
    const { waitingList } = openList(1);
    const place = waitingList.enter(1n, 'key', 0n, 1_000) as Place;
    expect(waitingList.enter(1n, 'key', 0n, 1_000)).toBeUndefined();
    waitingList.leave(place);
    waitingList.leave(place);
    expect([waitingList.size, waitingList.accountIds()]).toEqual([0, []]);
    expect(waitingList.enter(2n, 'key', 0n, 1_000)).toBeDefined();
  });

  test('a place in the waiting list is over when the waitingList closes, and nobody comes in any more', async () => {
    const { waitingList } = openList();
    const place = waitingList.enter(1n, 'key', 0n, 1_000) as Place;
    const pause = await watchPause(waitingList, place);
    waitingList.close();
    await idle();
    expect(pause.over).toBe(true);
    expect(waitingList.enter(1n, 'key', 0n, 1_000)).toBeUndefined();
  });
});

test('a list in which nobody waits sets no timer', async () => {
  const { waitingList } = openList();
  expect(each.simulation.time.next()).toBeUndefined();
  const place = waitingList.enter(1n, 'key', 5n, 1_000) as Place;
  expect(each.simulation.time.next()).toBeDefined();
  waitingList.leave(place);
  expect(each.simulation.time.next()).toBeUndefined();
});

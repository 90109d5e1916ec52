import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { type Place, WaitingRoom } from './waiting_room.ts';

function openRoom(capacity = 100) {
  const clock = new ManualClock();
  const room = new WaitingRoom(clock, capacity);
  return { clock, room };
}

/** Whether a pause has ended, after everything that was ready has run. */
async function watchPause(room: WaitingRoom, place: Place) {
  const state = { over: false };
  room.pause(place).then(() => {
    state.over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return state;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a place in the waiting room', () => {
  test('wakes for news of its account only', async () => {
    const { room } = openRoom();
    const place = room.enter(1n, 'key', 5n, 1_000) as Place;
    const pause = await watchPause(room, place);
    room.advance(2n, 9n);
    room.advance(1n, 5n);
    await settled();
    expect(pause.over).toBe(false);
    room.advance(1n, 6n);
    await settled();
    expect(pause.over).toBe(true);
    expect(place.over).toBe(false);
  });

  test('a place in the waiting room does not sleep through news that came before its pause', async () => {
    const { room } = openRoom();
    const place = room.enter(1n, 'key', 5n, 1_000) as Place;
    room.advance(1n, 6n);
    expect(await watchPause(room, place)).toEqual({ over: true });
  });

  test('a place in the waiting room is over at its deadline', async () => {
    const { room, clock } = openRoom();
    const place = room.enter(1n, 'key', 0n, 1_000) as Place;
    const pause = await watchPause(room, place);
    clock.advance(950);
    await settled();
    expect(pause.over).toBe(false);
    clock.advance(50);
    await settled();
    expect([pause.over, place.over]).toEqual([true, true]);
  });

  test('a place in the waiting room is free again at once when it is left', async () => {
    const { room } = openRoom(1);
    const place = room.enter(1n, 'key', 0n, 1_000) as Place;
    expect(room.enter(1n, 'key', 0n, 1_000)).toBeUndefined();
    room.leave(place);
    room.leave(place);
    expect([room.size, room.accountIds()]).toEqual([0, []]);
    expect(room.enter(2n, 'key', 0n, 1_000)).toBeDefined();
  });

  test('a place in the waiting room is over when the room closes, and nobody comes in any more', async () => {
    const { room } = openRoom();
    const place = room.enter(1n, 'key', 0n, 1_000) as Place;
    const pause = await watchPause(room, place);
    room.close();
    await settled();
    expect(pause.over).toBe(true);
    expect(room.enter(1n, 'key', 0n, 1_000)).toBeUndefined();
  });
});
